import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def convert(tool: str, source: str) -> str:
    """Convert a file."""
    subprocess.run(["pandoc", "--input", "report.md"], check=True)
    return tool
