import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { exec } from "child_process";
const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });

function kubectl(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    exec(`kubectl ${command}`, (error, stdout) => (error ? reject(error) : resolve(stdout)));
  });
}
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "describe_pod": {
      const text = await kubectl(`describe pod ${args.pod}`);
      return { content: [{ type: "text", text }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
