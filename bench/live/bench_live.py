#!/usr/bin/env python3
"""make bench-live: many scans at once against a server that answers after 100 ms; writes build/bench-live.json.

    bench_live.py PROGRAM FOLDER_OF_THE_BENCH_PROGRAMS
"""
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

PROGRAM, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
DELAY_MS, TOOLS, SCANS, JOBS, ONE_BY_ONE = 100, 20, 1000, 200, 10
HANDSHAKES = 1000


class Server:
    def __init__(self, delay, *tls):
        self.process = subprocess.Popen([FOLDER / "latency_server", str(delay), str(TOOLS), *tls], text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.port = int(self.process.stdout.readline())

    def stats(self):
        self.process.stdin.write("stats\n")
        self.process.stdin.flush()
        requests, connections, busy = self.process.stdout.readline().split()
        return int(requests), int(connections), float(busy) / 1000

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def scan(urls, jobs):
    """Wall seconds and peak memory in MB of one process."""
    before = time.monotonic()
    child = subprocess.Popen([PROGRAM, "scan", "-o", "ndjson", "--allow-private", "--exit-zero", "--jobs", str(jobs), *urls],
                             stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    errors = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    seconds = time.monotonic() - before
    if status != 0:
        sys.exit(f"bench-live: the scan failed: {errors.decode()[:400]}")
    return seconds, usage.ru_maxrss / 1024


def median(values):
    return sorted(values)[len(values) // 2]


def plain(figures):
    server = Server(DELAY_MS)
    url = f"http://127.0.0.1:{server.port}/mcp"
    scan([url], 1)
    server.stats()
    single, network = [], []
    for _ in range(5):
        seconds, _ = scan([url], 1)
        requests, _, busy = server.stats()
        single.append(seconds)
        network.append(busy)
    per_scan = median(network)
    figures["requests_per_scan"] = requests
    figures["single_overhead"] = round(median([s / n - 1 for s, n in zip(single, network)]), 3)
    one_by_one, _ = scan([url] * ONE_BY_ONE, 1)
    server.stats()
    together, peak = scan([url] * SCANS, JOBS)
    ideal = per_scan * SCANS / JOBS
    figures["share_of_latency_bound"] = round(ideal / together, 3)
    figures["scans_per_s"] = round(SCANS / together, 1)
    figures["times_one_after_another"] = round(one_by_one / ONE_BY_ONE * SCANS / together, 1)
    figures["peak_mb"] = round(peak, 1)
    server.stop()


def over_tls(figures):
    with tempfile.TemporaryDirectory() as folder:
        key, certificate = os.path.join(folder, "key.pem"), os.path.join(folder, "cert.pem")
        subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                        "-keyout", key, "-out", certificate, "-subj", "/CN=localhost", "-days", "2"],
                       check=True, capture_output=True)
        # Without latency: what counts here is the work, not the waiting.
        server = Server(0, certificate, key)
        url = f"https://localhost:{server.port}/mcp"
        ratios = []
        for _ in range(3):
            ours, theirs = (float(subprocess.run([FOLDER / name, url, str(HANDSHAKES), str(JOBS)], capture_output=True,
                                                 text=True, check=True).stdout.split()[0])
                            for name in ("client_handshakes", "curl_handshakes"))
            ratios.append((ours / theirs, ours, theirs))
        ratio, ours, theirs = median(ratios)
        figures["tls_handshakes_per_s"] = round(ours, 1)
        figures["tls_handshakes_per_s_curl_alone"] = round(theirs, 1)
        figures["tls_ratio"] = round(ratio, 3)
        server.stats()
        seconds, _ = scan([url] * (HANDSHAKES // 2), JOBS)
        _, connections, _ = server.stats()
        figures["tls_handshakes_per_s_in_whole_scans"] = round(connections / seconds, 1)
        server.stop()


def main():
    figures = {}
    plain(figures)
    over_tls(figures)
    bars = {"single_overhead": ("<=", 0.15), "share_of_latency_bound": (">=", 0.8), "peak_mb": ("<=", 200),
            "tls_ratio": (">=", 0.7)}
    for name, value in figures.items():
        bar = bars.get(name)
        print(f"{name:34} {value:>10}" + (f"   bar {bar[0]} {bar[1]}" if bar else ""))
    pathlib.Path(FOLDER).joinpath("..", "bench-live.json").resolve().write_text(json.dumps(figures, indent=1) + "\n")


main()
