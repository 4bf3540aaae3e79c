"""A Streamable HTTP MCP server in the test's own process; what it does is set on the object."""
import http.server
import json
import threading


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, value=None, headers=(), sse=False):
        if value is None:
            data = b""
        elif isinstance(value, bytes):
            data = value
        elif sse:
            values = value if isinstance(value, list) else [value]
            data = b"id: p\nretry: 700\ndata: \n\n" + b"".join(b"event: message\ndata: " + json.dumps(one).encode() + b"\n\n"
                                                                 for one in values)
        else:
            data = json.dumps(value).encode()
        self.send_response(status)
        if data:
            self.send_header("Content-Type", "text/event-stream" if sse else "application/json")
        for name, text in headers:
            self.send_header(name, text)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        behind = self.server.behind
        if not behind.notes:
            return self.answer(405)
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Connection", "close")
        self.end_headers()
        for note in behind.notes:
            self.wfile.write(b"data: " + json.dumps(note).encode() + b"\n\n")
            self.wfile.flush()
        behind.release.wait(30)
        return None

    def do_DELETE(self):
        self.server.behind.seen.append((dict(self.headers), "DELETE"))
        self.answer(200)

    def do_POST(self):
        behind = self.server.behind
        body = self.rfile.read(int(self.headers["Content-Length"]))
        frame = json.loads(body)
        behind.seen.append(({name.lower(): value for name, value in self.headers.items()}, frame))
        if behind.status != 200:
            return self.answer(behind.status, b"<html>hello</html>", [("WWW-Authenticate", "Bearer realm=x")])
        if not isinstance(frame, dict) or "id" not in frame or "method" not in frame:
            return self.answer(202)
        answer = {"jsonrpc": "2.0", "id": frame["id"]}
        headers = []
        method, params = frame["method"], frame.get("params", {})
        if method == "initialize":
            answer["result"] = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}},
                                "serverInfo": {"name": "remote", "version": "1"}}
            headers.append(("Mcp-Session-Id", "session-1"))
        elif method == "tools/list":
            at = int(params.get("cursor", 0))
            pages = behind.pages
            answer["result"] = {"tools": pages[at]}
            if at + 1 < len(pages):
                answer["result"]["nextCursor"] = str(at + 1)
        elif method == "tools/call":
            answer["result"] = {"content": [{"type": "text", "text": params["name"]}]}
        else:
            answer["result"] = {}
        if behind.raw is not None and method == "tools/call":
            return self.answer(200, behind.raw)
        extra = behind.before.get(method, [])
        return self.answer(200, [*extra, answer] if behind.sse else answer, headers, sse=behind.sse)


class Remote:
    def __init__(self, pages):
        self.pages, self.seen, self.sse, self.before, self.raw, self.notes, self.status = pages, [], False, {}, None, [], 200
        self.release = threading.Event()
        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None
        self.server.behind = self
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}/mcp"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.release.set()
        self.server.shutdown()
        self.server.server_close()

    def methods(self):
        return [frame["method"] for _, frame in self.seen if isinstance(frame, dict) and "method" in frame]
