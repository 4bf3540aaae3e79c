import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";

const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("device_state", "State of a device", { device: z.string() }, async ({ device }) => {
  const response = await fetch(`http://${device}/status`);
  return { content: [{ type: "text", text: await response.text() }] };
});
