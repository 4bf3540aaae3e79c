#!/usr/bin/env python3
"""How much longer a call takes through mcpjury guard: the same server directly and behind the guard, calls in turn.

    bench_guard.py PROGRAM OUTPUT.json [CALLS]

Two servers: the official TypeScript SDK's server-everything (a real one; tool echo) when the npm packages of the
tests are there, and a small scripted one of this tree. The client is this script: it writes a request and waits for
the answer, one at a time. Medians over all calls, and of the differences between neighbours.
"""
import json
import pathlib
import statistics
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
ECHO = [{"name": "echo", "description": "Returns what it was given.",
         "inputSchema": {"type": "object", "properties": {"message": {"type": "string", "description": "Any text."}}}}]


class Client:
    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.number = 0
        self.ask("initialize", {"protocolVersion": "2025-11-25", "capabilities": {},
                                "clientInfo": {"name": "bench", "version": "1"}})
        self.write({"jsonrpc": "2.0", "method": "notifications/initialized"})
        self.tools = [tool["name"] for tool in self.ask("tools/list", {})["result"]["tools"]]

    def write(self, frame):
        self.process.stdin.write(json.dumps(frame).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method, params):
        self.number += 1
        self.write({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            frame = json.loads(self.process.stdout.readline())
            if frame.get("id") == self.number and "method" not in frame:
                return frame

    def timed_call(self, arguments):
        begun = time.perf_counter_ns()
        answer = self.ask("tools/call", {"name": "echo", "arguments": arguments})
        taken = time.perf_counter_ns() - begun
        if "result" not in answer:
            raise SystemExit(f"refused: {answer}")
        return taken / 1000

    def end(self):
        self.process.stdin.close()
        self.process.wait(30)


def measure(program, command, calls, size):
    direct, guarded = Client(command), Client([program, "guard", "--log", "/dev/null", "--", *command])
    if direct.tools[:1] == [] or "echo" not in guarded.tools:
        raise SystemExit("the tool echo is not there")
    arguments = {"message": "x" * size}
    for client in (direct, guarded):  # start-up work of the server is nobody's latency
        for _ in range(100):
            client.timed_call(arguments)
    pairs = []
    for number in range(calls):
        # Who goes first changes: whatever the machine does in between hits both alike.
        if number % 2 == 0:
            one, two = direct.timed_call(arguments), guarded.timed_call(arguments)
        else:
            two, one = guarded.timed_call(arguments), direct.timed_call(arguments)
        pairs.append((one, two))
    direct.end()
    guarded.end()
    ones, twos = sorted(one for one, _ in pairs), sorted(two for _, two in pairs)
    return {"calls": calls, "argument_bytes": size,
            "direct_median_us": round(statistics.median(ones), 1), "guarded_median_us": round(statistics.median(twos), 1),
            "added_median_us": round(statistics.median(two - one for one, two in pairs), 1),
            "ratio": round(statistics.median(twos) / statistics.median(ones), 2),
            "direct_p99_us": round(ones[int(len(ones) * 0.99)], 1), "guarded_p99_us": round(twos[int(len(twos) * 0.99)], 1)}


def main():
    program, output = sys.argv[1], pathlib.Path(sys.argv[2])
    calls = int(sys.argv[3]) if len(sys.argv) > 3 else 2000
    servers = {"scripted": [sys.executable, str(TESTS / "guard" / "scripted_server.py"), json.dumps({"pages": [ECHO]})]}
    node = next((path for path in (TESTS / "node_modules").glob("node-linux-*/bin/node")), None)
    if node is not None:
        everything = TESTS / "node_modules" / "@modelcontextprotocol" / "server-everything" / "dist" / "index.js"
        servers["server-everything"] = [str(node), str(everything), "stdio"]
    else:
        print("npm packages absent: run make setup; only the scripted server is measured")
    runs = []
    for name, command in servers.items():
        for size in (100, 100_000):
            run = {"server": name, **measure(program, command, calls, size)}
            runs.append(run)
            print("{server:<18} {argument_bytes:>7} bytes: direct {direct_median_us} us, through the guard {guarded_median_us} us, "
                  "added {added_median_us} us in the median (ratio {ratio}; p99 {direct_p99_us} and {guarded_p99_us} us)"
                  .format(**run))
    worst = max(run["added_median_us"] for run in runs if run["argument_bytes"] == 100)
    output.write_text(json.dumps({"runs": runs, "worst_added_median_us": worst, "limit_us": 1000}, indent=2) + "\n",
                      encoding="utf-8")
    return 0 if worst < 1000 else 1


if __name__ == "__main__":
    sys.exit(main())
