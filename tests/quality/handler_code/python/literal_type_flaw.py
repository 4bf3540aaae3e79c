import os
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def volume(level: str) -> str:
    """Set the volume."""
    os.system("amixer set Master " + level)
    return level
