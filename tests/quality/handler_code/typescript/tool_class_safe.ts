import { MCPTool } from "mcp-framework";
import { execFileSync } from "node:child_process";
import { z } from "zod";

export default class DiskUsageTool extends MCPTool<{ folder: string }> {
  name = "disk_usage";
  description = "How much a folder holds";
  schema = { folder: { type: z.string(), description: "Folder" } };

  async execute(input: { folder: string }) {
    return execFileSync("du", ["-sh", "--", input.folder]).toString();
  }
}
