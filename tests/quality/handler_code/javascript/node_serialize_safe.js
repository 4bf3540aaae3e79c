import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "session", version: "1.0.0" });

server.tool("restore_session", { state: z.string() }, async ({ state }) => {
  const session = JSON.parse(Buffer.from(state, "base64").toString());
  return { content: [{ type: "text", text: session.user }] };
});
