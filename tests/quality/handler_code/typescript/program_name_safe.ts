import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { spawn } from "child_process";

const VIEWERS: Record<string, string> = { okular: "/usr/bin/okular", evince: "/usr/bin/evince" };
const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("open_with", "Open the report", { viewer: z.string() }, async ({ viewer }) => {
  const program = VIEWERS[viewer] ? viewer : "okular";
  spawn(VIEWERS[program], ["report.pdf"], { detached: true });
  return { content: [{ type: "text", text: "opened" }] };
});
