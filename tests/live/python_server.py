"""A stdio server without any SDK that prints a banner first: what real servers do, in thirty lines."""
import json
import sys

TOOL = {"name": "get_weather", "description": "Gives the weather of a city.",
        "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "maxLength": 80}},
                        "required": ["city"], "additionalProperties": False}}


def answer(request):
    method = request.get("method")
    if method == "initialize":
        return {"result": {"protocolVersion": "2025-06-18", "capabilities": {"tools": {}},
                           "serverInfo": {"name": "plain-python", "version": "0.1.0"}}}
    if method == "tools/list":
        return {"result": {"tools": [TOOL]}}
    return {"error": {"code": -32601, "message": "no such method"}}


print("Weather server 0.1.0")
print("listening on stdio", flush=True)
for line in sys.stdin:
    message = json.loads(line)
    if "id" in message:
        print(json.dumps({"jsonrpc": "2.0", "id": message["id"], **answer(message)}), flush=True)
