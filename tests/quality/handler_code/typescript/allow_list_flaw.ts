import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { exec } from "child_process";
import { promisify } from "util";

const execAsync = promisify(exec);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("service", "Restart a service", { unit: z.string() }, async ({ unit }) => {
  const { stdout } = await execAsync("systemctl restart " + unit);
  return { content: [{ type: "text", text: stdout }] };
});
