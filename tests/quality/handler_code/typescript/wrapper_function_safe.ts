import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { CallToolRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { spawn } from "child_process";
const server = new Server({ name: "ops", version: "0.3.1" }, { capabilities: { tools: {} } });

function kubectl(words: string[]): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const child = spawn("kubectl", words);
    child.stdout.on("data", (chunk) => (text += chunk));
    child.on("error", reject);
    child.on("close", () => resolve(text));
  });
}
server.setRequestHandler(CallToolRequestSchema, async (request) => {
  const { name, arguments: args } = request.params;
  switch (name) {
    case "describe_pod": {
      const text = await kubectl(["describe", "pod", args.pod]);
      return { content: [{ type: "text", text }] };
    }
    default:
      throw new Error(`Unknown tool: ${name}`);
  }
});
