import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import { promises as fs } from "fs";
import path from "path";
import os from "os";

export function register(server: McpServer) {
  server.registerTool(
    "save_screenshot",
    { title: "save_screenshot", description: "Save the screenshot", inputSchema: { target: z.string() } },
    async ({ target }) => {
      const image = await capture();
      const file = path.join(os.tmpdir(), `shot-${Date.now()}.png`);
      await fs.writeFile(file, image);
      return { content: [{ type: "text", text: `saved for ${target}` }] };
    },
  );
}
