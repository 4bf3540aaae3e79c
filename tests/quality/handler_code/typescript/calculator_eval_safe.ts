import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { evaluate } from "mathjs";
const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("calculate", "Work a sum out", { expression: z.string() }, async ({ expression }) => {
  const result = evaluate(expression);
  return { content: [{ type: "text", text: String(result) }] };
});
