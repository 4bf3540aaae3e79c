import httpx
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
async def download(image: str) -> str:
    """Download an image."""
    async with httpx.AsyncClient() as client:
        response = await client.get(image)
    return str(len(response.content))
