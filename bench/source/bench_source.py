#!/usr/bin/env python3
"""make bench-source: what looking at source costs beside parsing it, and what looking up advisories costs beside
reading them all. Ratios of runs side by side, in time on the clock and in time of the processors (the first is
only worth something on a machine that does nothing else); prints a table and writes bench-source.json."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import threading
import time

FILES = int(os.environ.get("MCPJURY_BENCH_FILES", "10000"))
ROUNDS = int(os.environ.get("MCPJURY_BENCH_ROUNDS", "3"))
HERE = pathlib.Path(__file__).parent


def family(pid):
    """The process and all that come from it."""
    found, todo = [], [pid]
    while todo:
        one = todo.pop()
        found.append(one)
        try:
            for task in os.listdir(f"/proc/{one}/task"):
                with open(f"/proc/{one}/task/{task}/children") as children:
                    todo += [int(child) for child in children.read().split()]
        except OSError:
            pass  # it ended meanwhile
    return found


def memory_mb(pid):
    """Memory of the family in MB; pages that several of them share are counted once."""
    total = 0
    for one in family(pid):
        try:
            with open(f"/proc/{one}/smaps_rollup") as rollup:
                total += sum(int(line.split()[1]) for line in rollup if line.startswith("Pss:"))
        except (OSError, ValueError):
            # Children give themselves up to nobody's eyes; their resident pages are an upper bound.
            try:
                with open(f"/proc/{one}/statm") as statm:
                    pages = statm.read().split()
                    total += (int(pages[1]) - int(pages[2])) * os.sysconf("SC_PAGESIZE") // 1024
            except (OSError, IndexError):
                pass
    return total / 1024


class Run:
    """One run of a command: seconds, cpu, peak of the largest process, peak of all together (MB), output."""

    def __init__(self, command, sampled=False):
        self.all_mb = 0.0
        with tempfile.TemporaryFile() as output:
            begin = time.monotonic()
            child = subprocess.Popen(command, stdout=output)
            done = threading.Event()
            sampler = threading.Thread(target=self.sample, args=(child.pid, done))
            if sampled:
                sampler.start()
            _, status, used = os.wait4(child.pid, 0)
            self.seconds = time.monotonic() - begin
            done.set()
            if sampled:
                sampler.join()
            child.returncode = os.waitstatus_to_exitcode(status)
            if child.returncode not in (0, 4):
                sys.exit(f"{command[0]} ended with {child.returncode}")
            output.seek(0)
            self.output = output.read().decode()
            self.cpu = used.ru_utime + used.ru_stime
            self.largest_mb = used.ru_maxrss / 1024

    def sample(self, pid, done):
        while not done.wait(0.05):
            self.all_mb = max(self.all_mb, memory_mb(pid))


def measure_feeds(bench, scratch):
    data = pathlib.Path(os.environ.get("MCPJURY_DATA", HERE.parent.parent.parent / "shared" / "data"))
    if not (data / "osv" / "Go.zip").exists() or not (data / "osv" / "PyPI.zip").exists():
        return f"not measured: {data}/osv has no Go.zip and PyPI.zip"
    subprocess.run([bench / "bench_feeds", scratch, data], stdout=subprocess.DEVNULL, check=True)
    return json.loads((pathlib.Path(scratch) / "bench-feeds.json").read_text())


def median(values, digits=3):
    return round(statistics.median(values), digits)


def main():
    program, bench = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    cores = os.cpu_count() or 1
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch) / "tree"
        subprocess.run([sys.executable, HERE / "make_tree.py", tree, str(FILES)], check=True)
        listed = pathlib.Path(scratch) / "list"
        listed.write_text("".join(f"{path}\n" for path in sorted(tree.rglob("*")) if path.is_file()))
        record = pathlib.Path(scratch) / "record.json"
        look = [program, "observe", tree, "-o", record]
        parse, one, whole = [], [], []
        for _ in range(ROUNDS):
            parse.append(Run([bench / "parse_only", listed, str(cores)]))
            whole.append(Run(look))
            one.append(Run([bench / "parse_only", listed, "1"]))
        memory = Run(look, sampled=True)  # apart: looking at it costs time
        definition = json.loads(record.read_text())["facets"]["definition"]
        out = {
            "files": FILES,
            "cores": cores,
            "tools_found": len(definition["data"]["tools"]) if definition.get("data") else 0,
            "parse_seconds": median([run.seconds for run in parse]),
            "whole_seconds": median([run.seconds for run in whole]),
            "ratio": median([b.seconds / a.seconds for a, b in zip(parse, whole)], 2),
            "parse_cpu_seconds": median([run.cpu for run in parse]),
            "whole_cpu_seconds": median([run.cpu for run in whole]),
            "cpu_ratio": median([b.cpu / a.cpu for a, b in zip(parse, whole)], 2),
            "one_core_over_all_of_parsing": median([b.seconds / a.seconds for a, b in zip(parse, one)], 2),
            "cores_busy": median([run.cpu / run.seconds for run in whole], 2),
            "peak_mb_of_largest_process": round(max(run.largest_mb for run in whole), 1),
            "peak_mb_of_all_processes": round(memory.all_mb, 1),
            "feeds": measure_feeds(bench, scratch),
        }
    print(f"files                       {FILES}, tools found {out['tools_found']}")
    print(f"parsing alone, {cores} threads    {out['parse_seconds']} s ({out['parse_cpu_seconds']} s of processor; "
          f"one thread takes {out['one_core_over_all_of_parsing']} times as long)")
    print(f"whole look                  {out['whole_seconds']} s ({out['whole_cpu_seconds']} s of processor)")
    print(f"ratio                       {out['ratio']}  (bar: at most 2.5)")
    print(f"ratio of processor time     {out['cpu_ratio']}")
    print(f"cores busy in the look      {out['cores_busy']}")
    print(f"peak of largest process     {out['peak_mb_of_largest_process']} MB")
    print(f"peak of all processes       {out['peak_mb_of_all_processes']} MB  (bar: 400)")
    print(f"feeds                       {json.dumps(out['feeds'])}")
    (bench.parent / "bench-source.json").write_text(json.dumps(out, indent=2) + "\n")


main()
