#!/usr/bin/env python3
"""make bench-fleet: a whole round over a mock population, scaling, regrade; writes build/bench-fleet.json.

    bench_fleet.py PROGRAM POPULATION RESULT.json [--servers N] [--scale N] [--only round,scale,regrade] [--queue nats|postgresql]

Starts its own PostgreSQL and nats-server. SERVERS and SCALE of the environment set the sizes too.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "store"), str(ROOT / "tests" / "fleet")]
from nats import Nats  # noqa: E402
from postgres import Cluster  # noqa: E402

DATA = pathlib.Path(os.environ.get("MCPJURY_DATA", ROOT.parent / "shared" / "data"))
PROCESSES = 4  # of the population
TICK = os.sysconf("SC_CLK_TCK")


def tool_lists(folder):
    """Real tool lists, one a line, or None: then the population makes them up."""
    file = DATA / "corpus" / "benign-tools.ndjson"
    if not file.is_file():
        print("bench-fleet: no real tool lists here, made-up ones are used")
        return None
    servers = {}
    with open(file, encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            servers.setdefault(row["server"], []).append(row["tool"])
    out = pathlib.Path(folder) / "lists.ndjson"
    out.write_text("".join(json.dumps(tools) + "\n" for tools in servers.values()), encoding="utf-8")
    return str(out)


class Populations:
    def __init__(self, program, delay, lists):
        words = [program, str(delay), *([lists] if lists else [])]
        self.children = [subprocess.Popen(words, text=True, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
                         for _ in range(PROCESSES)]
        ports = [tuple(map(int, child.stdout.readline().split())) for child in self.children]
        self.ports, self.dns = [port for port, _ in ports], ports[0][1]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for child in self.children:
            child.stdin.close()
            child.wait()

    def urls(self, count):
        """Ten servers a host name; names as unlike each other as real ones."""
        hosts = max(count // 10, 50)
        names = [hashlib.sha256(str(number).encode()).hexdigest()[:10] for number in range(hosts)]
        return [f"http://mcp.{names[n % hosts]}.test:{self.ports[n % PROCESSES]}/s/{n}/mcp" for n in range(count)]

    def cpu(self):
        return sum(cpu_of(child.pid) for child in self.children)


def stat_of(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()


def cpu_of(pid):
    fields = stat_of(pid)
    return (int(fields[11]) + int(fields[12])) / TICK


def cpu_below(pid):
    """Of a process and its children, the ended ones included."""
    fields = stat_of(pid)
    total = sum(map(int, fields[11:15])) / TICK
    children = subprocess.run(["ps", "-o", "pid=", "--ppid", str(pid)], capture_output=True, text=True, check=False)
    for child in children.stdout.split():
        try:
            total += cpu_of(int(child))
        except OSError:
            pass
    return total


def memory_of(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return int(line.split()[1]) / 1024
    return 0


class Fleet:
    """One store and one queue, with the settings that go with a population."""

    def __init__(self, program, folder, store, queue, population, **settings):
        self.program, self.folder = program, pathlib.Path(folder)
        self.engines = ["--store", store, "--queue", queue, "--config", str(self.folder / "fleet.yaml")]
        values = {"allowed_hosts": ["*.test"], "resolver": f"127.0.0.1:{population.dns}", "due_least_hours": 0,
                  "due_most_hours": 0, **settings}
        (self.folder / "fleet.yaml").write_text(json.dumps({"fleet": values}))

    def run(self, *words):
        done = subprocess.run([self.program, *map(str, words), *self.engines], capture_output=True, check=False)
        if done.returncode != 0:
            sys.exit(f"bench-fleet: {' '.join(map(str, words))}: {done.stderr.decode()[-400:]}")
        return done.stdout

    def submit(self, urls, round_name):
        # Another list is another source: what is submitted is what stands on it.
        (self.folder / round_name).write_text("\n".join(urls))
        before = time.monotonic()
        self.run("fleet", "submit", "--list", self.folder / round_name, "--round", round_name, "-q", "--all")
        return time.monotonic() - before

    def workers(self, count, jobs):
        """Until the round has ended: wall seconds, and what each worker used."""
        began = time.monotonic()
        children = [subprocess.Popen([self.program, "worker", "--until-ended", "--jobs", str(jobs), *self.engines],
                                     stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for _ in range(count)]
        samples, ends = [[] for _ in children], {}
        while len(ends) < count:
            time.sleep(0.5)
            for number, child in enumerate(children):
                if number in ends:
                    continue
                pid, status, usage = os.wait4(child.pid, os.WNOHANG)
                if pid:
                    ends[number] = (time.monotonic() - began, status, usage)
                    continue
                samples[number].append(memory_of(child.pid))
        wall = max(end for end, _, _ in ends.values())
        out = []
        for number, child in enumerate(children):
            err = child.stderr.read().decode()
            child.stderr.close()
            _, status, usage = ends[number]
            if status != 0:
                sys.exit(f"bench-fleet: a worker failed: {err[-400:]}")
            spent = re.search(r"(\d+) kept.*queue ([\d.]+) s, store ([\d.]+) s, judging ([\d.]+) s", err)
            quarter = max(len(samples[number]) // 4, 1)
            out.append({"kept": int(spent[1]), "cpu": usage.ru_utime + usage.ru_stime, "queue": float(spent[2]),
                        "store": float(spent[3]), "judge": float(spent[4]), "peak_mb": round(usage.ru_maxrss / 1024, 1),
                        "mb_first_quarter": round(max(samples[number][:quarter], default=0), 1),
                        "mb_last_quarter": round(max(samples[number][-quarter:], default=0), 1)})
        return wall, out

    def status(self):
        return json.loads(self.run("fleet", "status", "--json"))


def whole_round(args, folder, lists, cluster, nats_server):
    queue = nats_server.url() if args.queue == "nats" else cluster.url("fleet")
    with Populations(args.population, 50, lists) as population:
        fleet = Fleet(args.program, folder, cluster.url("fleet"), queue, population, timeout=30)
        submit = fleet.submit(population.urls(args.servers), "first")
        postgres = int((cluster.folder / "data" / "postmaster.pid").read_text().split()[0])
        before = cpu_below(postgres), cpu_of(nats_server.child.pid), population.cpu()
        wall, workers = fleet.workers(2, 48)
        after = cpu_below(postgres), cpu_of(nats_server.child.pid), population.cpu()
        status = fleet.status()
        kept = status["outcomes"].get("new", 0)
        cpu = sum(worker["cpu"] for worker in workers)
        thread = 2 * wall
        out = {"servers": args.servers, "queue": args.queue, "kept": kept, "dead": status["jobs"]["dead"],
               "submit_s": round(submit, 1), "round_s": round(wall, 1), "scans_per_s": round(kept / wall, 1),
               "worker_cpu_ms_per_scan": round(1000 * cpu / kept, 2),
               "postgresql_cpu_ms_per_scan": round(1000 * (after[0] - before[0]) / kept, 2),
               "nats_cpu_ms_per_scan": round(1000 * (after[1] - before[1]) / kept, 2),
               "population_cpu_ms_per_scan": round(1000 * (after[2] - before[2]) / kept, 2),
               "queue_share_of_time": round(sum(worker["queue"] for worker in workers) / thread, 3),
               "store_share_of_time": round(sum(worker["store"] for worker in workers) / thread, 3),
               "judging_share_of_time": round(sum(worker["judge"] for worker in workers) / thread, 3),
               "workers": workers}
        shown = subprocess.run([args.program, "db", "status", "--format", "json", "--store", cluster.url("fleet")],
                               capture_output=True, check=False)
        size = re.search(rb'"bytes": *(\d+)', shown.stdout)
        out["store_kb_per_scan"] = round(int(size[1]) / 1024 / max(kept, 1), 1) if size else None
        again = fleet.submit(population.urls(args.servers)[:args.servers // 10], "second")
        wall, second = fleet.workers(2, 48)
        out["second_round"] = {"servers": args.servers // 10, "submit_s": round(again, 1), "scans_per_s":
                               round(args.servers // 10 / wall, 1), "outcomes": fleet.status()["outcomes"],
                               "worker_cpu_ms_per_scan": round(1000 * sum(w["cpu"] for w in second) / (args.servers // 10), 2)}
        return out


def scaling(args, lists, cluster, nats_server):
    """A slow population, so that a worker waits and its cores do not."""
    rows = []
    for count in (1, 2, 4):
        with tempfile.TemporaryDirectory() as folder, Populations(args.population, args.slow, lists) as population:
            queue = nats_server.url() if args.queue == "nats" else cluster.url(f"scale{count}")
            fleet = Fleet(args.program, folder, cluster.url(f"scale{count}"), queue, population, timeout=60)
            fleet.submit(population.urls(args.scale * count), f"scale{count}")
            wall, workers = fleet.workers(count, args.slow_jobs)
            kept = sum(worker["kept"] for worker in workers)
            rows.append({"workers": count, "servers": args.scale * count, "scans_per_s": round(kept / wall, 2),
                         "cores_a_worker": round(max(w["cpu"] for w in workers) / wall, 3),
                         "kept_by_each": [w["kept"] for w in workers]})
            print(f"bench-fleet: {rows[-1]}")
    for row in rows:
        row["of_linear"] = round(row["scans_per_s"] / (rows[0]["scans_per_s"] * row["workers"]), 3)
    return rows


def regrade(args, folder, cluster):
    done = subprocess.run([args.program, "fleet", "regrade", "--all", "--json", "--jobs", "2", "--store", cluster.url("fleet"),
                           "--no-config"], capture_output=True, check=False)
    if done.returncode != 0:
        sys.exit(f"bench-fleet: regrade: {done.stderr.decode()[-400:]}")
    figures = json.loads(done.stdout)
    out = {key: figures[key] for key in ("regraded", "failed", "tools", "seconds", "judge_cpu_seconds", "form_cpu_seconds",
                                         "store_seconds", "tools_per_cpu_second")}
    bench = ROOT / "build" / "bench.json"
    if bench.is_file():
        out["make_bench_tools_per_s"] = json.loads(bench.read_text())["tools_per_s"]
        # make bench reads and judges too, and makes no JSON of its reports; with that it is the second figure.
        out["of_make_bench"] = round(out["tools_per_cpu_second"] / out["make_bench_tools_per_s"], 3)
        both = out["judge_cpu_seconds"] + out["form_cpu_seconds"]
        out["of_make_bench_with_form"] = round(out["tools"] / both / out["make_bench_tools_per_s"], 3)
    else:
        print("bench-fleet: no build/bench.json to compare with; run make bench first")
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("population")
    parser.add_argument("result")
    parser.add_argument("--servers", type=int, default=int(os.environ.get("SERVERS", "25000")))
    parser.add_argument("--scale", type=int, default=int(os.environ.get("SCALE", "600")), help="servers for each worker")
    parser.add_argument("--slow", type=int, default=600, help="milliseconds of the slow population")
    parser.add_argument("--slow-jobs", type=int, default=24)
    parser.add_argument("--only", default="round,scale,regrade")
    parser.add_argument("--queue", default="nats", choices=["nats", "postgresql"])
    args = parser.parse_args()
    parts = args.only.split(",")
    files = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files[1], files[1]))
    figures = {}
    with tempfile.TemporaryDirectory() as folder, Cluster("fleet", "scale1", "scale2", "scale4") as cluster, Nats() as server:
        lists = tool_lists(folder)
        if "round" in parts:
            figures["round"] = whole_round(args, folder, lists, cluster, server)
            print(f"bench-fleet: {figures['round']}")
        if "regrade" in parts:
            figures["regrade"] = regrade(args, folder, cluster)
            print(f"bench-fleet: {figures['regrade']}")
        if "scale" in parts:
            figures["scaling"] = scaling(args, lists, cluster, server)
    pathlib.Path(args.result).write_text(json.dumps(figures, indent=2) + "\n")
    print(json.dumps(figures, indent=2))


if __name__ == "__main__":
    main()
