// The official TypeScript SDK, first or second line, as a client of the command given; prints what it got.
//   sdk_client.mjs v1|v2 CALLS.json COMMAND ARGS…
// The SDK checks every structured answer against the output schema of the tool, and throws when it does not fit.
import { readFileSync } from 'node:fs';

const [line, file, command, ...args] = process.argv.slice(2);
const core = line === 'v2' ? await import('@modelcontextprotocol/client') : await import('@modelcontextprotocol/sdk/client/index.js');
const { StdioClientTransport } =
  line === 'v2' ? await import('@modelcontextprotocol/client/stdio') : await import('@modelcontextprotocol/sdk/client/stdio.js');
const options = line === 'v2' ? { versionNegotiation: { mode: 'auto' } } : {};
const client = new core.Client({ name: 'test', version: '1.0.0' }, options);
await client.connect(new StdioClientTransport({ command, args, stderr: 'inherit' }));
const out = { server: client.getServerVersion(), calls: [] };
out.version = client.getNegotiatedProtocolVersion?.() ?? null;
out.tools = (await client.listTools()).tools;
for (const call of JSON.parse(readFileSync(file, 'utf8'))) {
  try {
    out.calls.push(await client.callTool(call));
  } catch (error) {
    out.calls.push({ thrown: String(error), code: error.code ?? null });
  }
}
await client.close();
process.stdout.write(JSON.stringify(out), () => process.exit(0));
