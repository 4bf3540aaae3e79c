// What every page is made of: hostile text, words of a verdict, loading and failing.
import { useEffect, useState } from 'preact/hooks';
import { get } from '../lib/api.js';
import { pieces, seenOnly } from '../lib/unseen.js';
import { verdictWords } from '../lib/marks.js';
import { plural, safeLink } from '../lib/words.js';

// Text of a server: its direction cannot leak into ours, and what cannot be seen is shown by its number.
export function Shown({ text }) {
  return (
    <bdi>
      {pieces(text ?? '').map((piece, i) => ('text' in piece ? piece.text : (
        <span class={piece.hidden ? 'unseen spelled' : 'unseen'} key={i} title={piece.name}>{piece.unseen}{piece.hidden && `: “${piece.hidden}”`}</span>
      )))}
    </bdi>
  );
}

// Texts in our reports spell unseen characters as <U+200B>; here they get the same mark.
export function Quoted({ text }) {
  return (
    <bdi>
      {String(text ?? '').split(/(<U\+[0-9A-F]{4,6}>)/).map((piece, i) => (i % 2 === 0 ? <Shown key={i} text={piece} />
        : <span class="unseen" key={i}>{piece.slice(1, -1)}</span>))}
    </bdi>
  );
}

// Our own prose, in which `x` is code.
export const Prose = ({ text }) => <>{String(text ?? '').split('`').map((piece, i) => (i % 2 ? <code key={i}>{piece}</code> : piece))}</>;

export const Word = ({ word, says }) => <span class={`word ${word ?? 'unknown'}`}>{says ?? verdictWords[word] ?? 'Unknown'}</span>;
// For a scan or a server that was last looked at too long ago.
export const Aged = ({ of }) => of.stale && <p class="aged"><strong>Stale:</strong> this scan is {plural(of.age_days ?? 0, 'day')} old. The server may be another one by now.</p>;
export const Chip = ({ severity }) => <span class={`chip c-${severity}`}>{severity}</span>;

export function Outside({ href, children }) {
  const address = safeLink(href);
  return address ? <a href={address} rel="noreferrer noopener nofollow">{children}</a> : <span>{children}</span>;
}

export function Scroll({ label, children, boxed }) {
  return <div class={boxed ? 'box scroll' : 'scroll'} tabindex="0" role="region" aria-label={label}>{children}</div>;
}

export function Problem({ error }) {
  return (
    <div class="notice" role="alert">
      <p><strong>{error.status === 404 ? 'Not found. ' : 'That did not work. '}</strong>{error.message}</p>
      {error.retryAfter > 0 && <p>Try again in {error.retryAfter} seconds.</p>}
    </div>
  );
}

export const Loading = () => <p class="loading" role="status">Loading…</p>;

// The answer to a GET: {data, meta, error}; asked again when the path or the turn changes.
export function useAnswer(path, turn = 0) {
  const [state, setState] = useState({});
  useEffect(() => {
    const ending = new AbortController();
    setState((before) => ({ ...before, loading: true }));
    get(path, ending.signal).then(
      ({ data, meta }) => setState({ data, meta, path }),
      (error) => { if (error.name !== 'AbortError') setState({ error, path }); });
    return () => ending.abort();
  }, [path, turn]);
  return state;
}

export function useTitle(title) {
  useEffect(() => {
    if (title) document.title = `${seenOnly(title).slice(0, 120)} · mcpjury`;
  }, [title]);
}

export function Copy({ text, label }) {
  const [done, setDone] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), 2000);
  };
  return (
    <div class="copy">
      <code>{text}</code>
      <button type="button" class="quiet" onClick={copy}>{done ? 'Copied' : `Copy ${label}`}</button>
    </div>
  );
}
