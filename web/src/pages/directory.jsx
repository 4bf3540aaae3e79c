// The directory: servers that were scanned in public, filtered as one types; the address keeps the filters.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { get } from '../lib/api.js';
import { five, kinds, kindTells, verdictWords } from '../lib/marks.js';
import { plural } from '../lib/words.js';
import { Loading, Problem, useAnswer } from '../parts/basics.jsx';
import { ServerList } from '../parts/servers.jsx';

const names = ['q', 'verdict', 'methodology', 'grade', 'kind', 'since'];

function fromAddress() {
  const query = new URLSearchParams(location.search);
  return Object.fromEntries(names.map((name) => [name, query.get(name) ?? '']));
}

function queryOf(filter) {
  const query = new URLSearchParams();
  for (const name of names) if (filter[name]) query.set(name, filter[name]);
  return query.toString();
}

// Typing asks once it pauses.
function useSettled(value) {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), 250);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

export function DirectoryPage() {
  const [filter, setFilter] = useState(fromAddress);
  const query = useSettled(queryOf(filter));
  const { data, meta, error, loading } = useAnswer(`/servers?${query}`);
  const counts = useAnswer(`/servers/counts?${query}`);
  const [more, setMore] = useState({ items: [], cursor: null });
  useEffect(() => {
    history.replaceState(null, '', query ? `/directory?${query}` : '/directory');
  }, [query]);
  useEffect(() => setMore({ items: [], cursor: meta?.next_cursor ?? null }), [data]);
  const shown = useMemo(() => [...(data ?? []), ...more.items], [data, more]);
  const next = async () => {
    try {
      const answer = await get(`/servers?${query}${query ? '&' : ''}cursor=${encodeURIComponent(more.cursor)}`);
      setMore({ items: [...more.items, ...answer.data], cursor: answer.meta.next_cursor });
    } catch (problem) {
      setMore({ ...more, error: problem });
    }
  };
  return (
    <>
      <h1>Directory</h1>
      <p class="lead">Every server that was scanned here in public, the newest scan of each.</p>
      <Filters filter={filter} setFilter={setFilter} counts={counts.data} />
      <p role="status" class="soft">{counts.data && `${plural(counts.data.servers, 'server matches', 'servers match')}.`}{loading && ' Looking…'}</p>
      {error ? <Problem error={error} /> : !data ? <Loading /> : shown.length === 0
        ? <p class="box">No server matches. <button type="button" class="quiet" onClick={() => setFilter(Object.fromEntries(names.map((n) => [n, ''])))}>Drop the filters</button></p>
        : <ServerList servers={shown} level={2} />}
      {more.error && <Problem error={more.error} />}
      {more.cursor && <p><button type="button" onClick={next}>Show more</button></p>}
    </>
  );
}

// "malice (2)": how many servers of the present choice have it.
const withCount = (name, n) => (n === undefined ? name : `${name} (${n})`);

function Filters({ filter, setFilter, counts }) {
  const set = (name) => (event) => {
    const value = event.currentTarget.value;
    setFilter({ ...filter, [name]: value, ...(name === 'methodology' ? { grade: '' } : {}) });
  };
  const scale = five.find((one) => one.id === filter.methodology)?.scale ?? [];
  return (
    <form class="filters" role="search" onSubmit={(event) => event.preventDefault()}>
      <label>Name or address <input type="search" name="q" maxlength="200" value={filter.q} onInput={set('q')} /></label>
      <label>Verdict <select name="verdict" value={filter.verdict} onChange={set('verdict')}>
        <option value="">any</option>{Object.entries(verdictWords).map(([word, says]) => <option key={word} value={word}>{withCount(says, counts?.verdicts?.[word])}</option>)}
      </select></label>
      <label>Has findings of <select name="kind" value={filter.kind} onChange={set('kind')}>
        <option value="">any kind</option>{kinds.map((kind) => <option key={kind} value={kind} title={kindTells[kind]}>{withCount(kind, counts?.kinds?.[kind])}</option>)}
      </select></label>
      <label>Methodology <select name="methodology" value={filter.methodology} onChange={set('methodology')}>
        <option value="">any</option>{five.map((one) => <option key={one.id} value={one.id}>{one.title}</option>)}
      </select></label>
      {scale.length > 0 && <label>Its grade <select name="grade" value={filter.grade} onChange={set('grade')}>
        <option value="">any</option>{scale.map((step) => <option key={step} value={step}>{withCount(step, counts?.grades?.[filter.methodology]?.[step.toLowerCase()])}</option>)}
      </select></label>}
    </form>
  );
}
