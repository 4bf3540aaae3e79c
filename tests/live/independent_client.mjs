// An independent client on the official SDK: prints what a server lists.
//   independent_client.mjs http URL | sse URL | stdio COMMAND ARGS…
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { SSEClientTransport } from '@modelcontextprotocol/sdk/client/sse.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [kind, ...rest] = process.argv.slice(2);
const transport =
  kind === 'stdio' ? new StdioClientTransport({ command: rest[0], args: rest.slice(1), stderr: 'ignore' })
  : kind === 'sse' ? new SSEClientTransport(new URL(rest[0]))
  : new StreamableHTTPClientTransport(new URL(rest[0]));
const client = new Client({ name: 'independent', version: '1.0.0' });
await client.connect(transport);
const has = client.getServerCapabilities() ?? {};
const out = { server: client.getServerVersion(), tools: [], prompts: [], resources: [] };
async function all(method, key) {
  let cursor;
  do {
    const page = await client[method](cursor === undefined ? {} : { cursor });
    out[key].push(...page[key]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}
await all('listTools', 'tools');
if (has.prompts) await all('listPrompts', 'prompts');
if (has.resources) await all('listResources', 'resources');
await client.close();
console.log(JSON.stringify(out));
process.exit(0);
