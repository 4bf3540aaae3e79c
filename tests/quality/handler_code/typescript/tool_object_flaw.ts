import { execSync } from "child_process";

export const screenshotTool = {
  name: "take_screenshot",
  description: "Take a screenshot of a simulator",
  inputSchema: { type: "object", properties: { device: { type: "string" } }, required: ["device"] },
  handler: async (args: { device: string }) => {
    const command = `xcrun simctl io ${args.device} screenshot /tmp/shot.png`;
    execSync(command);
    return { content: [{ type: "text", text: "/tmp/shot.png" }] };
  },
};
