import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { Pool } from "pg";

const pool = new Pool();

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("find_user", "Find a user", { email: z.string() }, async ({ email }) => {
  const result = await pool.query(`SELECT id, name FROM users WHERE email = '${email}'`);
  return { content: [{ type: "text", text: JSON.stringify(result.rows) }] };
});
