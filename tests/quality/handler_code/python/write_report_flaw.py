from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def save_report(filename: str, text: str) -> str:
    """Save a report."""
    with open(f"reports/{filename}", "w") as handle:
        handle.write(text)
    return filename
