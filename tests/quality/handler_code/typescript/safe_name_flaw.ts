import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { promises as fs } from "fs";
import path from "path";

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("export_board", "Export a board", { board: z.string() }, async ({ board }) => {
  await fs.writeFile(`exports/${board}.json`, "{}");
  return { content: [{ type: "text", text: "ok" }] };
});
