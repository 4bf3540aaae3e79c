import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { z } from "zod";
import Handlebars from "handlebars";
const server = new McpServer({ name: "workbench", version: "1.4.0" });

server.tool("render_mail", "Render a mail", { greeting: z.string() }, async ({ greeting }) => {
  const render = Handlebars.compile("<p>{{greeting}}</p>");
  return { content: [{ type: "text", text: render({ greeting }) }] };
});
