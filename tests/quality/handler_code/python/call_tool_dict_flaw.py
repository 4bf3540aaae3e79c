import subprocess
from mcp.server import Server
from mcp.types import TextContent

server = Server("ops")


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "kubectl_get":
        output = subprocess.check_output("kubectl get " + arguments["resource"], shell=True, text=True)
        return [TextContent(type="text", text=output)]
    raise ValueError(f"unknown tool: {name}")
