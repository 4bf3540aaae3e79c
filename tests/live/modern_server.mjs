// A server on the second major version of the SDK: both eras, or with "reject" as argument the modern one only.
import { serve } from '@hono/node-server';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { Hono } from 'hono';
import * as z from 'zod';

const handler = createMcpHandler(
  () => {
    const server = new McpServer({ name: 'modern-example', version: '1.2.3' });
    server.registerTool(
      'get_weather',
      { description: 'Gives the weather of a city.', inputSchema: z.object({ city: z.string().max(80) }) },
      async ({ city }) => ({ content: [{ type: 'text', text: `fine in ${city}` }] }),
    );
    return server;
  },
  process.argv[3] === 'reject' ? { legacy: 'reject' } : {},
);
const app = new Hono();
app.all('/mcp', (c) => handler.fetch(c.req.raw));
serve({ fetch: app.fetch, port: Number(process.argv[2]), hostname: '127.0.0.1' });
