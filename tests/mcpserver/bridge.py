"""Streamable HTTP in front of a stdio server, for the conformance suite, which speaks HTTP only. Test use only.

Each POST becomes one frame and waits for the answer with its id. What belongs to HTTP alone (status codes, the header
that must repeat the protocol version) is done here, so those checks say nothing about mcpjury mcp.
"""
import http.server
import json
import threading

import peer

STATUS = {-32700: 400, -32600: 400, -32602: 400, -32022: 400, -32601: 404}
VERSION = "io.modelcontextprotocol/protocolVersion"


class Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def answer(self, status, body=None):
        data = b"" if body is None else json.dumps(body).encode()
        self.send_response(status)
        if data:
            self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def do_GET(self):
        self.answer(405)

    do_DELETE = do_GET

    def do_POST(self):
        frame = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        meta = (frame.get("params") or {}).get("_meta") or {}
        modern = VERSION in meta or frame.get("method") == "server/discover"
        if VERSION in meta and self.headers.get("MCP-Protocol-Version") != meta[VERSION]:
            return self.answer(400, {"jsonrpc": "2.0", "id": frame.get("id"),
                                     "error": {"code": -32020, "message": "Header mismatch"}})
        if "id" not in frame or "method" not in frame:
            self.server.behind.send(frame)
            return self.answer(202)
        with self.server.lock:
            answer = self.server.behind.ask(frame["id"], frame["method"], frame.get("params"))
        error = answer.get("error")
        return self.answer(STATUS.get(error["code"], 200) if error and modern else 200, answer)


class Server(http.server.ThreadingHTTPServer):
    def handle_error(self, *_):
        """A client that is gone is no news."""


def start(behind):
    server = Server(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    server.behind, server.lock = behind, threading.Lock()
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server


if __name__ == "__main__":
    one = start(peer.start())
    print(f"http://127.0.0.1:{one.server_address[1]}/mcp", flush=True)
    threading.Event().wait()
