import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { execFileSync } from "child_process";
const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("install", "Add packages", { packages: z.array(z.string()) }, async ({ packages }) => {
  const words = ["install", "--"];
  for (const one of packages) {
    words.push(one);
  }
  const out = execFileSync("npm", words);
  return { content: [{ type: "text", text: String(out) }] };
});
