// The catalogue that runs: every detector, searched as one types.
import { useMemo, useState } from 'preact/hooks';
import { part } from '../lib/api.js';
import { five, kinds, kindTells, severities, titleOf } from '../lib/marks.js';
import { plural } from '../lib/words.js';
import { Chip, Loading, Problem, Prose, useAnswer, useTitle } from '../parts/basics.jsx';

export function RulesPage() {
  const { data, error } = useAnswer('/detectors');
  const start = new URLSearchParams(location.search);
  const [filter, setFilter] = useState({ text: start.get('q') ?? '', kind: start.get('kind') ?? '', methodology: start.get('methodology') ?? '', severity: '' });
  useTitle('Rules');
  const set = (name) => (event) => setFilter({ ...filter, [name]: event.currentTarget.value });
  const shown = useMemo(() => (data ?? []).filter((rule) => matches(rule, filter)).sort((a, b) => severities.indexOf(a.severity) - severities.indexOf(b.severity) || a.title.localeCompare(b.title)), [data, filter]);
  return (
    <>
      <h1>Rules</h1>
      <p class="lead">The detectors that run in this very program. Each states a fact; the methodologies say what the fact costs.</p>
      <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
        <label>Find <input type="search" value={filter.text} onInput={set('text')} placeholder="word, id or AS-001" /></label>
        <label>Kind <select value={filter.kind} onChange={set('kind')}><option value="">any</option>
          {kinds.map((kind) => <option key={kind} value={kind}>{kind}</option>)}</select></label>
        <label>Severity <select value={filter.severity} onChange={set('severity')}><option value="">any</option>
          {severities.map((one) => <option key={one} value={one}>{one}</option>)}</select></label>
        <label>Counted by <select value={filter.methodology} onChange={set('methodology')}><option value="">any</option>
          {five.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}</select></label>
      </form>
      {error ? <Problem error={error} /> : !data ? <Loading /> : (
        <>
          <p role="status" class="soft">{plural(shown.length, 'rule')}{shown.length !== data.length && ` of ${data.length}`}.{filter.kind && ` ${filter.kind}: ${kindTells[filter.kind]}.`}</p>
          <ul class="rules">{shown.map((rule) => <Rule key={rule.id} rule={rule} />)}</ul>
        </>
      )}
    </>
  );
}

function matches(rule, { text, kind, severity, methodology }) {
  if (kind && rule.kind !== kind) return false;
  if (severity && rule.severity !== severity) return false;
  if (methodology && !rule.feeds?.some((one) => one.methodology === methodology)) return false;
  if (!text) return true;
  const all = [rule.id, rule.title, rule.what, ...(rule.feeds ?? []).map((one) => one.rule)].join(' ').toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => all.includes(word));
}

function Rule({ rule }) {
  const feeds = [...new Set((rule.feeds ?? []).map((one) => titleOf(one.methodology)))];
  return (
    <li class="box rule">
      <h2><a href={`/rules/${part(rule.id)}`}>{rule.title}</a></h2>
      <p><Chip severity={rule.severity} /> <span class="kind">{rule.kind}</span> <code>{rule.id}</code></p>
      <p><Prose text={rule.what} /></p>
      {feeds.length > 0 && <p class="soft">Counted by {feeds.join(', ')}</p>}
    </li>
  );
}
