import os
from typing import Literal
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def volume(level: Literal["0%", "50%", "100%"]) -> str:
    """Set the volume."""
    os.system("amixer set Master " + level)
    return level
