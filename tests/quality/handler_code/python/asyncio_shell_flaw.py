import asyncio
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
async def capture(interface: str) -> str:
    """Capture packets."""
    process = await asyncio.create_subprocess_shell(f"tshark -i {interface} -c 10", stdout=asyncio.subprocess.PIPE)
    out, _ = await process.communicate()
    return out.decode()
