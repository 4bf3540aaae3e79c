import httpx
from urllib.parse import urlparse

HOSTS = {"images.example.com"}

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
async def download(image: str) -> str:
    """Download an image."""
    if urlparse(image).hostname not in HOSTS:
        raise ValueError("host not allowed")
    async with httpx.AsyncClient() as client:
        response = await client.get(image)
    return str(len(response.content))
