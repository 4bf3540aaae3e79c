"""The server whose scans fill the stores of the benchmarks."""
VERBS = ("create", "list", "update", "search", "delete", "export")
THINGS = ("issue", "page", "invoice", "calendar event", "repository")


def tool_list(number=77):
    """30 tools of an ordinary server; another number is another server."""
    tools = []
    for thing in THINGS:
        for verb in VERBS:
            tools.append({
                "name": f"{verb}_{thing.replace(' ', '_')}",
                "description": f"{verb.capitalize()} {thing}s of the current workspace. Give the identifier of the {thing} or "
                               "a filter; results come in pages of at most fifty, newest first.",
                "inputSchema": {"type": "object", "required": ["id"], "properties": {
                    "id": {"type": "string", "description": f"The identifier of the {thing}", "maxLength": 64},
                    "filter": {"type": "string", "description": "Words that must occur in it", "maxLength": 200},
                    "limit": {"type": "integer", "minimum": 1, "maximum": 50}}},
                "annotations": {"readOnlyHint": verb in ("list", "search"), "destructiveHint": verb == "delete"}})
    return {"server": {"name": f"server-{number}", "version": "1.4.2"}, "tools": tools}
