import sqlite3
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def remove(label: str) -> str:
    """Remove a label."""
    connection = sqlite3.connect("data.db")
    statement = "DELETE FROM labels WHERE name = '%s'" % label
    connection.execute(statement)
    return "removed"
