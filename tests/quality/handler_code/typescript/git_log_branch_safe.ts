import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { execFile } from "node:child_process";
import { promisify } from "node:util";

const execFileAsync = promisify(execFile);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("git_log", "Show the commits of a branch", { branch: z.string() }, async ({ branch }) => {
  const { stdout } = await execFileAsync("git", ["log", "--oneline", "--end-of-options", branch]);
  return { content: [{ type: "text", text: stdout }] };
});
