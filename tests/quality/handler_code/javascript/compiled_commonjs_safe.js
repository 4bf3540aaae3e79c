"use strict";
Object.defineProperty(exports, "__esModule", { value: true });
const mcp_js_1 = require("@modelcontextprotocol/sdk/server/mcp.js");
const zod_1 = require("zod");
const child_process_1 = require("child_process");
const util_1 = require("util");
const execFileAsync = (0, util_1.promisify)(child_process_1.execFile);
const server = new mcp_js_1.McpServer({ name: "shortcuts", version: "1.0.0" });
server.tool("run_shortcut", "Run a shortcut", { shortcut: zod_1.z.string() }, async ({ shortcut }) => {
    const { stdout } = await execFileAsync("shortcuts", ["run", shortcut]);
    return { content: [{ type: "text", text: stdout }] };
});
