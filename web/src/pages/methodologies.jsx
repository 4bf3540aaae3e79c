// The five, in short.
import { part } from '../lib/api.js';
import { five } from '../lib/marks.js';
import { Loading, Problem, Prose, useAnswer, useTitle } from '../parts/basics.jsx';

export function MethodologiesPage() {
  const { data, error } = useAnswer('/methodologies');
  useTitle('Methodologies');
  const order = (one) => five.findIndex((entry) => entry.id === one.id);
  return (
    <>
      <h1>Methodologies</h1>
      <p class="lead">Five published ways to grade an MCP server. All of them hear the same findings; each has its own weights, scale and direction. Their numbers are never averaged.</p>
      {error ? <Problem error={error} /> : !data ? <Loading /> : (
        <div class="cards even">{[...data].sort((a, b) => order(a) - order(b)).map((one) => (
          <article key={`${one.id} ${one.version}`} class="card">
            <h2><a href={`/methodologies/${part(one.id)}`}>{one.title}</a></h2>
            <p class="soft">version {one.version}, {released(one)}</p>
            <p><Prose text={one.summary} /></p>
            <Bands bands={one.bands} />
            <p class="soft">{one.direction}</p>
          </article>
        ))}</div>
      )}
    </>
  );
}

export const released = (one) => (one.released === 'undated' ? 'undated' : `released ${one.released}`);

export function Bands({ bands }) {
  if (!bands?.length) return null;
  return <ul class="bands" aria-label="Bands">{bands.map((band) => <li key={band.name}>{band.name}</li>)}</ul>;
}
