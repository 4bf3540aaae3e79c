import { MCPTool } from "mcp-framework";
import { execSync } from "node:child_process";
import { z } from "zod";

export default class DiskUsageTool extends MCPTool<{ folder: string }> {
  name = "disk_usage";
  description = "How much a folder holds";
  schema = { folder: { type: z.string(), description: "Folder" } };

  async execute(input: { folder: string }) {
    return execSync("du -sh " + input.folder).toString();
  }
}
