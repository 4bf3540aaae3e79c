import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import fs from "node:fs";
import path from "node:path";
const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "delete_note": {
      fs.unlinkSync(path.join("/srv/notes", path.basename(args.name)));
      return { content: [{ type: "text", text: "deleted" }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
