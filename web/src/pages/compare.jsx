// Five grades side by side, and the findings that make the difference.
import { part } from '../lib/api.js';
import { five, markOf, titleOf, verdictWords } from '../lib/marks.js';
import { Chip, Loading, Problem, Quoted, Scroll, useAnswer, useTitle, Word } from '../parts/basics.jsx';

export function ComparePage({ id }) {
  const { data, error } = useAnswer(`/scans/${part(id)}`);
  useTitle(data?.summary ? `Why the five differ: ${data.summary.title}` : 'Why the five differ');
  if (error) return <><h1>Why the five differ</h1><Problem error={error} /></>;
  if (!data) return <Loading />;
  if (!data.report) return <><h1>Why the five differ</h1><p>There is no report yet. <a href={`/scans/${part(id)}`}>See how far the scan is.</a></p></>;
  const { report, summary } = data;
  return (
    <>
      <h1>Why the five differ</h1>
      <p class="lead"><a href={`/scans/${part(id)}`}><Quoted text={summary.title} /></a>: the same evidence, heard by five methodologies. Their numbers are never averaged.</p>
      <div class="five">{summary.grades.map((grade) => <Column key={grade.id} grade={grade} assessment={report.assessments[grade.id]} id={id} />)}</div>
      <Differences report={report} id={id} />
      <Weights report={report} id={id} />
    </>
  );
}

const heads = { agentreserve: 'Points lost', ampel: 'Engines, 0 to 10', aivss: 'Risk of each', mcpbundles: 'Points taken off', tooltrust: 'Risk points' };

// What moved the score most. MCPAmpel's contributions are products of weights, so its engines speak instead.
function madeOf(id, assessment) {
  if (!assessment || assessment.state === 'not_run') return [];
  if (id === 'ampel')
    return assessment.engines.filter((one) => one.state === 'ok').sort((a, b) => a.sub_score - b.sub_score)
      .map((one) => ({ rule: one.id, points: one.sub_score, finding_ids: one.finding_ids }));
  return [...assessment.contributions].sort((a, b) => b.points - a.points);
}

function Column({ grade, assessment, id }) {
  const other = assessment?.strictness === 'published' ? 'precise' : 'published';
  const here = markOf(grade.id, { ...assessment }), there = markOf(grade.id, { ...assessment?.[other], state: assessment?.state });
  const differs = assessment?.state !== 'not_run' && (here.says !== there.says || here.score !== there.score);
  const parts = madeOf(grade.id, assessment).slice(0, 6);
  return (
    <article class={`card column ${grade.word}`}>
      <h2><a href={`/methodologies/${part(grade.id)}`}>{grade.title}</a></h2>
      <p class="big"><Word word={grade.word} says={grade.says} /></p>
      <ol class="steps-row" aria-label={`Scale of ${grade.title}, the best first`}>{grade.scale.map((step) => (
        <li key={step} class={step === grade.step ? 'on' : ''} aria-current={step === grade.step ? 'true' : undefined}>{step}</li>
      ))}</ol>
      <p>{grade.score} · {grade.state}</p>
      {grade.reason && <p class="soft"><Quoted text={grade.reason} /></p>}
      {differs && <p class="soft">Counted {other === 'published' ? 'as published' : 'precisely'}: {there.says}{there.score !== null && ` (${there.score})`}</p>}
      {parts.length > 0 && (
        <>
          <h3>{heads[grade.id] ?? 'Made of'}</h3>
          <ul class="plain small">{parts.map((one) => (
            <li key={one.rule}><code>{one.rule}</code> <span class="soft number">{one.points}</span> {one.finding_ids.slice(0, 4).map((f, i) => <>{i > 0 && ', '}<a href={`/scans/${part(id)}#${f}`}>{f}</a></>)}</li>
          ))}</ul>
        </>
      )}
      <p class="soft version">version {grade.version}</p>
    </article>
  );
}

function Differences({ report, id }) {
  const { verdicts, differences } = report.agreement;
  const byId = Object.fromEntries(report.findings.map((f) => [f.id, f]));
  const groups = five.filter((one) => report.assessments[one.id]).reduce((out, one) => {
    const word = verdicts[one.id] ?? 'unknown';
    (out[word] ??= []).push(one.title);
    return out;
  }, {});
  return (
    <section aria-labelledby="differences">
      <h2 id="differences">Where they differ</h2>
      <ul class="plain box">{['stop', 'caution', 'allow', 'unknown'].filter((word) => groups[word]).map((word) => (
        <li key={word}><Word word={word} /> {groups[word].join(', ')}</li>
      ))}</ul>
      {differences.length === 0 && <p>All that could judge agree.</p>}
      {differences.map((one) => {
        const [a, b] = one.between.split('/');
        return (
          <div class="box difference" key={one.between}>
            <h3>{titleOf(a)} says {verdictWords[verdicts[a]]?.toLowerCase()}, {titleOf(b)} says {verdictWords[verdicts[b]]?.toLowerCase()}</h3>
            {one.because.length === 0 ? <p class="soft">The same findings weigh differently on their scales.</p> : (
              <ul class="plain">{one.because.map((f) => (
                <li key={f}><Chip severity={byId[f]?.severity} /> <a href={`/scans/${part(id)}#${f}`}>{f}</a> <Quoted text={byId[f]?.message} /></li>
              ))}</ul>
            )}
          </div>
        );
      })}
    </section>
  );
}

// Which finding counts in which methodology, and through which of its rules.
function Weights({ report, id }) {
  const used = new Map();
  for (const one of five) {
    for (const contribution of report.assessments[one.id]?.contributions ?? []) {
      for (const f of contribution.finding_ids) {
        if (!used.has(f)) used.set(f, {});
        (used.get(f)[one.id] ??= []).push(contribution.rule);
      }
    }
  }
  const rows = report.findings.filter((f) => used.has(f.id)).slice(0, 60);
  if (rows.length === 0) return null;
  return (
    <section aria-labelledby="weights">
      <h2 id="weights">Who counts what</h2>
      <Scroll label="Findings and the rules they feed" boxed>
        <table>
          <caption>Each finding, and the rule through which a methodology counts it; a dash where it does not.</caption>
          <thead><tr><th scope="col">Finding</th>{five.map((one) => <th key={one.id} scope="col">{one.title}</th>)}</tr></thead>
          <tbody>{rows.map((f) => (
            <tr key={f.id}>
              <th scope="row"><Chip severity={f.severity} /> <a href={`/scans/${part(id)}#${f.id}`}>{f.id}</a> <span class="plainface"><Quoted text={f.message} /></span></th>
              {five.map((one) => <td key={one.id}>{used.get(f.id)[one.id] ? used.get(f.id)[one.id].map((rule) => <code key={rule}>{rule} </code>) : <span class="soft">–</span>}</td>)}
            </tr>
          ))}</tbody>
        </table>
      </Scroll>
    </section>
  );
}
