import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { promises as fs } from "fs";
import path from "path";

const ROOT = path.resolve("docs");

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("read_doc", "Read a page", { page: z.string() }, async ({ page }) => {
  const file = path.join(ROOT, page);
  const text = await fs.readFile(file, "utf8");
  return { content: [{ type: "text", text: text }] };
});
