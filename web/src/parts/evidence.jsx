// The whole text a finding is about, with the quotation marked where it stands and unseen characters by number.
import { findQuote, textAt } from '../lib/unseen.js';
import { Loading, Problem, Shown, useAnswer } from './basics.jsx';
import { part } from '../lib/api.js';

const mostText = 20000;

export function InPlace({ scanId, finding }) {
  const { data, error } = useAnswer(`/scans/${part(scanId)}/evidence`);
  if (error) return <Problem error={error} />;
  if (!data) return <Loading />;
  const value = textAt(data, finding.location.pointer);
  if (value === null || value === undefined)
    return <p class="soft">The record holds no text at this place.</p>;
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2);
  return <Marked text={text.slice(0, mostText)} quote={finding.evidence} cut={text.length > mostText} />;
}

export function Marked({ text, quote, cut }) {
  const found = findQuote(text, quote ?? '');
  const parts = found ? [text.slice(0, found.start), text.slice(found.start, found.end), text.slice(found.end)] : [text, '', ''];
  return (
    <div class="inplace">
      <pre tabindex="0" role="region" aria-label="The whole text"><Shown text={parts[0]} />{parts[1] && <mark><Shown text={parts[1]} /></mark>}<Shown text={parts[2]} /></pre>
      {!found && quote && <p class="soft">The quotation is a shortened or redacted form of this text.</p>}
      {cut && <p class="soft">Only the first {mostText.toLocaleString('en')} characters are shown.</p>}
    </div>
  );
}
