from pathlib import Path

NOTES = Path.home() / "notes"

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def read_note(name: str) -> str:
    """Read a note."""
    target = (NOTES / f"{name}.md").resolve()
    if not target.is_relative_to(NOTES):
        raise ValueError("outside of the notes")
    return target.read_text()
