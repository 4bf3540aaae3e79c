import shutil
import uuid
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def drop_workspace(workspace_id: str) -> str:
    """Remove a workspace."""
    shutil.rmtree("/var/lib/workbench/" + str(int(workspace_id)))
    return "removed"
