// One rule: what it finds, why it matters, what to do, how often it was right, and what it must and must not fire on.
import { part } from '../lib/api.js';
import { kindTells, titleOf } from '../lib/marks.js';
import { percent, spaced } from '../lib/words.js';
import { Chip, Loading, Outside, Problem, Prose, Scroll, Shown, useAnswer, useTitle } from '../parts/basics.jsx';

export function RulePage({ id }) {
  const { data, error } = useAnswer(`/rules/${part(id)}`);
  const detector = data?.detectors?.find((one) => one.id.toLowerCase() === id.toLowerCase());
  useTitle(detector?.title ?? id);
  if (error) return <><h1><code>{id}</code></h1><Problem error={error} /><p><a href="/rules">All rules</a></p></>;
  if (!data) return <Loading />;
  return detector ? <Detector rule={detector} /> : <Published data={data} />;
}

function Detector({ rule }) {
  return (
    <>
      <p class="crumb"><a href="/rules">Rules</a></p>
      <h1>{rule.title}</h1>
      <p><Chip severity={rule.severity} /> <span class="kind" title={kindTells[rule.kind]}>{rule.kind}</span> <code>{rule.id}</code></p>
      <p class="lead"><Prose text={rule.what} /></p>
      <div class="cards two">
        <section class="card" aria-labelledby="why"><h2 id="why">Why it matters</h2><p><Prose text={rule.why} /></p></section>
        <section class="card" aria-labelledby="fix"><h2 id="fix">What to do</h2><p><Prose text={rule.fix} /></p></section>
        {rule.known_false_alarms && <section class="card" aria-labelledby="wrong"><h2 id="wrong">Known false alarms</h2><p><Prose text={rule.known_false_alarms} /></p></section>}
        <section class="card" aria-labelledby="counts"><h2 id="counts">Counted by</h2>
          {rule.feeds?.length ? <ul>{rule.feeds.map((one) => <li key={`${one.methodology}/${one.rule}`}><a href={`/methodologies/${part(one.methodology)}`}>{titleOf(one.methodology)}</a> <code>{one.rule}</code></li>)}</ul> : <p>No methodology counts it; it is shown for information.</p>}
        </section>
      </div>
      <Measured rows={rule.measured} />
      <Citations citations={rule.citations} />
      <Examples title="Must fire on" id="fires" examples={rule.fires} />
      <Examples title="Must stay quiet on" id="quiet" examples={rule.quiet} />
      <section aria-labelledby="technical">
        <h2 id="technical">Under the bonnet</h2>
        <div class="box"><dl>
          <dt>AIVSS vector</dt><dd><code>{rule.aivss_vector || 'none'}</code></dd>
          <dt>Counted once for each</dt><dd>{rule.per}</dd>
          <dt>Needs</dt><dd>{rule.needs?.length ? rule.needs.map(spaced).join(', ') : 'the definition only'}</dd>
          {rule.code && <><dt>Code</dt><dd><code>{rule.code}</code></dd></>}
          </dl></div>
        {rule.signals?.length > 0 && <details><summary>{rule.signals.length} signals it listens to</summary><div class="inside"><ul>{rule.signals.map((one) => <li key={one.id}>{one.what || one.id}</li>)}</ul></div></details>}
      </section>
    </>
  );
}

const figure = (one) => (one && typeof one === 'object' ? `${percent(one.value)} (${percent(one.low)} to ${percent(one.high)}, n = ${one.sample})` : String(one ?? 'not measured'));

function Measured({ rows }) {
  return (
    <section aria-labelledby="measured">
      <h2 id="measured">How often it was right</h2>
      {!rows?.length ? <p class="box">Not measured: it fired on no labelled tool.</p> : (
        <Scroll label="Measured precision" boxed>
          <table>
            <caption>Measured on labelled tools; in brackets the 95% interval. Recall only where the label names this rule's attack.</caption>
            <thead><tr><th scope="col">Corpus</th><th scope="col">Right</th><th scope="col">False alarms</th><th scope="col">Precision</th><th scope="col">Recall</th></tr></thead>
            <tbody>{rows.map((row, i) => <tr key={i}><th scope="row">{row.corpus}</th><td class="number">{row.true_positives}</td><td class="number">{row.false_positives}</td><td>{figure(row.precision)}</td><td>{figure(row.recall)}</td></tr>)}</tbody>
          </table>
        </Scroll>
      )}
    </section>
  );
}

export function Citations({ citations }) {
  if (!citations?.length) return null;
  return (
    <section aria-label="Citations">
      <h2>Citations</h2>
      <ul class="plain box">{citations.map((one) => <li key={one.taxonomy + one.id}><Outside href={one.url}>{one.taxonomy} {one.id}</Outside> {one.name} <span class="soft">{one.edition}</span></li>)}</ul>
    </section>
  );
}

function Examples({ title, id, examples }) {
  if (!examples?.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {examples.map((one, i) => (
        <details key={i} open={i === 0}><summary>{one.note || `Example ${i + 1}`}</summary>
          <div class="inside"><pre tabindex="0" role="region" aria-label={`${title}, example ${i + 1}`}><Shown text={typeof one.definition === 'string' ? one.definition : JSON.stringify(one.definition, null, 2)} /></pre></div></details>
      ))}
    </section>
  );
}

// An id of a methodology's own: what it says, and the detectors that feed it.
function Published({ data }) {
  const { id, rules, detectors } = data;
  return (
    <>
      <p class="crumb"><a href="/rules">Rules</a></p>
      <h1><code>{id}</code></h1>
      {rules.map((rule) => (
        <section key={rule.methodology} aria-labelledby={`in-${rule.methodology}`}>
          <h2 id={`in-${rule.methodology}`}><a href={`/methodologies/${part(rule.methodology)}`}>{titleOf(rule.methodology)}</a>: {rule.title}</h2>
          <p><Chip severity={rule.severity} /> <span class="kind">{rule.category}</span></p>
          <p class="lead"><Prose text={rule.text} /></p>
          <Citations citations={rule.citations} />
        </section>
      ))}
      <section aria-labelledby="fed">
        <h2 id="fed">Fed by {detectors.length === 1 ? 'one rule' : `${detectors.length} rules`} of the catalogue</h2>
        <ul class="plain box">{detectors.map((one) => (
          <li key={one.id}><Chip severity={one.severity} /> <a href={`/rules/${part(one.id)}`}>{one.title}</a> <span class="soft">{one.what}</span></li>
        ))}</ul>
      </section>
    </>
  );
}
