import subprocess


def run(line: str, timeout: int = 30) -> str:
    return subprocess.run(line, shell=True, capture_output=True, text=True, timeout=timeout).stdout

from mcp.server.fastmcp import FastMCP

mcp = FastMCP("workbench")


@mcp.tool()
def dns(domain: str) -> str:
    """Look a domain up."""
    return run(timeout=10, line=f"dig +short {domain}")
