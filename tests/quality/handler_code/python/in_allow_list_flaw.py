import os
from mcp.server import Server
from mcp.types import TextContent

server = Server("ops")


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "build":
        os.system("make " + arguments.get("target", "all"))
        return [TextContent(type="text", text="built")]
    raise ValueError(f"unknown tool: {name}")
