// Two scans of one server: what changed, and whether the server or the method made the change.
import { part } from '../lib/api.js';
import { severities, titleOf } from '../lib/marks.js';
import { plural, spaced, when } from '../lib/words.js';
import { Chip, Loading, Problem, Quoted, Scroll, Shown, useAnswer, useTitle } from '../parts/basics.jsx';

export function DiffPage({ server }) {
  const query = new URLSearchParams(location.search);
  const from = query.get('from') ?? '', to = query.get('to') ?? '';
  const { data, error } = useAnswer(`/servers/${part(server)}/diff?from=${part(from)}&to=${part(to)}`);
  useTitle('What changed');
  if (error) return <><h1>What changed</h1><Problem error={error} /></>;
  if (!data) return <Loading />;
  return (
    <>
      <h1>What changed</h1>
      <p class="lead"><a href={`/servers/${part(server)}`}><Shown text={data.to?.name || data.from?.name || 'This server'} /></a>: from the scan of <a href={`/scans/${part(from)}`}>{when(data.from?.observed_at)}</a> to
        that of <a href={`/scans/${part(to)}`}>{when(data.to?.observed_at)}</a>.</p>
      <Part id="server" title="Because the server changed" diff={data.server} none="The server is as it was." />
      <ToolChanges tools={data.tools} />
      <Part id="method" title="Because the method changed" diff={data.method} none="Both were judged by the same catalogue." />
    </>
  );
}

function Part({ id, title, diff, none }) {
  const quiet = !diff || diff.not_known || (!diff.new?.length && !diff.fixed?.length && !diff.moved?.length && !diff.grades?.length);
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {quiet ? <p class="box">{diff?.not_known && !/^no,/.test(diff.not_known) ? `Not known: ${diff.not_known}.` : none}</p> : (
        <>
          <Grades grades={diff.grades ?? []} />
          <Changes title="New" tone="new" findings={diff.new ?? []} />
          <Changes title="Gone" tone="gone" findings={diff.fixed ?? []} />
          <Changes title="Other severity" tone="moved" findings={diff.moved ?? []} />
          <p class="soft">{plural(diff.unchanged ?? 0, 'finding')} unchanged.</p>
        </>
      )}
    </section>
  );
}

function Grades({ grades }) {
  if (grades.length === 0) return <p>No grade moved.</p>;
  return (
    <Scroll label="Grades that moved" boxed>
      <table>
        <thead><tr><th scope="col">Methodology</th><th scope="col">Before</th><th scope="col">After</th></tr></thead>
        <tbody>{grades.map((grade) => <tr key={grade.methodology}><th scope="row">{titleOf(grade.methodology)}</th><td>{spaced(grade.before)}</td><td>{spaced(grade.after)}</td></tr>)}</tbody>
      </table>
    </Scroll>
  );
}

const signs = { new: '+', gone: '−', moved: '~' };

function Changes({ title, tone, findings }) {
  if (findings.length === 0) return null;
  const worst = (finding) => severities.indexOf(finding.severity ?? finding.after);
  const sorted = [...findings].sort((a, b) => worst(a) - worst(b));
  return (
    <>
      <h3 class="folded">{title} ({findings.length})</h3>
      <ul class="plain box changes">
        {sorted.slice(0, 200).map((finding, i) => (
          <li key={i} class={tone}><span class="sign" aria-hidden="true">{signs[tone]}</span> <Chip severity={finding.severity ?? finding.after ?? 'info'} />{' '}
            <Quoted text={finding.message} /> <a href={`/rules/${part(finding.detector)}`}><code>{finding.detector}</code></a></li>
        ))}
      </ul>
    </>
  );
}

const changeWords = { added: 'new tool', removed: 'gone', changed: 'changed' };

// What the tools say now and said before, line by line.
function ToolChanges({ tools }) {
  if (!tools || (tools.unchanged && !tools.not_comparable)) return null;
  return (
    <section aria-labelledby="tools-changed">
      <h2 id="tools-changed">Tools</h2>
      {tools.not_comparable && <p class="box">Not comparable: <Quoted text={String(tools.not_comparable)} /></p>}
      {tools.instructions_changed && <p class="box">The instructions of the server changed.</p>}
      {tools.tools?.slice(0, 100).map((tool, i) => (
        <details key={i} open={i < 5}>
          <summary><span class="kind">{changeWords[tool.change]}</span> <h3><Shown text={tool.tool} /></h3></summary>
          <div class="inside">{tool.members.map((member) => (
            <div key={member.member}>
              <h4><Shown text={member.member} /></h4>
              <pre class="lines" tabindex="0" role="region" aria-label={`${tool.tool}, ${member.member}`}>{(member.lines.length ? member.lines
                : [`- ${member.before}`, `+ ${member.after}`]).map((line, n) => <Line key={n} line={line} />)}</pre>
            </div>
          ))}</div>
        </details>
      ))}
    </section>
  );
}

function Line({ line }) {
  const shown = <><Shown text={line} />{'\n'}</>;
  if (line.startsWith('+')) return <ins>{shown}</ins>;
  return line.startsWith('-') ? <del>{shown}</del> : <span>{shown}</span>;
}
