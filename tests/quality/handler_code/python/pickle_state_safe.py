import base64
import json
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def load_state(state: str) -> str:
    """Load a state."""
    return str(json.loads(base64.b64decode(state)))
