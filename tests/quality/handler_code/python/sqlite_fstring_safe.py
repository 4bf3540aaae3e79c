import sqlite3
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def describe(table: str) -> str:
    """Columns of a table."""
    connection = sqlite3.connect("data.db")
    rows = connection.execute("SELECT sql FROM sqlite_master WHERE name = ?", (table,)).fetchall()
    return str(rows)
