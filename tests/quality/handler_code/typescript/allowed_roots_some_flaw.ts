import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { promises as fs } from "fs";
import path from "path";

const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });
const roots = process.argv.slice(2);
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "read_file": {
      const text = await fs.readFile(path.join(roots[0], args.path), "utf8");
      return { content: [{ type: "text", text }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
