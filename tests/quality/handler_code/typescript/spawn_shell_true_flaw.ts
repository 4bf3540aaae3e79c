import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { spawnSync } from "child_process";
export function register(server: McpServer) {
  server.registerTool(
    "run_tests",
    { title: "run_tests", description: "Run the tests of a package", inputSchema: { pkg: z.string() } },
    async ({ pkg }) => {
      const run = spawnSync("npm", ["test", "--workspace", pkg], { shell: true });
      return { content: [{ type: "text", text: String(run.stdout) }] };
    },
  );
}
