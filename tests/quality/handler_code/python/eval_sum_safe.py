import ast
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def calculate(expression: str) -> str:
    """Work a sum out."""
    return str(ast.literal_eval(expression))
