import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { execFileSync } from "child_process";
const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "ping": {
      const output = execFileSync("ping", ["-c", "1", String(args.host)]).toString();
      return { content: [{ type: "text", text: output }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
