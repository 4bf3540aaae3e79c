import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("filter_rows", "Filter rows", { condition: z.string() }, async ({ condition }) => {
  const keep = new Function("row", `return ${condition}`);
  const rows = (await load()).filter((row) => keep(row));
  return { content: [{ type: "text", text: JSON.stringify(rows) }] };
});
