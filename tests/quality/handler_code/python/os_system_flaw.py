import os
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def ping(host: str) -> str:
    """Ping a host."""
    os.system(f"ping -c 1 {host}")
    return "done"
