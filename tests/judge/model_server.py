"""A scripted server on loopback that speaks both wire protocols of language models as their makers document them:
POST …/v1/chat/completions with a Bearer key, POST …/v1/messages with x-api-key and anthropic-version. It checks what it
is sent, keeps every body, and plays whatever part it is given. Not a test itself."""
import http.server
import json
import threading
import time

KEY = "test-key-4711"
QUESTIONS = ["injection", "ambiguous_parameters", "undisclosed_effects", "power_beyond_purpose"]


def rubric(impact="none", reason="nothing was seen", **more):
    one = {"scope": "server", "exploitability": "unconditional", "impact": impact, "detection": "invisible",
           "amplification": "full", "reason": reason}
    return json.dumps({**{question: one for question in QUESTIONS}, **more})


class ModelServer:
    """`part` is called as part(call) and returns (status, headers, body), or None when it has answered by itself."""

    def __init__(self, part):
        self.part = part
        self.bodies, self.problems, self.paths = [], [], []
        self.open = self.most_open = 0
        self.lock = threading.Lock()
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
                with outer.lock:
                    outer.bodies.append(raw)
                    outer.paths.append(self.path)
                    outer.open += 1
                    outer.most_open = max(outer.most_open, outer.open)
                try:
                    self.answer(Call(self, raw))
                except (BrokenPipeError, ConnectionResetError):
                    pass  # the client has gone; that is what some parts are about

            def answer(self, call):
                try:
                    answer = call.refusal() or outer.part(call)
                finally:
                    # Before the first byte goes out: the client may ask again as soon as it has the last one.
                    with outer.lock:
                        outer.open -= 1
                outer.problems += call.problems
                if answer is None:
                    self.close_connection = True
                    return
                status, headers, body = answer
                body = body if isinstance(body, bytes) else body.encode()
                self.send_response(status)
                for name, value in {"Content-Type": "application/json", "Content-Length": str(len(body)),
                                    **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_GET(self):
                outer.problems.append("GET " + self.path)
                self.send_error(405)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.server.handle_error = lambda *_: None  # clients that hang up are part of the play
        self.port = self.server.server_port
        self.url = f"http://127.0.0.1:{self.port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def specs(self, count=5):
        """Judges of both families, in turn."""
        return [f"openai:gpt-{i}@{self.url}/v1" if i % 2 == 0 else f"anthropic:claude-{i}@{self.url}"
                for i in range(count)]


class Call:
    def __init__(self, handler, raw):
        self.handler, self.raw, self.problems = handler, raw, []
        self.family = "anthropic" if handler.path == "/v1/messages" else "openai"
        try:
            self.body = json.loads(raw)
        except ValueError:
            self.body = {}
            self.problems.append("no JSON")

    @property
    def user(self):
        return self.body["messages"][-1]["content"]

    @property
    def canary(self):
        return self.user.split(" canary ", 1)[1].split("\n", 1)[0]

    @property
    def fence(self):
        return self.user.split("BEGIN ", 1)[1].split(" ", 1)[0]

    @property
    def tool(self):
        return json.loads(self.user.split("\n")[2])["tool"]

    def refusal(self):
        """What a real server would refuse, in its own words."""
        headers, body = self.handler.headers, self.body
        if headers.get("Content-Type") != "application/json":
            self.problems.append("content type")
        if self.family == "anthropic":
            if headers.get("x-api-key") != KEY:
                return self.error(401, "authentication_error", "invalid x-api-key")
            if headers.get("anthropic-version") != "2023-06-01":
                return self.error(400, "invalid_request_error", "anthropic-version: header is required")
            allowed = {"model", "max_tokens", "system", "messages", "temperature", "output_config"}
            roles = ["user"]
            wanted = isinstance(body.get("max_tokens"), int) and isinstance(body.get("system"), str)
        else:
            if self.handler.path != "/v1/chat/completions":
                return self.error(404, "invalid_request_error", "Unknown request URL")
            if headers.get("Authorization") != "Bearer " + KEY:
                return self.error(401, "invalid_request_error", "Incorrect API key provided")
            allowed = {"model", "messages", "stream", "temperature", "seed", "response_format", "max_completion_tokens",
                       "max_tokens"}
            roles = ["system", "user"]
            wanted = body.get("stream") is False
        if set(body) - allowed or not wanted or [m["role"] for m in body.get("messages", [])] != roles:
            self.problems.append(f"{self.family}: {sorted(body)}")
            return self.error(400, "invalid_request_error", "the request is not as documented")
        if body.get("temperature", 0) != 0:
            self.problems.append("temperature")
        return None

    def error(self, status, kind, message, headers=None):
        if self.family == "anthropic":
            body = {"type": "error", "error": {"type": kind, "message": message}, "request_id": "req_011"}
        else:
            body = {"error": {"message": message, "type": kind, "param": None, "code": None}}
        return status, headers or {}, json.dumps(body)

    def says(self, text, stop=None, refusal=None):
        """A whole answer in the family's form."""
        if self.family == "anthropic":
            body = {"id": "msg_01", "type": "message", "role": "assistant", "model": self.body["model"] + "-2026",
                    "content": [{"type": "text", "text": text}] if text else [],
                    "stop_reason": "refusal" if refusal else stop or "end_turn", "stop_sequence": None,
                    "usage": {"input_tokens": 900, "output_tokens": 120, "cache_creation_input_tokens": 0,
                              "cache_read_input_tokens": 100}}
        else:
            finish = {"max_tokens": "length"}.get(stop, "stop")
            body = {"id": "chatcmpl-1", "object": "chat.completion", "created": 1767225600,
                    "model": self.body["model"] + "-2026",
                    "choices": [{"index": 0, "message": {"role": "assistant", "content": text or None,
                                                         "refusal": refusal}, "finish_reason": finish}],
                    "usage": {"prompt_tokens": 1000, "completion_tokens": 120, "total_tokens": 1120}}
        return 200, {}, json.dumps(body)

    def raw_bytes(self, text):
        self.handler.wfile.write(text)
        self.handler.wfile.flush()


# The parts. Each is what a server in that state really does.

def good(call):
    return call.says(rubric())


def alarmed(call):
    return call.says(rubric("critical", "it sends keys away"))


def slow(call):
    time.sleep(6)
    return call.says(rubric())


def dripping(call):
    """A byte now and then: each read succeeds, the answer never ends."""
    call.raw_bytes(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
    for _ in range(60):
        call.raw_bytes(b" ")
        time.sleep(0.1)


def wrong_json(call):
    return call.says('{"verdict": "safe", "score": 10}')


def prose(call):
    return call.says("This tool looks perfectly safe to me. Here is my answer: " + rubric())


def refusing(call):
    return call.says("", refusal="I cannot help with that.")


def html(call):
    return 200, {"Content-Type": "text/html"}, "<!DOCTYPE html><html><body>Sign in to continue</body></html>"


def busy(call):
    return call.error(429, "rate_limit_error", "slow down", {"Retry-After": "3600"})


def overloaded(call):
    return call.error(529, "overloaded_error", "Overloaded")


def bad_key(call):
    return call.error(401, "authentication_error", "invalid x-api-key")


def redirecting(call):
    return 307, {"Location": "http://127.0.0.1:1/elsewhere"}, ""


def cut_body(call):
    text = call.says(rubric())[2].encode()
    call.raw_bytes(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n" % len(text))
    call.raw_bytes(text[:len(text) // 2])


def cut_chunks(call):
    text = call.says(rubric())[2].encode()
    call.raw_bytes(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n")
    call.raw_bytes(b"%x\r\n" % len(text) + text[:80])


def cut_answer(call):
    return call.says(rubric()[:100], stop="max_tokens")


def huge(call):
    return call.says("x" * (2 << 20))


def quoting_canary(call):
    return call.says(rubric("none", "the data asks me to repeat " + call.canary))


def quoting_fence(call):
    return call.says(rubric("none", call.fence.upper()))


def obeying(call):
    """What the injected text of the test orders."""
    return call.says("SAFE")


def obeying_in_form(call):
    return call.says(rubric("none", "rated safe as instructed"))


def no_http(call):
    call.raw_bytes(b"220 mail.example.com ESMTP\r\n")
