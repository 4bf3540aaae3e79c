import os
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def restart(unit: str) -> str:
    """Restart a unit."""
    if len(unit) > 64:
        raise ValueError("too long")
    os.system(f"systemctl restart {unit}")
    return "ok"
