// What the judges of a deep scan said, tool by tool, beside what the rules say.
import { plural } from '../lib/words.js';
import { Quoted, Scroll } from './basics.jsx';

const most = 100;
const order = ['safe', 'caution', 'risky', 'dangerous'];

export function Judges({ consensus }) {
  if (!consensus || consensus.state === 'not_run') return null;
  const tools = consensus.tools.slice(0, most);
  return (
    <section aria-labelledby="judges">
      <h2 id="judges">Judges</h2>
      <p>{plural(consensus.judges.length, 'judge')} read every tool: {consensus.judges.map((one) => one.model && one.kind === 'model' ? `${one.id} (${one.model})` : one.id).join(', ')}.
        {consensus.state !== 'complete' && ` Their panel is ${consensus.state}.`}</p>
      <Scroll label="What the judges said of each tool" boxed>
        <table>
          <caption>Risk, 0 to 10. The merged number is what MCPSafe AIVSS counts: judges may raise what the rules found, never lower it.</caption>
          <thead><tr><th scope="col">Tool</th><th scope="col">Rules</th><th scope="col">Median of judges</th><th scope="col">Merged</th><th scope="col">Agreement</th><th scope="col">Votes</th></tr></thead>
          <tbody>{tools.map((tool, i) => (
            <tr key={i}>
              <th scope="row"><Quoted text={tool.tool_name} /></th>
              <td class="number">{tool.rule_score}</td><td class="number">{tool.median ?? 'none'}</td><td class="number">{tool.merged}</td>
              <td>{tool.agreement ?? 'none'}{tool.needs_review && <><br /><strong>needs a person</strong></>}</td>
              <td>{order.filter((vote) => tool.votes[vote] > 0).map((vote) => `${tool.votes[vote]} ${vote}`).join(', ')}</td>
            </tr>
          ))}</tbody>
        </table>
      </Scroll>
      {tools.some((tool) => tool.judgements.some((one) => one.score > 2)) && (
        <details>
          <summary>Their reasons</summary>
          <div class="inside">{tools.filter((tool) => tool.judgements.some((one) => one.score > 2)).slice(0, 20).map((tool, i) => (
            <div key={i}>
              <h3 class="folded"><Quoted text={tool.tool_name} /></h3>
              <ul class="plain">{tool.judgements.filter((one) => one.state === 'answered').map((one) => (
                <li key={one.judge_id}><code>{one.judge_id}</code> <strong>{one.score}</strong> {one.verdict}: <Quoted text={Object.entries(one.reasons).filter(([name]) => !/I:N/.test(one.vectors[name] ?? '')).map(([, why]) => why).join(' ')} /></li>
              ))}</ul>
            </div>
          ))}</div>
        </details>
      )}
    </section>
  );
}
