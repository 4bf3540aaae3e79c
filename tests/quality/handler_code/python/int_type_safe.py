import os
from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def tap(x: int, y: int) -> str:
    """Tap the screen."""
    target = "%s %s" % (x, y)
    os.system("adb shell input tap " + target)
    return "ok"
