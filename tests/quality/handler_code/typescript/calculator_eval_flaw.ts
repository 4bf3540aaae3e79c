import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("calculate", "Work a sum out", { expression: z.string() }, async ({ expression }) => {
  const result = eval(expression);
  return { content: [{ type: "text", text: String(result) }] };
});
