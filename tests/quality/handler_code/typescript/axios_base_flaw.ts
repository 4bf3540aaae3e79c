import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import axios from "axios";
const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });

server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "list_jobs": {
      const { data } = await axios.get(`${args.jenkins}/api/json`, { headers: { authorization: process.env.TOKEN } });
      return { content: [{ type: "text", text: JSON.stringify(data) }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
