import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { db } from "./db.js";
const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("get_many", "Get records", { ids: z.array(z.string()) }, async ({ ids }) => {
  const rows = await db.all(`SELECT * FROM items WHERE id IN (${ids.map((id) => `'${id}'`).join(",")})`);
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };
});
