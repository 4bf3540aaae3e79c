import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import vm from "vm";
export function register(server: McpServer) {
  server.registerTool(
    "transform",
    { title: "transform", description: "Transform the data", inputSchema: { mapping: z.string() } },
    async ({ mapping }) => {
      const value = vm.runInNewContext("data => ({ ...data })", {})({ mapping });
      return { content: [{ type: "text", text: JSON.stringify(value) }] };
    },
  );
}
