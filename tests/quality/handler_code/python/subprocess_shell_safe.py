import subprocess
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def git_log(repo: str, branch: str) -> str:
    """Show the log of a branch."""
    result = subprocess.run(["git", "log", "--end-of-options", branch], capture_output=True, text=True)
    return result.stdout
