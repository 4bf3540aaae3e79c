// The report of one scan; while it runs, its progress.
import { useEffect, useState } from 'preact/hooks';
import { listen, part } from '../lib/api.js';
import { counted, tally, titleOf } from '../lib/marks.js';
import { facetStates, plural, spaced, when } from '../lib/words.js';
import { Aged, Loading, Problem, Quoted, Scroll, Shown, useAnswer, useTitle, Word } from '../parts/basics.jsx';
import { Findings } from '../parts/findings.jsx';
import { GradePicture, KindPicture } from '../parts/pictures.jsx';
import { Progress } from '../parts/progress.jsx';
import { GradeTable } from '../parts/grades.jsx';
import { Judges } from '../parts/judges.jsx';

export function ReportPage({ id }) {
  const [turn, setTurn] = useState(0);
  const { data, error } = useAnswer(`/scans/${part(id)}`, turn);
  useTitle(data?.summary?.title ?? (data ? 'Scan' : null));
  if (error) return <><h1>Scan</h1><Problem error={error} /></>;
  if (!data) return <Loading />;
  if (data.status === 'failed') return <Failed scan={data} />;
  if (data.status !== 'done' || !data.report) return <Running scan={data} id={id} onDone={() => setTurn(turn + 1)} />;
  return <Report scan={data} id={id} />;
}

function Failed({ scan }) {
  return (
    <div class="verdict unknown">
      <Word word="unknown" says="Nothing was graded" />
      <h1><Shown text={scan.target?.display} /></h1>
      <p class="reason">{scan.error?.message ?? 'The scan failed.'}</p>
      <p><a href="/">Scan another one</a></p>
    </div>
  );
}

function Running({ scan, id, onDone }) {
  const [state, setState] = useState({ stage: scan.status, lines: [] });
  useEffect(() => listen(`/scans/${part(id)}/events`, (type, event) => {
    if (type === 'done' || type === 'failed') onDone();
    else if (type === 'lost') setTimeout(onDone, 2000);
    else if (type === 'progress') setState((before) => ({ stage: event.stage ?? before.stage,
      lines: event.message ? [...before.lines, event.message].slice(-50) : before.lines }));
  }), [id]);
  return <Progress target={scan.target?.display} {...state} />;
}

function Verdict({ scan }) {
  const { report, summary } = scan;
  const { verdict } = summary;
  const mark = report.assessments?.agentreserve;
  return (
    <div class={`verdict ${verdict.word}`}>
      <Word word={verdict.word} />
      <h1><Quoted text={summary.title} /></h1>
      <p class="reason"><Quoted text={verdict.reason} />{verdict.finding_id && <> (<a href={`#${verdict.finding_id}`}>{verdict.finding_id}</a>)</>}</p>
      {verdict.incomplete && <p><strong>Incomplete:</strong> <Quoted text={verdict.incomplete} /></p>}
      <Aged of={scan} />
      <p class="soft">
        {verdict.methodology && verdict.word !== 'unknown' && <>Decided by {titleOf(verdict.methodology)}. </>}
        {mark && mark.state !== 'not_run' && <>Coverage: {spaced(mark.tier)}, {mark.level}. </>}
        {plural(report.server?.tools ?? 0, 'tool')}. Scanned: <Quoted text={report.target.display} />. Observed {when(report.observed_at)}.
      </p>
      <nav class="row" aria-label="About this server">
        {scan.server && <a class="button" href={`/servers/${part(scan.server)}`}>History and badge</a>}
        <a class="button" href={`/scans/${part(scan.scan_id)}/compare`}>Why the five differ</a>
      </nav>
    </div>
  );
}

function Report({ scan, id }) {
  const { report, summary } = scan;
  const strictness = report.assessments?.tooltrust?.strictness ?? 'precise';
  return (
    <>
      <Verdict scan={scan} />
      <section aria-labelledby="grades">
        <h2 id="grades">Grades</h2>
        <div class="pictures">
          <GradePicture grades={summary.grades} />
          <KindPicture counts={tally(report.findings.filter((f) => counted(f, strictness)))} />
        </div>
        <GradeTable grades={summary.grades} />
      </section>
      <Findings report={report} scanId={id} strictness={strictness} titles={summary.titles} />
      <Judges consensus={report.assessments?.aivss?.consensus} />
      <Tools report={report} />
      <Coverage report={report} />
      <Source report={report} id={id} />
    </>
  );
}

