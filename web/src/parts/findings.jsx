// Findings with filters: those of one rule together, worst first.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { counted, grouped, kindTells, kinds, severities } from '../lib/marks.js';
import { capital, plural } from '../lib/words.js';
import { Chip, Quoted } from './basics.jsx';
import { InPlace } from './evidence.jsx';
import { Feedback } from './feedback.jsx';

const most = 50;

function matches(finding, { kind, severity, text }) {
  if (kind && finding.kind !== kind) return false;
  if (severity && severities.indexOf(finding.severity) > severities.indexOf(severity)) return false;
  if (!text) return true;
  const all = [finding.id, finding.detector, finding.message, finding.evidence, finding.subject?.name, finding.location?.pointer, finding.location?.file];
  return all.some((one) => String(one ?? '').toLowerCase().includes(text.toLowerCase()));
}

// The finding an address ends in (#F3) is unfolded and brought into sight, also when a filter hid it.
function followHash(dropFilter) {
  const follow = () => {
    if (!/^#F\d+$/.test(location.hash)) return;
    dropFilter();
    requestAnimationFrame(() => requestAnimationFrame(() => {
      const place = document.getElementById(location.hash.slice(1));
      place?.closest('details')?.setAttribute('open', '');
      place?.scrollIntoView({ block: 'center' });
    }));
  };
  follow();
  addEventListener('hashchange', follow);
  return () => removeEventListener('hashchange', follow);
}

export function Findings({ report, scanId, strictness, titles }) {
  const [filter, setFilter] = useState({ kind: '', severity: '', text: '' });
  const lists = useMemo(() => ({
    open: report.findings.filter((f) => counted(f, strictness)),
    uncounted: report.findings.filter((f) => !f.suppressed && !f.counts_in.includes(strictness)),
    suppressed: report.findings.filter((f) => f.suppressed),
  }), [report, strictness]);
  useEffect(() => followHash(() => setFilter({ kind: '', severity: '', text: '' })), []);
  const shown = lists.open.filter((f) => matches(f, filter));
  const set = (name) => (event) => setFilter({ ...filter, [name]: event.currentTarget.value });
  return (
    <section aria-labelledby="findings">
      <h2 id="findings">Findings</h2>
      <p>{plural(lists.open.length, 'finding counts', 'findings count')}. {plural(lists.uncounted.length, 'more is', 'more are')} of low
        confidence, counted only as published. {plural(lists.suppressed.length, 'is', 'are')} suppressed.</p>
      {lists.open.length > 0 && (
        <div class="filters">
          <div class="chips" role="group" aria-label="Kind of finding">
            <button type="button" aria-pressed={filter.kind === ''} onClick={() => setFilter({ ...filter, kind: '' })}>All</button>
            {kinds.map((kind) => {
              const n = lists.open.filter((f) => f.kind === kind).length;
              return (
                <button type="button" key={kind} disabled={n === 0} title={kindTells[kind]} aria-pressed={filter.kind === kind}
                  onClick={() => setFilter({ ...filter, kind })}>{kind} <span class="count">{n}</span></button>
              );
            })}
          </div>
          <label>At least <select value={filter.severity} onChange={set('severity')}>
            <option value="">any severity</option>
            {severities.slice(0, 4).map((s) => <option key={s} value={s}>{s}</option>)}
          </select></label>
          <label>Find <input type="search" value={filter.text} onInput={set('text')} placeholder="tool, rule, text" /></label>
        </div>
      )}
      <p class="soft" role="status">{shown.length !== lists.open.length && `${plural(shown.length, 'finding')} of ${lists.open.length} shown.`}</p>
      {grouped(shown).map((group) => <Group key={group[0].id} group={group} scanId={scanId} titles={titles} open={severities.indexOf(group[0].severity) < 3} />)}
      {lists.open.length === 0 && <p class="box">Nothing was found that counts. That is no proof that the server is harmless: see what was looked at below.</p>}
      <Folded title="Found, but not counted in this strictness" findings={lists.uncounted} scanId={scanId} titles={titles} />
      <Folded title="Suppressed" findings={lists.suppressed} scanId={scanId} titles={titles} />
    </section>
  );
}

function Folded({ title, findings, scanId, titles }) {
  if (findings.length === 0) return null;
  return <><h3 class="folded">{title}</h3>{grouped(findings).map((group) => <Group key={group[0].id} group={group} scanId={scanId} titles={titles} />)}</>;
}

function Group({ group, scanId, titles, open }) {
  const first = group[0];
  return (
    <details open={open} class="group">
      <summary>
        <Chip severity={first.severity} /> <h3>{titles?.[first.detector] ?? capital(first.detector.replaceAll('-', ' '))}</h3>{' '}
        <span class="soft">{first.kind} · {plural(group.length, 'place')}</span>
      </summary>
      <div class="inside">
        {first.why && <p>{first.why}</p>}
        {first.fix && <p><strong>What to do:</strong> {first.fix}</p>}
        {first.citations?.length > 0 && <p class="soft">Cited: {first.citations.map((c) => `${c.taxonomy} ${c.id}`).join(', ')}</p>}
        {group.slice(0, most).map((finding) => <Place key={finding.id} finding={finding} scanId={scanId} />)}
        {group.length > most && <p class="soft">{group.length - most} more places; the JSON report has them.</p>}
        <p class="soft">Rule <a href={`/rules/${encodeURIComponent(first.detector)}`}><code>{first.detector}</code></a></p>
      </div>
    </details>
  );
}

function Place({ finding, scanId }) {
  const [whole, setWhole] = useState(false);
  const { subject, location } = finding;
  const file = location?.file ? `${location.file}${location.line ? `:${location.line}` : ''}` : '';
  const canShow = Boolean(location?.pointer) && Boolean(scanId);
  return (
    <div class="place" id={finding.id}>
      <p><strong>{finding.id}</strong> <Quoted text={finding.message} /></p>
      {finding.evidence && !whole && <blockquote><mark><Quoted text={finding.evidence} /></mark></blockquote>}
      {whole && <InPlace scanId={scanId} finding={finding} />}
      <p class="soft">{subject?.type} <Quoted text={subject?.name} />
        {file && <> · <code><Quoted text={file} /></code></>}
        {location?.pointer && <> · <code><Quoted text={location.pointer} /></code></>} · {finding.confidence} confidence</p>
      <p class="row">
        {canShow && <button type="button" class="quiet" aria-expanded={whole} onClick={() => setWhole(!whole)}>{whole ? 'Only the quotation' : 'Show in place'}</button>}
        <Feedback finding={finding} />
      </p>
    </div>
  );
}
