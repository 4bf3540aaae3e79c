// The front page: paste what you want to know about; below, what others asked.
import { useRef, useState } from 'preact/hooks';
import { apiKey, part, post, setApiKey } from '../lib/api.js';
import { kindOf, readTarget } from '../lib/target.js';
import { Loading, Problem, useAnswer } from '../parts/basics.jsx';
import { ServerList } from '../parts/servers.jsx';

export function HomePage() {
  return (
    <>
      <div class="hero">
        <h1>May I trust this MCP server?</h1>
        <p class="lead">One look, one set of evidence, five published methodologies. You see all five grades, what they rest on, and why they differ.</p>
        <ScanForm />
      </div>
      <Newest />
    </>
  );
}

function ScanForm() {
  const [text, setText] = useState('');
  const [options, setOptions] = useState({ deep: false, force: false, dcr: false, private: false, bearer: '' });
  const [key, setKey] = useState(apiKey());
  const [problem, setProblem] = useState(null);
  const [sending, setSending] = useState(false);
  const file = useRef(null);
  const set = (name, value) => setOptions({ ...options, [name]: value });
  const read = text.trim() ? readTarget(text) : null;

  const load = async () => {
    const chosen = file.current.files[0];
    if (!chosen) return;
    if (chosen.size > 4 * 1024 * 1024) setProblem({ message: 'The file is larger than 4 MiB.' });
    else setText(await chosen.text());
  };
  const send = async (event) => {
    event.preventDefault();
    const target = readTarget(text);
    if (target.problem) return setProblem({ message: target.problem });
    const body = { ...target.body };
    for (const name of ['deep', 'force', 'dcr', 'private']) if (options[name]) body[name] = true;
    if (options.bearer) body.credentials = { bearer: options.bearer };
    setApiKey(key);
    setSending(true);
    setProblem(null);
    try {
      const { data } = await post('/scans', body);
      location.assign(`/scans/${part(data.scan_id)}`);
    } catch (error) {
      setProblem(error);
      setSending(false);
    }
    return undefined;
  };

  return (
    <form class="ask" onSubmit={send}>
      <label for="target">Address, package or tool list</label>
      <textarea id="target" rows={text.includes('\n') ? 8 : 2} value={text} spellcheck={false} autocomplete="off" autofocus
        placeholder={'https://host.example/mcp · npm:some-mcp-server · {"tools": […]}'} aria-describedby="target-help"
        onInput={(event) => { setText(event.currentTarget.value); setProblem(null); }}
        onKeyDown={(event) => { if (event.key === 'Enter' && !event.shiftKey && !text.includes('\n') && !/^\s*[[{]/.test(text)) { event.preventDefault(); event.currentTarget.form.requestSubmit(); } }} />
      <p id="target-help" class="soft">{read?.body ? `Reads as ${kindOf(read.body)}. ` : ''}No tool is ever called. A pasted tool list stays private: only who has the address of the report sees it.</p>
      <div class="row">
        <button type="submit" disabled={sending}>{sending ? 'Sending…' : 'Scan'}</button>
        <label class="button">Choose a file<input ref={file} class="away" type="file" accept=".json,application/json" onChange={load} /></label>
      </div>
      {problem && <Problem error={problem} />}
      <details>
        <summary>Options</summary>
        <div class="inside options">
          <label><input type="checkbox" checked={options.deep} onChange={(e) => set('deep', e.currentTarget.checked)} /> Deep: five judges read every tool too</label>
          <label><input type="checkbox" checked={options.force} onChange={(e) => set('force', e.currentTarget.checked)} /> Look again, even when it was scanned a moment ago</label>
          <label><input type="checkbox" checked={options.private} onChange={(e) => set('private', e.currentTarget.checked)} /> Private: not in the directory</label>
          <label><input type="checkbox" checked={options.dcr} onChange={(e) => set('dcr', e.currentTarget.checked)} /> May register a client (OAuth dynamic registration)</label>
          <label>Token for the scanned server <input type="password" autocomplete="off" value={options.bearer} onInput={(e) => set('bearer', e.currentTarget.value)} /><span class="soft">Used for this scan, never stored.</span></label>
          <label>API key of this service <input type="password" autocomplete="off" value={key} onInput={(e) => setKey(e.currentTarget.value)} /><span class="soft">Kept in this tab only.</span></label>
        </div>
      </details>
    </form>
  );
}

function Newest() {
  const { data, error } = useAnswer('/servers?limit=8');
  if (error) return <Problem error={error} />;
  return (
    <section aria-labelledby="newest">
      <div class="heading"><h2 id="newest">Looked at lately</h2><a href="/directory">The whole directory</a></div>
      {!data ? <Loading /> : data.length === 0 ? <p class="box">Nothing yet. The first public scan will stand here.</p> : <ServerList servers={data} />}
    </section>
  );
}