function Tools({ report }) {
  const { tools } = report;
  const [all, setAll] = useState(false);
  if (!tools?.length) return null;
  const risk = new Map(report.assessments?.aivss?.tool_scores?.map((one) => [one.tool_name, one.aivss_score]));
  const trust = new Map(report.assessments?.tooltrust?.tools?.map((one) => [one.name, one.grade]));
  const shown = all ? tools : tools.slice(0, 100);
  return (
    <section aria-labelledby="tools-list">
      <h2 id="tools-list">Tools ({tools.length})</h2>
      <Scroll label="Each tool" boxed>
        <table>
          <caption>What the tools may do, as their definitions show it</caption>
          <thead><tr><th scope="col">Tool</th><th scope="col">Class</th><th scope="col">Can</th><th scope="col">AIVSS risk</th><th scope="col">ToolTrust</th><th scope="col">Findings</th></tr></thead>
          <tbody>
            {shown.map((tool, i) => (
              <tr key={i}>
                <th scope="row"><Quoted text={tool.name.slice(0, 200)} /></th>
                <td>{tool.class}</td>
                <td>{tool.capabilities.map((one, n) => <>{n > 0 && ', '}<a href={`/rules/${part(one)}`}>{one}</a></>)}</td>
                <td class="number">{risk.get(tool.name) ?? '–'}</td>
                <td>{trust.get(tool.name) ?? '–'}</td>
                <td>{tool.finding_ids.slice(0, 20).map((one, n) => <>{n > 0 && ', '}<a href={`#${one}`}>{one}</a></>)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
      {!all && tools.length > shown.length && <button type="button" class="quiet" onClick={() => setAll(true)}>Show all {tools.length}</button>}
    </section>
  );
}

function Coverage({ report }) {
  const facets = Object.entries(report.evidence.coverage.facets);
  return (
    <section aria-labelledby="coverage">
      <h2 id="coverage">What was looked at</h2>
      <Scroll label="Each part" boxed>
        <table>
          <caption>What could not be seen is never scored as seen.</caption>
          <thead><tr><th scope="col">Part</th><th scope="col">State</th><th scope="col">Why</th></tr></thead>
          <tbody>{facets.map(([name, facet]) => (
            <tr key={name}><th scope="row">{spaced(name)}</th><td><span class={`state ${facet.state}`}>{facetStates[facet.state]}</span></td><td><Quoted text={facet.reason} /></td></tr>
          ))}</tbody>
        </table>
      </Scroll>
    </section>
  );
}

const forms = [['json', 'JSON'], ['html', 'one HTML file'], ['md', 'Markdown'], ['sarif', 'SARIF'], ['csv', 'CSV'], ['junit.xml', 'JUnit'], ['cyclonedx.json', 'CycloneDX']];

function Source({ report, id }) {
  return (
    <section aria-labelledby="source">
      <h2 id="source">Take it with you</h2>
      <div class="box">
        <p class="row">{forms.map(([ending, name]) => <a key={ending} class="button" href={`/api/v1/scans/${part(id)}/report.${ending}`}>{name}</a>)}
          <a class="button" href={`/api/v1/scans/${part(id)}/evidence`}>Evidence</a></p>
        <dl>
          <dt>Program</dt><dd>mcpjury {report.program.version} {report.program.commit}</dd>
          <dt>Catalogue</dt><dd>{report.catalog.version} <code>{report.catalog.sha256}</code></dd>
          <dt>Evidence</dt><dd><code>{report.evidence.sha256}</code></dd>
        </dl>
        <p class="soft">The same evidence under the same catalogue gives the same report: <code>mcpjury grade</code> recomputes it.</p>
      </div>
    </section>
  );
}
