import psycopg2

connection = psycopg2.connect("")
from mcp.server import Server
from mcp.types import TextContent

server = Server("ops")


@server.call_tool()
async def call_tool(name: str, arguments: dict) -> list[TextContent]:
    if name == "find":
        cursor = connection.cursor()
        cursor.execute("SELECT * FROM people WHERE city = '{}'".format(arguments["city"]))
        return [TextContent(type="text", text=str(cursor.fetchall()))]
    raise ValueError(f"unknown tool: {name}")
