import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def count_lines(name: str) -> str:
    """Count lines."""
    return subprocess.getoutput("wc -l " + name)
