import os

ROOT = os.path.realpath("data")
from mcp.server import Server
from mcp.types import TextContent

server = Server("ops")


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "read_table":
        target = os.path.realpath(os.path.join(ROOT, arguments["table"]))
        if os.path.commonpath([ROOT, target]) != ROOT:
            raise ValueError("outside")
        with open(target) as handle:
            return [TextContent(type="text", text=handle.read())]
    raise ValueError(f"unknown tool: {name}")
