import os

PAPERS = "papers"

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def get_paper(topic: str) -> str:
    """Read what is stored of a topic."""
    with open(os.path.join(PAPERS, os.path.basename(topic), "info.json")) as handle:
        return handle.read()
