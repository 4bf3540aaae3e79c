import os

TARGETS = {"all", "test", "docs"}
from mcp.server import Server
from mcp.types import TextContent

server = Server("ops")


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "build":
        target = arguments.get("target", "all")
        if target not in TARGETS:
            raise ValueError("unknown target")
        os.system("make " + target)
        return [TextContent(type="text", text="built")]
    raise ValueError(f"unknown tool: {name}")
