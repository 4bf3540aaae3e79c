import requests
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def health(server: str) -> str:
    """Health of a server."""
    return requests.get(f"http://{server}/health", timeout=5).text
