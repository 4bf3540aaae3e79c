#!/usr/bin/env python3
"""make bench-store: what history costs a scan when 100,000 scans of 10,000 servers are kept, how fast scans are
stored and how much room one takes, on SQLite and PostgreSQL; and the look-alike queries of bench_neighbours.

The pair that is compared: `mcpjury scan FILE --no-store` and `mcpjury scan FILE --store URL`, text output, a list of 30
tools of a server that the store knows and that did not change: one process each, taken in turn, medians. Processor time
(user and system) decides, for on a shared machine the clock tells of the neighbours; the clock is written down beside
it. The same for 50 lists in one process, where starting the program is not counted again and again. Writes
bench-store.json; exit 1 when a bar is missed.

    bench_store.py PROGRAM FOLDER_OF_BENCH_PROGRAMS
"""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "tests" / "store"))
from postgres import Cluster  # noqa: E402

from bench_store_input import tool_list  # noqa: E402

SCANS = int(os.environ.get("MCPJURY_BENCH_SCANS", "100000"))
SERVERS = max(SCANS // 10, 1)
ROUNDS = int(os.environ.get("MCPJURY_BENCH_ROUNDS", "31"))
NAMES = os.environ.get("MCPJURY_BENCH_NAMES", "1000000")
NAMES_POSTGRES = os.environ.get("MCPJURY_BENCH_NAMES_POSTGRES", "1000000")
TOGETHER = 50
ADDED = int(os.environ.get("MCPJURY_BENCH_ADDED", "500"))
BAR = 1.3


def timed(command, environment):
    begin = time.monotonic()
    child = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment)
    said = child.stderr.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode != 0 or said:
        raise SystemExit(f"{command}: exit {child.returncode}: {said.decode(errors='replace')}")
    return time.monotonic() - begin, usage.ru_utime + usage.ru_stime


def compared(program, files, store, environment, rounds):
    without, with_history = [], []
    for number in range(rounds + 2):
        # Each scan comes after the last, as a clock would have it.
        at = {**environment, "SOURCE_DATE_EPOCH": str(1_800_000_000 + number)}
        pair = [(without, ["--no-store"]), (with_history, ["--store", store])]
        for taken, words in pair if number % 2 else reversed(pair):
            figures = timed([program, "scan", *files, *words], at)
            if number >= 2:  # two to warm up
                taken.append(figures)
    medians = [[statistics.median(run[index] for run in runs) * 1e3 / len(files) for index in (0, 1)]
               for runs in (without, with_history)]
    return {"without_ms": medians[0][0], "with_ms": medians[1][0], "ratio": medians[1][0] / medians[0][0],
            "cpu_without_ms": medians[0][1], "cpu_with_ms": medians[1][1],
            "cpu_ratio": medians[1][1] / medians[0][1]}


def engine(name, store, program, bench, folder, environment):
    file = str(folder / "tools.json")
    sample = f"sqlite:{folder}/sample-{name}.sqlite"
    subprocess.run([program, "scan", file, "-q", "--store", sample], check=True, env=environment, stdout=subprocess.DEVNULL)
    pattern = str(folder / f"sample-{name}.ndjson")
    subprocess.run([program, "db", "export", pattern, "--store", sample], check=True, env=environment)
    filled = subprocess.run([str(bench / "fill_store"), store, pattern, str(SCANS), str(SERVERS), str(ADDED)], check=True,
                            stdout=subprocess.PIPE, env=environment)
    files = [str(folder / f"tools-{number}.json") for number in range(TOGETHER)]
    figures = {**json.loads(filled.stdout), **compared(program, [file], store, environment, ROUNDS),
               "together": compared(program, files, store, environment, max(ROUNDS // 4, 3))}
    together = figures["together"]
    print(f"{name:<11} scan: processor {figures['cpu_without_ms']:.1f} ms, with history {figures['cpu_with_ms']:.1f} ms, ratio "
          f"{figures['cpu_ratio']:.2f}; clock {figures['without_ms']:.1f} and {figures['with_ms']:.1f} ms, ratio "
          f"{figures['ratio']:.2f}\n"
          f"            each of {TOGETHER} in one process: processor {together['cpu_without_ms']:.1f} and "
          f"{together['cpu_with_ms']:.1f} ms; clock {together['without_ms']:.1f} and {together['with_ms']:.1f} ms\n"
          f"            {figures['add_scans_per_second']:.0f} scans/s stored ({figures['add_scans_per_second_synced']:.0f} "
          f"synced each), {figures['import_scans_per_second']:.0f}/s imported, {figures['bytes_per_scan']} bytes a scan; "
          f"directory page {figures['directory_ms']['page']['p50']:.1f} ms", flush=True)
    return figures


def neighbours(bench, postgres):
    """The figures of the look-alike queries, when that program is built."""
    path = bench / "bench_neighbours"
    if not path.exists():
        print("bench_neighbours is not built: no figures of look-alike queries")
        return None
    done = subprocess.run([str(path), NAMES, "1000", NAMES_POSTGRES], stdout=subprocess.PIPE, check=False,
                          env={**os.environ, "MCPJURY_TEST_POSTGRES": postgres})
    print(done.stdout.decode(), end="", flush=True)
    try:
        return {"exit_code": done.returncode, "figures": json.loads(done.stdout)}
    except ValueError:
        return {"exit_code": done.returncode, "figures": done.stdout.decode()}


def main():
    program, bench = os.path.realpath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    environment = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "SOURCE_DATE_EPOCH": "1700000000"}
    result = {"scans": SCANS, "servers": SERVERS, "rounds": ROUNDS, "engines": {}}
    with tempfile.TemporaryDirectory(prefix="bench-store-", dir=bench) as name:
        folder = pathlib.Path(name)
        (folder / "tools.json").write_text(json.dumps(tool_list()))
        for number in range(TOGETHER):
            (folder / f"tools-{number}.json").write_text(json.dumps(tool_list(number)))
        result["engines"]["sqlite"] = engine("sqlite", f"sqlite:{folder}/history.sqlite", program, bench, folder, environment)
        with Cluster("bench", "neighbours") as cluster:
            result["engines"]["postgresql"] = engine("postgresql", cluster.url("bench"), program, bench, folder,
                                                     environment)
            result["neighbours"] = neighbours(bench, cluster.url("neighbours"))
    (bench.parent / "bench-store.json").write_text(json.dumps(result, indent=2, sort_keys=True) + "\n")
    ratio = result["engines"]["sqlite"]["cpu_ratio"]
    missed = ratio > BAR or (result["neighbours"] or {}).get("exit_code", 0) != 0
    print(f"scan with history at most {BAR} times scan without (processor time): {ratio:.2f}, "
          f"{'met' if ratio <= BAR else 'MISSED'}")
    sys.exit(1 if missed else 0)


main()
