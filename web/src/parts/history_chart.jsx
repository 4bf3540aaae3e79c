// Scores over time: a small chart for each methodology on its own scale, because their numbers cannot be compared.
// The table beside it says the same in words.
import { useEffect, useRef } from 'preact/hooks';
import uPlot from 'uplot';
import { five, markOf } from '../lib/marks.js';
import { when } from '../lib/words.js';

const color = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const verdictColor = { stop: '--stop', caution: '--caution', allow: '--allow', unknown: '--unknown' };

// In UTC, as all times of the pages; as fine as the axis is.
function axisTime(time, step) {
  const date = new Date(time * 1000);
  const say = (options) => date.toLocaleDateString('en-GB', { timeZone: 'UTC', ...options });
  if (step >= 28 * 86400) return say({ month: 'short', year: 'numeric' });
  if (step >= 86400) return say({ day: 'numeric', month: 'short' });
  return date.toISOString().slice(11, step < 60 ? 19 : 16);
}

function options(one, width, words, tell) {
  const axis = () => color('--soft');
  const grid = { stroke: () => color('--line'), width: 1 };
  return {
    width, height: 150, padding: [10, 28, 0, 0], legend: { show: false },
    cursor: { y: false, points: { size: 9 }, sync: { key: 'history' }, drag: { x: false, y: false } },
    scales: { y: { range: (_, low, high) => [0, one.most ?? Math.max(high ?? 0, 100)] } },
    axes: [
      { stroke: axis, grid: { show: false }, ticks: { show: false }, size: 28, font: '12px system-ui, sans-serif', space: 72,
        values: (_, times, axis, space, step) => times.map((time) => axisTime(time, step)) },
      { stroke: axis, grid, ticks: { show: false }, size: 38, font: '12px system-ui, sans-serif', space: 34 },
    ],
    series: [{}, {
      stroke: () => color('--soft'), width: 1.5, spanGaps: false, paths: uPlot.paths.stepped({ align: 1 }),
      points: { show: false },
    }],
    hooks: { draw: [(plot) => drawPoints(plot, words)], setCursor: [(plot) => tell(plot.cursor.idx)] },
  };
}

// Each point in the colour of what the methodology said: a square, a triangle or a dot, so that colour is not alone.
function drawPoints(plot, words) {
  const { ctx } = plot;
  const size = 5 * devicePixelRatio;
  ctx.save();
  plot.data[0].forEach((time, i) => {
    const value = plot.data[1][i];
    if (value === null) return;
    const x = plot.valToPos(time, 'x', true), y = plot.valToPos(value, 'y', true);
    ctx.fillStyle = color(verdictColor[words[i]]);
    ctx.beginPath();
    if (words[i] === 'stop') ctx.rect(x - size, y - size, 2 * size, 2 * size);
    else if (words[i] === 'caution') { ctx.moveTo(x, y - 1.2 * size); ctx.lineTo(x + 1.2 * size, y + size); ctx.lineTo(x - 1.2 * size, y + size); }
    else ctx.arc(x, y, size, 0, 2 * Math.PI);
    ctx.fill();
  });
  ctx.restore();
}

function Chart({ one, scans }) {
  const box = useRef(null), under = useRef(null);
  const marks = scans.map((scan) => markOf(one.id, scan.marks?.[one.id]));
  const last = marks.at(-1);
  useEffect(() => {
    // What the pointer is over, in all five at once.
    const tell = (i) => {
      const mark = marks[i];
      under.current.textContent = mark ? `${when(scans[i].observed_at).split(',')[0]}: ${mark.says}${mark.score === null ? '' : `, ${mark.score}`}` : `${one.measure}, ${one.better} is better`;
    };
    const times = scans.map((scan) => Date.parse(scan.observed_at) / 1000);
    const plot = new uPlot(options(one, box.current.clientWidth, marks.map((m) => m.word), tell),
      [times, marks.map((m) => m.score)], box.current);
    const sized = new ResizeObserver(() => plot.setSize({ width: box.current.clientWidth, height: 150 }));
    sized.observe(box.current);
    // A canvas keeps its colours: drawn again when the reader or the system chooses others.
    const again = () => plot.redraw(false, true);
    const themed = new MutationObserver(again);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    const system = matchMedia('(prefers-color-scheme: dark)');
    system.addEventListener('change', again);
    return () => { sized.disconnect(); themed.disconnect(); system.removeEventListener('change', again); plot.destroy(); };
  }, [scans]);
  const scored = marks.filter((m) => m.score !== null);
  const told = scored.length === 0 ? 'no scores' : `from ${scored[0].score} to ${scored.at(-1).score} in ${scored.length} scans`;
  return (
    <figure class="chart">
      <figcaption><span>{one.title}</span> <span class={`word ${last?.word}`}>{last?.says}</span><span class="soft" ref={under}>{one.measure}, {one.better} is better</span></figcaption>
      <div ref={box} role="img" aria-label={`${one.title} over time: ${told}. The table below has every scan.`} />
      {scored.length === 0 && <p class="soft none">No scan gave a number.</p>}
    </figure>
  );
}

// `scans` newest first, as the API gives them.
export function HistoryCharts({ scans }) {
  const oldestFirst = [...scans].reverse();
  return <div class="charts">{five.map((one) => <Chart key={one.id} one={one} scans={oldestFirst} />)}</div>;
}
