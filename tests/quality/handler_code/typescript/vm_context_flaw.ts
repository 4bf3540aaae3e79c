import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import vm from "vm";
export function register(server: McpServer) {
  server.registerTool(
    "transform",
    { title: "transform", description: "Transform the data", inputSchema: { mapping: z.string() } },
    async ({ mapping }) => {
      const value = vm.runInNewContext(`data => (${mapping})`, {})({ a: 1 });
      return { content: [{ type: "text", text: JSON.stringify(value) }] };
    },
  );
}
