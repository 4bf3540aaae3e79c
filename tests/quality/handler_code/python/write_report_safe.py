from werkzeug.utils import secure_filename
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def save_report(filename: str, text: str) -> str:
    """Save a report."""
    with open(f"reports/{secure_filename(filename)}", "w") as handle:
        handle.write(text)
    return filename
