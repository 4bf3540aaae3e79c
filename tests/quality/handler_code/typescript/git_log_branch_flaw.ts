import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { exec } from "child_process";
import { promisify } from "util";

const execAsync = promisify(exec);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("git_log", "Show the commits of a branch", { branch: z.string() }, async ({ branch }) => {
  const { stdout } = await execAsync(`git log --oneline ${branch}`);
  return { content: [{ type: "text", text: stdout }] };
});
