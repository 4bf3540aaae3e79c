// One server: its marks over time, every kept scan, two of them compared, its badge.
import { useState } from 'preact/hooks';
import { part } from '../lib/api.js';
import { five, markOf } from '../lib/marks.js';
import { when } from '../lib/words.js';
import { Aged, Copy, Loading, Problem, Scroll, Shown, useAnswer, useTitle, Word } from '../parts/basics.jsx';
import { HistoryCharts } from '../parts/history_chart.jsx';
import { Marks } from '../parts/servers.jsx';

export function ServerPage({ server }) {
  const { data, error } = useAnswer(`/servers/${part(server)}`);
  const longer = useAnswer(`/servers/${part(server)}/history?limit=200`);
  useTitle(data ? data.name || data.display : null);
  if (error) return <><h1>Server</h1><Problem error={error} /></>;
  if (!data) return <Loading />;
  const scans = longer.data ?? data.history ?? [];
  return (
    <>
      <div class={`verdict ${data.verdict}`}>
        <Word word={data.verdict} />
        <h1><Shown text={data.name || data.display} /></h1>
        <p class="soft"><Shown text={data.display} />{data.version && <>, version <Shown text={data.version} /></>}. Last looked at {when(data.observed_at)}{data.first_seen && <>, first on {when(data.first_seen)}</>}.</p>
        <Aged of={data} />
        <Marks marks={data.marks} />
        <nav class="row" aria-label="About this server">
          <a class="button" href={`/scans/${part(data.scan_id)}`}>The newest report</a>
          <a class="button" href={`/scans/${part(data.scan_id)}/compare`}>Why the five differ</a>
          {data.feed && <a class="button" href={data.feed}>Feed of changes</a>}
        </nav>
      </div>
      <section aria-labelledby="history">
        <h2 id="history">Scores over time</h2>
        {scans.length > 1 ? <HistoryCharts scans={scans} /> : <p class="box">One scan so far; a line needs two.</p>}
        <History scans={scans} server={server} />
      </section>
      <Badge badge={data.badge} />
    </>
  );
}

function History({ scans, server }) {
  const [from, setFrom] = useState(null);
  const [to, setTo] = useState(null);
  const newer = to ?? scans[0]?.scan_id, older = from ?? scans[1]?.scan_id;
  const choose = (name, value, chosen, set) => (
    <input type="radio" name={name} aria-label={name === 'from' ? 'older side' : 'newer side'} checked={value === chosen} onChange={() => set(value)} />
  );
  return (
    <>
      <Scroll label="Every kept scan" boxed>
        <table>
          <caption>Every kept scan, the newest first. Choose two to compare.</caption>
          <thead><tr>{scans.length > 1 && <><th scope="col">Old</th><th scope="col">New</th></>}<th scope="col">Scanned</th><th scope="col">Version</th>
            {five.map((one) => <th key={one.id} scope="col">{one.title}</th>)}<th scope="col">Changed</th></tr></thead>
          <tbody>{scans.map((scan) => (
            <tr key={scan.scan_id}>
              {scans.length > 1 && <><td>{choose('from', scan.scan_id, older, setFrom)}</td><td>{choose('to', scan.scan_id, newer, setTo)}</td></>}
              <th scope="row"><a href={`/scans/${part(scan.scan_id)}`}>{when(scan.observed_at)}</a></th>
              <td><Shown text={scan.version} /></td>
              {five.map((one) => {
                const mark = markOf(one.id, scan.marks?.[one.id]);
                return <td key={one.id}><Word word={mark.word} says={mark.says} />{mark.score !== null && <span class="soft number"> {mark.score}</span>}</td>;
              })}
              <td>{scan.changed ? 'tools changed' : ''}</td>
            </tr>
          ))}</tbody>
        </table>
      </Scroll>
      {scans.length > 1 && <p><a class="button" href={`/servers/${part(server)}/diff?from=${part(older)}&to=${part(newer)}`}>Compare the two</a></p>}
    </>
  );
}

function Badge({ badge }) {
  if (!badge) return null;
  const address = `${location.origin}${badge.svg}`;
  return (
    <section aria-labelledby="badge">
      <h2 id="badge">Badge</h2>
      <div class="box">
        <p><img src={badge.svg} alt="The badge as it looks now" /></p>
        <p class="soft">It says what was said last, how much was seen, and when; it turns grey when that was too long ago.</p>
        {badge.markdown && <Copy label="Markdown" text={badge.markdown} />}
        <Copy label="address" text={address} />
      </div>
    </section>
  );
}
