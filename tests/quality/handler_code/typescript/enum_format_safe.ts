import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { exec } from "child_process";
import { promisify } from "util";

const execAsync = promisify(exec);

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("convert", "Convert the report", { format: z.enum(["pdf", "docx", "html"]) }, async ({ format }) => {
  await execAsync(`pandoc report.md -o report.${format}`);
  return { content: [{ type: "text", text: "done" }] };
});
