import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { exec } from "child_process";
import { promisify } from "util";

const execAsync = promisify(exec);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("grep", "Search", { pattern: z.string() }, async ({ pattern }) => {
  const { stdout } = await execAsync(`grep -rn "${pattern}" src`);
  return { content: [{ type: "text", text: stdout }] };
});
