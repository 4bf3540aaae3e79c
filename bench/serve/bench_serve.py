#!/usr/bin/env python3
"""make bench-serve: how fast the service answers from a store of 100,000 scans, beside nginx with static files of the
same size: report and directory pages, 1,000 distinct ones, warm, at 64 and 1,000 connections; directory queries that
no cache knows; what 1,000 slow connections change; whether memory stays. Writes bench-serve.json; exit 1 when a bar is
missed.

    bench_serve.py PROGRAM FOLDER_OF_BENCH_PROGRAMS

MCPJURY_BENCH_SCANS (100000), MCPJURY_BENCH_SECONDS (8, of each measurement), MCPJURY_BENCH_MEMORY_SECONDS (300),
MCPJURY_BENCH_PAGES (1000)
"""
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.request

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "store"))
SCANS = int(os.environ.get("MCPJURY_BENCH_SCANS", "100000"))
SERVERS = max(SCANS // 10, 1)
SECONDS = int(os.environ.get("MCPJURY_BENCH_SECONDS", "8"))
MEMORY_SECONDS = int(os.environ.get("MCPJURY_BENCH_MEMORY_SECONDS", "300"))
PAGES = int(os.environ.get("MCPJURY_BENCH_PAGES", "1000"))
RATIO_BAR, SLOW_BAR, MEMORY_BAR = 0.25, 2.0, 1.10
SCRIPT = """
local paths = {}
for line in io.lines("%s") do paths[#paths + 1] = wrk.format("GET", line, {["Host"] = "127.0.0.1:%d", ["Accept-Encoding"] = "gzip"}) end
local at = 0
function setup(thread) thread:set("seed", at); at = at + math.floor(#paths / 2) end
function request() seed = seed + 1; return paths[seed %% #paths + 1] end
function done(summary, latency, requests)
  io.write(string.format("RESULT %%d %%d %%d %%d %%d\\n", summary.requests, summary.duration, latency:percentile(50),
    latency:percentile(99), summary.errors.status + summary.errors.connect + summary.errors.read + summary.errors.timeout))
end
"""


def wrk(folder, port, paths, connections, seconds=None):
    listed = folder / "paths"
    listed.write_text("\n".join(paths) + "\n")
    script = folder / "paths.lua"
    script.write_text(SCRIPT % (listed, port))
    done = subprocess.run(["wrk", "-t2", f"-c{connections}", f"-d{seconds or SECONDS}s", "--timeout", "30s", "-s", str(script),
                           f"http://127.0.0.1:{port}"], capture_output=True, text=True, check=True)
    found = re.search(r"RESULT (\d+) (\d+) (\d+) (\d+) (\d+)", done.stdout)
    requests, duration, p50, p99, errors = (int(text) for text in found.groups())
    if errors:
        raise SystemExit(f"bench-serve: {errors} of {requests} requests to port {port} failed, such as {paths[0]}")
    return {"requests_per_second": requests / (duration / 1e6), "p50_ms": p50 / 1e3, "p99_ms": p99 / 1e3, "errors": errors}


def fetch(port, path):
    request = urllib.request.Request(f"http://127.0.0.1:{port}{path}", headers={"Accept-Encoding": "gzip"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return len(answer.read())


def filled_store(program, bench, folder):
    from bench_store_input import tool_list
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1700000000"}
    (folder / "tools.json").write_text(json.dumps(tool_list()))
    sample, pattern, store = f"sqlite:{folder}/sample.sqlite", folder / "sample.ndjson", f"sqlite:{folder}/history.sqlite"
    quiet = {"check": True, "env": environment, "stdout": subprocess.DEVNULL}
    subprocess.run([program, "scan", str(folder / "tools.json"), "-q", "--store", sample], **quiet)
    subprocess.run([program, "db", "export", str(pattern), "--store", sample], **quiet)
    subprocess.run([str(bench / "fill_store"), store, str(pattern), str(SCANS), str(SERVERS), "0"], **quiet)
    return store


class Served:
    def __init__(self, program, folder, store):
        config = folder / "mcpjury.yaml"
        config.write_text(f"serve:\n  listen: 127.0.0.1:0\n  store: {store}\n  requests_per_minute: 0\n  connections: 8192\n"
                          "  connections_of_address: 8192\n  header_seconds: 600\n  cache_bytes: 536870912\n")
        self.process = subprocess.Popen([program, "serve", "--config", str(config)], stdout=subprocess.PIPE, text=True)
        self.port = int(re.search(r":(\d+)\s*$", self.process.stdout.readline()).group(1))

    def memory(self):
        status = pathlib.Path(f"/proc/{self.process.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) * 1024

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)


class Nginx:
    """Static files of the same sizes, as plain as nginx serves them."""

    def __init__(self, folder, sizes):
        root = folder / "static"
        root.mkdir()
        for number, size in enumerate(sizes):
            (root / str(number)).write_bytes(os.urandom(size))
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        config = folder / "nginx.conf"
        config.write_text("\n".join((
            # As root its workers would be somebody else, who may not look into the folder.
            "user root;" if os.geteuid() == 0 else "",
            f"daemon off; worker_processes 2; pid {folder}/nginx.pid; error_log {folder}/nginx.log;",
            "worker_rlimit_nofile 16384;", "events { worker_connections 8192; }",
            "http { access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; open_file_cache max=4000;",
            f"client_body_temp_path {folder}/b; proxy_temp_path {folder}/p; fastcgi_temp_path {folder}/f;",
            f"uwsgi_temp_path {folder}/u; scgi_temp_path {folder}/s; default_type text/html;",
            "server { " + f"listen 127.0.0.1:{self.port} reuseport; root {root};" + " } }", "")))
        os.chmod(folder, 0o755)
        self.process = subprocess.Popen(["/usr/sbin/nginx", "-c", str(config), "-p", str(folder)], stderr=subprocess.DEVNULL)
        for _ in range(100):
            try:
                socket.create_connection(("127.0.0.1", self.port), timeout=1).close()
                return
            except OSError:
                time.sleep(0.05)
        raise SystemExit("nginx did not start: " + (folder / "nginx.log").read_text())

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(30)


def beside_nginx(folder, served, name, paths, result):
    with concurrent.futures.ThreadPoolExecutor(8) as several:  # warm: each page was made once
        sizes = list(several.map(lambda path: fetch(served.port, path), paths))
    own = folder / name
    own.mkdir()
    nginx = Nginx(own, sizes)
    figures = {"pages": len(paths), "mean_bytes": sum(sizes) / len(sizes)}
    try:
        for connections in (64, 1000):
            static = wrk(own, nginx.port, [f"/{number}" for number in range(len(paths))], connections)
            ours = wrk(own, served.port, paths, connections)
            ratio = ours["requests_per_second"] / static["requests_per_second"]
            figures[str(connections)] = {"mcpjury": ours, "nginx": static, "ratio": ratio}
            print(f"{name:<10} {connections:>5} connections: {ours['requests_per_second']:>9.0f} requests/s, p99 {ours['p99_ms']:7.2f} ms; "
                  f"nginx {static['requests_per_second']:>9.0f}, p99 {static['p99_ms']:7.2f} ms; ratio {ratio:.2f}", flush=True)
    finally:
        nginx.stop()
    result[name] = figures
    return min(figures[key]["ratio"] for key in ("64", "1000"))


def slow_clients(folder, served, paths, result):
    # In turn, so that whatever else the machine does falls on both.
    calm, loaded = [], []
    for _ in range(3):
        calm.append(wrk(folder, served.port, paths, 64, max(2, SECONDS // 2)))
        slow = []
        for _ in range(1000):
            client = socket.create_connection(("127.0.0.1", served.port))
            client.sendall(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ")
            slow.append(client)
        loaded.append(wrk(folder, served.port, paths, 64, max(2, SECONDS // 2)))
        for client in slow:
            client.close()
    best = [min(run["p99_ms"] for run in runs) for runs in (calm, loaded)]
    result["slow_connections"] = {"p99_without_ms": best[0], "p99_with_1000_ms": best[1], "ratio": best[1] / best[0]}
    print(f"1,000 slow connections: p99 {best[0]:.2f} ms -> {best[1]:.2f} ms, ratio {best[1] / best[0]:.2f}", flush=True)
    return best[1] / best[0]


def memory(folder, served, paths, result):
    samples, begin = [], time.monotonic()
    load = None
    while time.monotonic() - begin < MEMORY_SECONDS:
        if load is None or load.poll() is not None:
            script = folder / "memory.lua"
            (folder / "memory.paths").write_text("\n".join(paths) + "\n")
            script.write_text(SCRIPT % (folder / "memory.paths", served.port))
            left = max(2, int(MEMORY_SECONDS - (time.monotonic() - begin)))
            load = subprocess.Popen(["wrk", "-t1", "-c32", f"-d{left}s", "-s", str(script), f"http://127.0.0.1:{served.port}"],
                                    stdout=subprocess.DEVNULL)
        samples.append(served.memory())
        time.sleep(1)
    load.wait()
    # The first fifth fills the cache; what is there then must suffice.
    settled = max(samples[: max(1, len(samples) // 5)])
    last = max(samples[-max(1, len(samples) // 10):])
    result["memory"] = {"seconds": MEMORY_SECONDS, "after_a_fifth": settled, "at_the_end": last, "ratio": last / settled}
    print(f"memory over {MEMORY_SECONDS} s: {settled / 1e6:.0f} MB -> {last / 1e6:.0f} MB", flush=True)
    return last / settled


def main():
    program, bench = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    result = {"scans": SCANS, "servers": SERVERS, "seconds": SECONDS}
    with tempfile.TemporaryDirectory(prefix="bench-serve-", dir=bench) as name:
        folder = pathlib.Path(name)
        served = Served(program, folder, filled_store(program, bench, folder))
        try:
            reports = [f"/scans/{number}" for number in range(1, SCANS + 1, max(1, SCANS // PAGES))][:PAGES]
            lists = [f"/directory?q=server-{number}&limit={20 + number % 80}" for number in range(PAGES)]
            ratios = [beside_nginx(folder, served, "reports", reports, result),
                      beside_nginx(folder, served, "directory", lists, result)]
            # More of them than can be asked in the time: each is asked once, so none is answered from the cache.
            fresh = [f"/api/v1/servers?q={number % SERVERS}&limit={50 + number // SERVERS}" for number in range(20 * SERVERS)]
            result["uncached_directory"] = wrk(folder, served.port, fresh, 64)
            print(f"directory queries that no cache knows: {result['uncached_directory']['requests_per_second']:.0f}/s, "
                  f"p99 {result['uncached_directory']['p99_ms']:.1f} ms", flush=True)
            slow = slow_clients(folder, served, reports, result)
            grown = memory(folder, served, reports + lists[:100], result)
        finally:
            served.stop()
    bars = {"at least a quarter of nginx": min(ratios) >= RATIO_BAR, "slow connections change p99 at most twice": slow <= SLOW_BAR,
            "memory stays": grown <= MEMORY_BAR}
    result["bars"] = bars
    (bench.parent / "bench-serve.json").write_text(json.dumps(result, indent=2, sort_keys=True) + "\n")
    for what, met in bars.items():
        print(f"{what}: {'met' if met else 'MISSED'}")
    sys.exit(0 if all(bars.values()) else 1)


main()
