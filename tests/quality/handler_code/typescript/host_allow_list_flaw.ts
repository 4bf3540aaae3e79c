import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("fetch_avatar", "Fetch an avatar", { avatar: z.string() }, async ({ avatar }) => {
  const response = await fetch(avatar);
  return { content: [{ type: "text", text: String(response.status) }] };
});
