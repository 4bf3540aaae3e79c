import subprocess


def run(words: list, timeout: int = 30) -> str:
    return subprocess.run(words, capture_output=True, text=True, timeout=timeout).stdout

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def dns(domain: str) -> str:
    """Look a domain up."""
    return run(timeout=10, words=["dig", "+short", domain])
