import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { execFileSync } from "child_process";
const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("count", "Count lines", { file: z.string() }, async ({ file }) => {
  const out = execFileSync("bash", ["-c", 'wc -l < "$1"', "count", file]);
  return { content: [{ type: "text", text: String(out) }] };
});
