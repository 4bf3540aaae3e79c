import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("filter_rows", "Filter rows", { column: z.string(), equals: z.string() }, async ({ column, equals }) => {
  const rows = (await load()).filter((row) => row[column] === equals);
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };
});
