import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { exec } from "child_process";
import { promisify } from "util";

const execAsync = promisify(exec);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("lookup", "Look a name up", { domain: z.string() }, async ({ domain }) => {
  if (!/^[a-z0-9.-]+$/i.test(domain)) {
    throw new Error("not a domain");
  }
  const { stdout } = await execAsync(`dig +short ${domain}`);
  return { content: [{ type: "text", text: stdout }] };
});
