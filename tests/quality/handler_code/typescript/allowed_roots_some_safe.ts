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
      const file = await fs.realpath(path.resolve(args.path));
      const allowed = roots.some((root) => file.startsWith(root + path.sep));
      if (!allowed) {
        throw new Error("access denied");
      }
      const text = await fs.readFile(file, "utf8");
      return { content: [{ type: "text", text }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
