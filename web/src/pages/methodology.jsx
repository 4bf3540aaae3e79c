// One methodology: bands, weights, rules, what its score does not tell, what we decided where the source is silent,
// and how it changed.
import { useState } from 'preact/hooks';
import { part } from '../lib/api.js';
import { severities } from '../lib/marks.js';
import { spaced } from '../lib/words.js';
import { released } from './methodologies.jsx';
import { Chip, Loading, Problem, Prose, Scroll, useAnswer, useTitle } from '../parts/basics.jsx';

export function MethodologyPage({ id }) {
  const version = new URLSearchParams(location.search).get('version');
  const { data, error } = useAnswer(`/methodologies/${part(id)}${version ? `?version=${part(version)}` : ''}`);
  const one = Array.isArray(data) ? data[0] : data;
  useTitle(one?.title ?? id);
  if (error) return <><h1>Methodology</h1><Problem error={error} /></>;
  if (!one) return <Loading />;
  return (
    <>
      <p class="crumb"><a href="/methodologies">Methodologies</a></p>
      <h1>{one.title}</h1>
      <p class="soft">Version {one.version}, {released(one)}. After: {one.source}</p>
      {one.versions?.length > 1 && <p class="row">{one.versions.map((v) => <a key={v.version ?? v} class="button" href={`?version=${part(v.version ?? v)}`}>{v.version ?? v}</a>)}</p>}
      <p class="lead"><Prose text={one.summary} /></p>
      <section aria-labelledby="limits">
        <h2 id="limits">What this score does not tell</h2>
        <ul class="box list">{one.limits.map((limit, i) => <li key={i}><Prose text={limit} /></li>)}</ul>
      </section>
      <BandTable one={one} />
      <Rules rules={one.rules} />
      <Named id="decisions" title="Decided where the source is silent" texts={one.decisions} />
      <Named id="changelog" title="Changes" texts={[...one.changelog].reverse()} open />
    </>
  );
}

function BandTable({ one }) {
  return (
    <section aria-labelledby="bands">
      <h2 id="bands">Bands</h2>
      <Scroll label="Each band" boxed>
        <table>
          <caption>{one.direction}</caption>
          <thead><tr><th scope="col">Mark</th><th scope="col">From</th><th scope="col">Asks for</th><th scope="col">Means</th></tr></thead>
          <tbody>{one.bands.map((band) => <tr key={band.name}><th scope="row">{band.name}</th><td class="number">{band.from}</td><td>{spaced(band.action).toLowerCase()}</td><td>{band.meaning}</td></tr>)}</tbody>
        </table>
      </Scroll>
      {one.severity_weights?.length > 0 && <p>Points by severity: {[...severities].reverse().map((name, i) => `${name} ${one.severity_weights[i]}`).join(', ')}.</p>}
    </section>
  );
}

function Rules({ rules }) {
  const [text, setText] = useState('');
  if (!rules?.length) return null;
  const shown = rules.filter((rule) => `${rule.id} ${rule.title} ${rule.category}`.toLowerCase().includes(text.toLowerCase()));
  const weighed = rules.some((rule) => rule.weight > 0);
  return (
    <section aria-labelledby="rules">
      <h2 id="rules">Rules ({rules.length})</h2>
      <div class="filters"><label>Find <input type="search" value={text} onInput={(event) => setText(event.currentTarget.value)} /></label></div>
      <Scroll label="Each rule" boxed>
        <table>
          <thead><tr><th scope="col">Rule</th><th scope="col">Says</th><th scope="col">Severity</th>{weighed && <th scope="col">Weight</th>}<th scope="col">Fed by</th></tr></thead>
          <tbody>{shown.map((rule) => (
            <tr key={rule.id} id={rule.id}>
              <th scope="row"><code>{rule.id}</code></th>
              <td><strong>{rule.title}</strong>{rule.hard_fail && ' (blocks alone)'}<br /><Prose text={rule.text} /></td>
              <td><Chip severity={rule.severity} /></td>
              {weighed && <td class="number">{rule.weight}</td>}
              <td>{[...new Set((rule.rows ?? []).flatMap((row) => row.any_of))].map((d) => <a key={d} class="feed" href={`/rules/${part(d)}`}>{d}</a>)}</td>
            </tr>
          ))}</tbody>
        </table>
      </Scroll>
    </section>
  );
}

function Named({ id, title, texts, open }) {
  if (!texts?.length) return null;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <details open={open}><summary>{texts.length} entries</summary>
        <div class="inside"><dl class="named">{texts.map((one) => <div key={one.name}><dt>{one.name}</dt><dd><Prose text={one.text} /></dd></div>)}</dl></div>
      </details>
    </section>
  );
}
