// The two pictures of a report, as src/report/html_charts.cpp draws them: each mark on its own scale, findings by kind.
import { kinds, severities } from '../lib/marks.js';

const wide = 400;

export function GradePicture({ grades }) {
  const told = grades.map((g) => `${g.title}: ${g.says}, ${g.score}, ${g.state}`).join('; ');
  return (
    <figure>
      <figcaption>What each methodology says, on its own scale</figcaption>
      <svg viewBox={`0 0 ${wide} ${Math.max(grades.length * 56 - 12, 1)}`} role="img" aria-labelledby="grades-title grades-desc">
        <title id="grades-title">The grades, the best mark on the left</title>
        <desc id="grades-desc">{told}</desc>
        {grades.map((grade, row) => <Scale key={grade.id} grade={grade} y={row * 56} />)}
      </svg>
    </figure>
  );
}

function Scale({ grade, y }) {
  const steps = grade.scale;
  const gap = 4, width = (wide - gap * (steps.length - 1)) / steps.length;
  return (
    <g>
      <text x="0" y={y + 13} class="name">{grade.title}</text>
      <text x={wide} y={y + 13} class="faint end">{grade.score} · {grade.state}</text>
      {steps.map((step, i) => {
        const on = step === grade.step, x = i * (width + gap);
        return (
          <g key={step}>
            <rect x={x} y={y + 20} width={width} height="22" rx="3" class={on ? `seg on s-${grade.word}` : 'seg'} />
            <text x={x + width / 2} y={y + 36} class={on ? 'mid inseg' : 'mid faint'}>{step}</text>
          </g>
        );
      })}
    </g>
  );
}

export function KindPicture({ counts }) {
  const left = 78, right = 32, row = 34, legend = kinds.length * row + 8;
  const sums = kinds.map((kind) => severities.reduce((sum, s) => sum + counts[kind][s], 0));
  const most = Math.max(1, ...sums);
  const at = (n) => left + (n * (wide - left - right)) / most;
  const told = kinds.map((kind, i) => [`${kind}: ${sums[i]}`,
    ...severities.filter((s) => counts[kind][s]).map((s) => `${counts[kind][s]} ${s}`)].join(', ')).join('; ');
  return (
    <figure>
      <figcaption>Findings by kind and severity</figcaption>
      <svg viewBox={`0 0 ${wide} ${legend + 18}`} role="img" aria-labelledby="kinds-title kinds-desc">
        <title id="kinds-title">Findings by kind, split by severity</title>
        <desc id="kinds-desc">{told}</desc>
        {kinds.map((kind, i) => <Bar key={kind} kind={kind} counts={counts[kind]} sum={sums[i]} y={i * row} at={at} />)}
        {severities.map((severity, i) => (
          <g key={severity}>
            <rect x={i * 80} y={legend} width="12" height="12" rx="3" class={severity} />
            <text x={i * 80 + 17} y={legend + 11} class="faint">{severity}</text>
          </g>
        ))}
      </svg>
    </figure>
  );
}

function Bar({ kind, counts, sum, y, at }) {
  let before = 0;
  return (
    <g>
      <text x="0" y={y + 17} class="name">{kind}</text>
      {severities.filter((s) => counts[s] > 0).map((severity) => {
        const x = at(before), end = at(before += counts[severity]);
        return (
          <g key={severity}>
            <rect x={x} y={y + 2} width={Math.max(end - x - 1, 2)} height="22" rx="3" class={severity} />
            {end - x > 22 && <text x={(x + end) / 2} y={y + 18} class="mid inseg">{counts[severity]}</text>}
          </g>
        );
      })}
      <text x={at(sum) + 6} y={y + 18} class="faint">{sum}</text>
    </g>
  );
}
