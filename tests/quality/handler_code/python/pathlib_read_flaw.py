from pathlib import Path

NOTES = Path.home() / "notes"

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def read_note(name: str) -> str:
    """Read a note."""
    return (NOTES / f"{name}.md").read_text()
