from jinja2 import Template
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def greet(message: str) -> str:
    """Greet somebody."""
    return Template("Dear {{ name }}, " + message).render(name="Ada")
