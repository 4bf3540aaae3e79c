// The sixteen engines behind the traffic light: what each asks, what it weighs, what feeds it.
import { part } from '../lib/api.js';
import { capital, spaced } from '../lib/words.js';
import { Loading, Problem, useAnswer, useTitle } from '../parts/basics.jsx';

const names = { mcp: 'MCP', 'secrets-identity': 'Secrets and identity', 'supply-chain': 'Supply chain', meta: 'About the project' };

export function EnginesPage() {
  const { data, error } = useAnswer('/engines');
  useTitle('Engines');
  const engines = (data ?? []).filter((one) => one.question);
  const critical = (data ?? []).filter((one) => !one.question);
  const families = [...new Set(engines.map((one) => one.category))];
  return (
    <>
      <h1>Engines</h1>
      <p class="lead">MCPAmpel hears sixteen engines in five families. Each asks one question and answers with 0 to 10; the light is their weighted mean, and red at once when a critical rule is hit.</p>
      {error ? <Problem error={error} /> : !data ? <Loading /> : families.map((family) => (
        <section key={family} aria-labelledby={`family-${family}`}>
          <h2 id={`family-${family}`}>{names[family] ?? capital(spaced(family))}</h2>
          <div class="cards">{engines.filter((one) => one.category === family).map((one) => <Engine key={one.id} engine={one} />)}</div>
        </section>
      ))}
      {critical.length > 0 && (
        <section aria-labelledby="critical">
          <h2 id="critical">What turns the light red at once</h2>
          <ul class="plain box">{critical.map((one) => <li key={one.id}><code>{one.id}</code> <strong>{one.title}</strong> <span class="soft">{one.text}</span></li>)}</ul>
        </section>
      )}
    </>
  );
}

function Engine({ engine }) {
  const { weight } = engine;
  const detectors = [...new Set((engine.rows ?? []).flatMap((row) => row.any_of))];
  return (
    <article class="card" id={engine.id}>
      <h3>{engine.title}</h3>
      <p>{engine.question}</p>
      <p class="soft">{engine.text}</p>
      <div class="weight"><svg viewBox="0 0 200 8" role="img" aria-label={`Weight ${weight / 100} percent`}><rect class="seg" width="200" height="8" rx="4" /><rect class="bar" width={(200 * weight) / 1500} height="8" rx="4" /></svg> <span class="number">{weight / 100}%</span></div>
      <p class="soft"><code>{engine.id}</code>{engine.needs?.length > 0 && <> · needs {engine.needs.map(spaced).join(', ')}</>}</p>
      {detectors.length > 0 && <details><summary>Fed by {detectors.length} rules</summary><div class="inside"><ul>{detectors.map((one) => <li key={one}><a href={`/rules/${part(one)}`}>{one}</a></li>)}</ul></div></details>}
    </article>
  );
}
