"""A server that misbehaves on purpose: one behaviour a path, on loopback only.

    http://127.0.0.1:PORT/<behaviour-id>/mcp

Behaviours below HTTP (closed ports, TLS, a full accept queue) have ports of their own; `ports` of Hostile maps
their ids. Every connection is a thread that ends with the server.
"""
import gzip
import json
import os
import pathlib
import socket
import ssl
import struct
import subprocess
import threading
import time

BOMBS = pathlib.Path(__file__).resolve().parent.parent / "data" / "bombs"
SERVER_INFO = {"name": "hostile", "version": "1.0.0"}
TOOL = {"name": "get_weather", "description": "Gives the weather of a city.",
        "inputSchema": {"type": "object", "properties": {"city": {"type": "string", "maxLength": 80}},
                        "required": ["city"], "additionalProperties": False}}
STEP = 0.2          # how often a dripping thread looks whether the server was stopped


def http(status, body=b"", content_type="application/json", extra=()):
    if isinstance(body, (dict, list, str, int, type(None))):
        body = json.dumps(body).encode()
    lines = [f"HTTP/1.1 {status}", f"Content-Type: {content_type}", f"Content-Length: {len(body)}", *extra]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def result(request, value):
    return {"jsonrpc": "2.0", "id": request.get("id"), "result": value}


