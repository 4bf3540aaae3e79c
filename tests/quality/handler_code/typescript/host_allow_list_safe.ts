import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
const HOSTS = new Set(["avatars.example.com"]);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("fetch_avatar", "Fetch an avatar", { avatar: z.string() }, async ({ avatar }) => {
  const address = new URL(avatar);
  if (!HOSTS.has(address.hostname)) {
    throw new Error("host not allowed");
  }
  const response = await fetch(address);
  return { content: [{ type: "text", text: String(response.status) }] };
});
