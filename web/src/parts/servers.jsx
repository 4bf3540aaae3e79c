// Rows of the directory: verdict, name, the five marks, what was found. Cards on a phone.
import { part } from '../lib/api.js';
import { five, kinds, markOf } from '../lib/marks.js';
import { when } from '../lib/words.js';
import { Shown, Word } from './basics.jsx';

// `level` is that of the headings.
export function ServerList({ servers, level = 3 }) {
  return <ul class="servers">{servers.map((server) => <Server key={`${server.server} ${server.credential}`} server={server} level={level} />)}</ul>;
}

function Server({ server, level }) {
  const Heading = `h${level}`;
  const found = kinds.filter((kind) => server.findings?.[kind] > 0).map((kind) => `${server.findings[kind]} ${kind}`);
  const name = server.name || server.display;
  return (
    <li class={`server ${server.verdict}`}>
      <div class="who">
        <Word word={server.verdict} />
        <Heading><a href={`/servers/${part(server.server)}`}><Shown text={name.slice(0, 120)} /></a></Heading>
        {server.display !== name && <p class="soft"><Shown text={server.display.slice(0, 160)} /></p>}
      </div>
      <Marks marks={server.marks} />
      <p class="soft tail"><a href={`/scans/${part(server.scan_id)}`}>{when(server.observed_at)}</a>{server.stale && <> (stale)</>} · {server.tools} {server.tools === 1 ? 'tool' : 'tools'}
        {' · '}{found.length ? found.join(', ') : 'no findings'}</p>
    </li>
  );
}

// The five marks as a small row, each with its methodology's name.
export function Marks({ marks }) {
  return (
    <dl class="marks">
      {five.map((one) => {
        const mark = markOf(one.id, marks?.[one.id]);
        return <div key={one.id} class={`mark ${mark.word}`}><dt>{one.title}</dt><dd>{mark.says}</dd></div>;
      })}
    </dl>
  );
}
