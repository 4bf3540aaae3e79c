import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { exec } from "child_process";
import { promisify } from "util";

const execAsync = promisify(exec);

const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "kill_port": {
      const { stdout } = await execAsync(`lsof -ti tcp:${args.address} | xargs kill`);
      return { content: [{ type: "text", text: stdout }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