class Connection:
    """One client connection: reads requests, plays the behaviour the path names."""

    def __init__(self, server, sock):
        self.server, self.sock = server, sock
        self.buffer = b""

    def run(self):
        try:
            while self.server.alive:
                request = self.read_request()
                if request is None or not self.answer(*request):
                    break
        except OSError:
            pass
        finally:
            self.sock.close()

    def read_request(self):
        self.sock.settimeout(30)
        while b"\r\n\r\n" not in self.buffer:
            piece = self.sock.recv(65536)
            if not piece:
                return None
            self.buffer += piece
        head, _, self.buffer = self.buffer.partition(b"\r\n\r\n")
        lines = head.decode("latin-1").split("\r\n")
        verb, path, _ = lines[0].split(" ", 2)
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines[1:])}
        length = int(headers.get("content-length", "0"))
        while len(self.buffer) < length:
            piece = self.sock.recv(65536)
            if not piece:
                return None
            self.buffer += piece
        body, self.buffer = self.buffer[:length], self.buffer[length:]
        self.server.seen(verb, path, headers, body)
        return verb, path, headers, body

    def answer(self, verb, path, headers, body):
        behaviour = path.split("/")[1].split("?")[0]
        play = getattr(self, "play_" + behaviour.replace("-", "_"), None)
        if play is not None:
            return play(verb, path, headers, body)
        return self.mcp(verb, path, headers, body, {})

    # What a well-behaved legacy server says; `special` replaces single methods.
    def mcp(self, verb, path, headers, body, special):
        if verb == "DELETE":
            return self.send(http("200 OK"))
        if verb != "POST":
            return self.send(http("405 Method Not Allowed", {"error": "POST only"}))
        request = json.loads(body)
        method = request.get("method", "")
        if method in special:
            return special[method](request)
        if method == "initialize":
            return self.send(http("200 OK", result(request, {
                "protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": SERVER_INFO})))
        if method == "tools/list":
            return self.send(http("200 OK", result(request, {"tools": [TOOL]})))
        if "id" not in request:
            return self.send(http("202 Accepted"))
        return self.send(http("400 Bad Request", {"jsonrpc": "2.0", "id": request.get("id"),
                                                  "error": {"code": -32000, "message": "Server not initialized"}}))

    def send(self, data):
        self.sock.sendall(data)
        return True

    def drip(self, data, interval):
        for byte in data:
            self.sock.sendall(bytes([byte]))
            deadline = time.monotonic() + interval
            while time.monotonic() < deadline:
                if not self.server.alive:
                    return False
                time.sleep(min(STEP, interval))
        return False

    def hold(self):
        while self.server.alive:
            self.sock.settimeout(STEP)
            try:
                if not self.sock.recv(1):
                    return False
            except TimeoutError:
                pass
        return False

    def flood(self, piece):
        while self.server.alive:
            self.sock.sendall(piece)
        return False

    # ---- below and at the head ----------------------------------------------------------------------------

    def play_tcp_accept_then_close(self, *_):
        return False

    def play_headers_one_byte_per_second(self, *_):
        return self.drip(b"HTTP/1.1 200 OK\r\nX-Slow: " + b"a" * 600, 1)

    def play_headers_never_end(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\n")
        return self.flood(b"X-Line: " + b"a" * 54 + b"\r\n")

    def play_headers_10k_lines(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\n" + b"".join(b"A: %d\r\n" % i for i in range(10000)) + b"\r\n{}")
        return False

    def play_header_1MiB_value(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nX-Long: " + b"a" * (1 << 20) + b"\r\nContent-Length: 2\r\n\r\n{}")
        return False

    def play_header_nul_and_control(self, verb, path, headers, body):
        if verb == "GET":
            # The NUL in a line of its own: it refuses the answer (RFC 9110, 5.5), and what came before is kept.
            return self.send(b"HTTP/1.1 405 No\r\nServer: x\x1b[31m\r\x85\xffy\r\nX-Nul: a\x00b\r\n"
                             b"Content-Length: 0\r\n\r\n")
        return self.mcp(verb, path, headers, body, {})

    def play_status_garbage(self, *_):
        self.send(b"I am not HTTP at all\r\n\r\n")
        return False

    # ---- framing and body ---------------------------------------------------------------------------------

    def play_content_length_lies_short(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n" + b"x" * 10000)
        return False

    def play_content_length_lies_long(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1048576\r\n\r\n{\"jsonrpc\"")
        return self.hold()

    def play_content_length_and_chunked(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                  b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n")
        return False

    def play_content_length_duplicate_differs(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n"
                  b"Content-Length: 5\r\n\r\n{}abc")
        return False

    def play_chunk_size_overflow(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                  b"FFFFFFFFFFFFFFFFF\r\n{}\r\n0\r\n\r\n")
        return False

    def play_chunk_extension_1MiB(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
                  b"2;" + b"e" * (1 << 20) + b"\r\n{}\r\n0\r\n\r\n")
        return False

    def play_body_endless_fast(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        return self.flood(b"[" * 65536)

    def play_body_drip(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n")
        return self.drip(b"{" + b" " * 600, 2)

    def play_body_then_reset(self, *_):
        self.send(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{\"jsonrpc\":")
        time.sleep(0.05)
        self.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        return False

    def play_encoding_bomb(self, verb, path, headers, body):
        name = path.split("/")[2]
        entry = self.server.bombs[name]
        data = (BOMBS / name).read_bytes()
        self.send(http("200 OK", data, extra=[f"Content-Encoding: {entry['content_encoding']}"]))
        return False

    def play_encoding_stack_of_8(self, *_):
        data = b"{}"
        for _ in range(8):
            data = gzip.compress(data)
        return self.send(http("200 OK", data, extra=["Content-Encoding: " + ", ".join(["gzip"] * 8)]))

    # ---- redirects ----------------------------------------------------------------------------------------

    def redirect(self, where):
        return self.send(http("307 Temporary Redirect", b"", extra=[f"Location: {where}"]))

    def play_redirect_loop_2(self, verb, path, *_):
        return self.redirect("/redirect-loop-2/b" if path.endswith("mcp") else "/redirect-loop-2/mcp")

    def play_redirect_chain_50(self, verb, path, *_):
        hop = path.rsplit("/", 1)[1]
        return self.redirect(f"/redirect-chain-50/{int(hop) + 1 if hop.isdigit() else 1}")

    def play_redirect_to_reserved(self, *_):
        return self.redirect("http://169.254.169.254/latest/meta-data/")

    def play_redirect_to_other_scheme(self, verb, path, *_):
        return self.redirect({"f": "file:///etc/passwd", "g": "gopher://127.0.0.1/x"}.get(
            path.rsplit("/", 1)[1], "data:application/json,{}"))

    def play_redirect_cross_host_with_token(self, verb, path, *_):
        return self.redirect(f"http://127.0.0.1:{self.server.ports['other-origin']}/token-trap/mcp")

    # ---- MCP ----------------------------------------------------------------------------------------------

    SSE = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"

    def play_sse_endless_comments(self, verb, path, headers, body):
        if verb != "POST":
            return self.mcp(verb, path, headers, body, {})
        self.send(self.SSE)
        while self.server.alive:
            self.send(b": still here\n\n")
            time.sleep(STEP)
        return False

    def play_sse_line_no_newline(self, verb, path, headers, body):
        if verb != "POST":
            return self.mcp(verb, path, headers, body, {})
        self.send(self.SSE + b"data: ")
        return self.flood(b"a" * 65536)

    def play_sse_answers_out_of_order(self, verb, path, headers, body):
        def both(request):
            late = {"jsonrpc": "2.0", "id": request["id"] + 1, "result": {"tools": []}}
            mine = result(request, {"tools": [TOOL]})
            self.send(self.SSE + b"".join(b"data: %s\n\n" % json.dumps(m).encode() for m in (late, mine)))
            return False
        return self.mcp(verb, path, headers, body, {"tools/list": both})

    def play_sse_unknown_id_flood(self, verb, path, headers, body):
        def flood(request):
            self.send(self.SSE)
            for number in range(10000):
                self.send(b'data: {"jsonrpc":"2.0","id":%d,"result":{}}\n\n' % (number + 100000))
            return self.hold()
        return self.mcp(verb, path, headers, body, {"tools/list": flood})

    def play_jsonrpc_wrong_id_type(self, verb, path, headers, body):
        def wrong(request):
            return self.send(http("200 OK", {"jsonrpc": "2.0", "id": str(request["id"]), "result": {"tools": [TOOL]}}))
        return self.mcp(verb, path, headers, body, {"tools/list": wrong})

    def play_jsonrpc_result_and_error(self, verb, path, headers, body):
        def both(request):
            return self.send(http("200 OK", {**result(request, {"tools": [TOOL]}),
                                             "error": {"code": -32000, "message": "and no"}}))
        return self.mcp(verb, path, headers, body, {"tools/list": both})

    def play_jsonrpc_not_an_object(self, verb, path, headers, body):
        shape = {"string": "text", "number": 7, "array": [], "null": None}[path.split("/")[2]]
        return self.mcp(verb, path, headers, body, {"tools/list": lambda request: self.send(http("200 OK", shape))})

    def play_pagination_endless(self, verb, path, headers, body):
        def page(request):
            self.server.pages += 1
            return self.send(http("200 OK", result(request, {
                "tools": [dict(TOOL, name=f"tool_{self.server.pages}")], "nextCursor": str(self.server.pages)})))
        return self.mcp(verb, path, headers, body, {"tools/list": page})

    def play_pagination_same_cursor(self, verb, path, headers, body):
        def page(request):
            return self.send(http("200 OK", result(request, {"tools": [TOOL], "nextCursor": "again"})))
        return self.mcp(verb, path, headers, body, {"tools/list": page})

    def play_tools_100k(self, verb, path, headers, body):
        def page(request):
            first = int((request.get("params") or {}).get("cursor") or 0)
            tools = [{"name": f"t{i}", "inputSchema": {"type": "object"}} for i in range(first, first + 400)]
            return self.send(http("200 OK", result(request, {"tools": tools, "nextCursor": str(first + 400)})))
        return self.mcp(verb, path, headers, body, {"tools/list": page})

    def play_tools_duplicate_names(self, verb, path, headers, body):
        twice = lambda request: self.send(http("200 OK", result(request, {"tools": [TOOL, TOOL]})))
        return self.mcp(verb, path, headers, body, {"tools/list": twice})

    def play_server_requests_flood(self, verb, path, headers, body):
        def ask(request):
            asked = [{"jsonrpc": "2.0", "id": 9000 + i, "method": method, "params": {}} for i, method in
                     enumerate(["sampling/createMessage", "roots/list", "elicitation/create"] * 3)]
            answers = asked + [result(request, {"tools": [TOOL]})]
            self.send(self.SSE + b"".join(b"data: %s\n\n" % json.dumps(m).encode() for m in answers))
            return False
        return self.mcp(verb, path, headers, body, {"tools/list": ask})

    def play_answers_differ_each_time(self, verb, path, headers, body):
        def page(request):
            self.server.pages += 1
            return self.send(http("200 OK", result(request, {"tools": [dict(TOOL, name=f"tool_{self.server.pages}")]})))
        return self.mcp(verb, path, headers, body, {"tools/list": page})

    def play_html(self, *_):
        return self.send(http("200 OK", b"<!doctype html><title>hello</title>", "text/html"))

    def play_http_500(self, *_):
        return self.send(http("500 Internal Server Error", b"oops", "text/plain"))


class Hostile:
    """All the listeners. `ports` names those that are not the one of the paths."""

    def __init__(self, folder):
        self.alive, self.pages, self.requests, self.ports = True, 0, [], {}
        self.lock = threading.Lock()
        manifest = json.loads((BOMBS / "manifest.json").read_text())
        entries = manifest["items"] if isinstance(manifest, dict) else manifest
        self.bombs = {e["file"]: e for e in entries if e.get("content_encoding") not in (None, "identity")}
        self.listeners = []
        self.port = self.listen(lambda s: Connection(self, s).run())
        self.ports["other-origin"] = self.listen(lambda s: Connection(self, s).run())
        self.ports["tls-never-finishes"] = self.listen(self.tls_never)
        self.ports["tls-plain-http-on-443"] = self.listen(lambda s: self.plain(s))
        self.ports["tls-self-signed"] = self.listen(self.tls(folder, "self", "localhost", 30))
        self.ports["tls-expired"] = self.listen(self.tls(folder, "expired", "localhost", -1))
        self.ports["tls-wrong-host"] = self.listen(self.tls(folder, "wrong", "other.example", 30))
        self.ports["redirect-https-to-http"] = self.listen(self.tls(folder, "down", "localhost", 30, self.downgrade))
        closed = socket.socket()
        closed.bind(("127.0.0.1", 0))
        self.ports["tcp-refused"] = closed.getsockname()[1]
        self.closed = closed
        self.ports["tcp-blackhole"] = self.black_hole()

    def listen(self, serve):
        listener = socket.create_server(("127.0.0.1", 0), backlog=256)
        self.listeners.append(listener)

        def accept():
            while self.alive:
                try:
                    sock, _ = listener.accept()
                except OSError:
                    return
                threading.Thread(target=self.guarded, args=(serve, sock), daemon=True).start()
        threading.Thread(target=accept, daemon=True).start()
        return listener.getsockname()[1]

    @staticmethod
    def guarded(serve, sock):
        try:
            serve(sock)
        except (OSError, ValueError, KeyError):
            sock.close()

    def seen(self, verb, path, headers, body):
        with self.lock:
            self.requests.append((verb, path, headers, body))

    def tls(self, folder, name, host, days, serve=None):
        key, cert = os.path.join(folder, name + ".key"), os.path.join(folder, name + ".pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", cert, "-subj", "/CN=" + host, "-addext", "subjectAltName=DNS:" + host,
                        *(["-days", str(days)] if days > 0 else ["-days", "1"])], check=True, capture_output=True)
        if days < 0:  # signed again with both dates in the past
            request = os.path.join(folder, name + ".csr")
            subprocess.run(["openssl", "req", "-new", "-key", key, "-out", request, "-subj", "/CN=" + host],
                           check=True, capture_output=True)
            config = os.path.join(folder, name + ".cnf")
            pathlib.Path(folder, "index.txt").write_text("")
            pathlib.Path(folder, "serial").write_text("01\n")
            pathlib.Path(config).write_text(f"[ca]\ndefault_ca=d\n[d]\ndatabase={folder}/index.txt\nserial={folder}/serial\n"
                                            f"new_certs_dir={folder}\ndefault_md=sha256\npolicy=p\n[p]\ncommonName=supplied\n")
            subprocess.run(["openssl", "ca", "-batch", "-config", config, "-selfsign", "-keyfile", key, "-in", request,
                            "-out", cert, "-startdate", "20200101000000Z", "-enddate", "20200201000000Z", "-notext"],
                           check=True, capture_output=True)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(cert, key)

        def run(sock):
            wrapped = context.wrap_socket(sock, server_side=True)
            Connection(self, wrapped).run() if serve is None else serve(wrapped)
        return run

    def downgrade(self, sock):
        connection = Connection(self, sock)
        while connection.read_request() is not None:
            connection.send(http("307 Temporary Redirect", b"", extra=[
                f"Location: http://localhost:{self.port}/redirected/mcp"]))

    def tls_never(self, sock):
        sock.recv(4096)
        sock.sendall(bytes([22, 3, 3, 0, 200, 2]))       # the beginning of a ServerHello, and no more
        while self.alive:
            time.sleep(STEP)

    @staticmethod
    def plain(sock):
        sock.recv(4096)
        sock.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n")
        sock.close()

    def black_hole(self):
        listener = socket.socket()
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        self.listeners.append(listener)
        self.fillers = []
        for _ in range(4):                               # a full accept queue drops what comes after
            filler = socket.socket()
            filler.setblocking(False)
            filler.connect_ex(listener.getsockname())
            self.fillers.append(filler)
        return listener.getsockname()[1]

    def stop(self):
        self.alive = False
        for listener in self.listeners:
            listener.close()


class Names:
    """A DNS server for a few names under hostile.example. Counts its questions."""

    def __init__(self):
        self.sock = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
        self.sock.bind(("127.0.0.1", 0))
        self.port = self.sock.getsockname()[1]
        self.questions = {}
        threading.Thread(target=self.run, daemon=True).start()

    def run(self):
        while True:
            try:
                data, peer = self.sock.recvfrom(4096)
            except OSError:
                return
            labels, at = [], 12
            while data[at]:
                labels.append(data[at + 1:at + 1 + data[at]].decode())
                at += 1 + data[at]
            kind = struct.unpack(">H", data[at + 1:at + 3])[0]
            question = data[12:at + 5]
            name = labels[0].lower()
            count = self.questions[(name, kind)] = self.questions.get((name, kind), 0) + 1
            answers, code = self.answer(name, kind, count)
            if answers is None:
                continue
            head = data[:2] + struct.pack(">HHHHH", 0x8180 | code, 1, len(answers), 0, 0)
            self.sock.sendto(head + question + b"".join(answers), peer)

    @staticmethod
    def record(address):
        return b"\xc0\x0c" + struct.pack(">HHIH", 1, 1, 60, 4) + socket.inet_aton(address)

    def answer(self, name, kind, count):
        if name == "nx":
            return [], 3
        if name == "slow":
            return None, 0
        if kind != 1:
            return [], 0
        if name == "mixed":
            return [self.record("93.184.216.34"), self.record("10.0.0.7")], 0
        if name == "rebind":
            return [self.record("127.0.0.1" if count == 1 else "127.0.0.2")], 0
        if name.startswith("chain"):
            number = int(name[5:] or 0)
            target = f"chain{number + 1}".encode()
            encoded = bytes([len(target)]) + target + b"\x07hostile\x07example\x00"
            return [b"\xc0\x0c" + struct.pack(">HHIH", 5, 1, 60, len(encoded)) + encoded], 0
        return [], 3
