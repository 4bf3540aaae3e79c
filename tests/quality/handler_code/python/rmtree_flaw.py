import shutil
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def drop_workspace(workspace_id: str) -> str:
    """Remove a workspace."""
    shutil.rmtree("/var/lib/workbench/" + workspace_id)
    return "removed"
