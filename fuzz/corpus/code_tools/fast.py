3from mcp.server.fastmcp import FastMCP
mcp=FastMCP("x")
class M(BaseModel):
    a: int = Field(1, ge=0)
@mcp.tool(name="n")
def f(m: M, k: Literal["a"]="a", *, o: Optional[list[str]]=None):
    """Doc."""
@s.list_tools()
async def l(): return [Tool(name=f"{x}", inputSchema={**{}}) for x in ["a"]]
