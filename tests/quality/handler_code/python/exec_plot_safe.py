import numexpr
import numpy as np
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def plot(equation: str) -> str:
    """Plot an equation."""
    x = np.linspace(-10, 10, 100)
    y = numexpr.evaluate(equation.replace("^", "**"))
    return str(y)
