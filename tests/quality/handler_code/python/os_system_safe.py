import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def ping(host: str) -> str:
    """Ping a host."""
    subprocess.run(["ping", "-c", "1", host], check=True)
    return "done"
