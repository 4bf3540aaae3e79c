// A scan that runs: where it is, and what it said so far.
import { Quoted, Shown } from './basics.jsx';

const stages = [['queued', 'Waiting for its turn'], ['observing', 'Looking at the server'], ['judging', 'Five methodologies hear the evidence'], ['done', 'Report']];

export function Progress({ target, stage, lines }) {
  const at = Math.max(0, stages.findIndex(([name]) => name === stage));
  return (
    <>
      <h1>Scanning <Shown text={target} /></h1>
      <ol class="steps" aria-label="Progress">
        {stages.map(([name, text], i) => (
          <li key={name} class={i < at ? 'past' : i === at ? 'now' : 'later'} aria-current={i === at ? 'step' : undefined}>
            <span class="dot" aria-hidden="true">{i < at ? '✓' : i + 1}</span> {text}
          </li>
        ))}
      </ol>
      <p role="status" class="soft">{stages[at][1]}…</p>
      {lines.length > 0 && <ul class="log">{lines.map((line, i) => <li key={i}><Quoted text={line} /></li>)}</ul>}
      <p class="soft">The scan goes on when you leave this page; its address stays.</p>
    </>
  );
}
