import base64
import pickle
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def load_state(state: str) -> str:
    """Load a state."""
    return str(pickle.loads(base64.b64decode(state)))
