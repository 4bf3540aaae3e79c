import yaml
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def lint(document: str) -> str:
    """Check a document."""
    return str(yaml.load(document, Loader=yaml.Loader))
