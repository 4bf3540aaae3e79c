#!/usr/bin/env python3
"""make bench-source: what looking at source costs beside parsing it, and what looking up advisories costs beside
reading them all. Ratios of runs side by side; prints a table and writes bench-source.json."""
import json
import os
import pathlib
import statistics
import subprocess
import sys
import tempfile
import time

FILES = int(os.environ.get("MCPJURY_BENCH_FILES", "10000"))
ROUNDS = int(os.environ.get("MCPJURY_BENCH_ROUNDS", "3"))
HERE = pathlib.Path(__file__).parent


def timed(command):
    """(seconds, peak MB of the largest process, seconds of CPU in all, output)"""
    with tempfile.TemporaryFile() as output:
        begin = time.monotonic()
        child = subprocess.Popen(command, stdout=output)
        _, status, used = os.wait4(child.pid, 0)
        took = time.monotonic() - begin
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in (0, 4):
            sys.exit(f"{command[0]} ended with {child.returncode}")
        output.seek(0)
        return took, used.ru_maxrss / 1024, used.ru_utime + used.ru_stime, output.read().decode()


def main():
    program, bench = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
    out = {"files": FILES}
    with tempfile.TemporaryDirectory() as scratch:
        tree = pathlib.Path(scratch) / "tree"
        subprocess.run([sys.executable, HERE / "make_tree.py", tree, str(FILES)], check=True)
        listed = pathlib.Path(scratch) / "list"
        listed.write_text("".join(f"{path}\n" for path in sorted(tree.rglob("*")) if path.is_file()))
        cores = str(os.cpu_count() or 1)
        ratios, parse, whole, one, peaks, busy = [], [], [], [], [], []
        for _ in range(ROUNDS):
            parse.append(json.loads(timed([bench / "parse_only", listed, cores])[3])["seconds"])
            one.append(json.loads(timed([bench / "parse_only", listed, "1"])[3])["seconds"])
            took, peak, cpu, _ = timed([program, "observe", tree, "-o", pathlib.Path(scratch) / "record.json"])
            whole.append(took)
            peaks.append(peak)
            busy.append(cpu / took)
            ratios.append(took / parse[-1])
        record = json.loads((pathlib.Path(scratch) / "record.json").read_text())
        out["tools_found"] = len(record["facets"]["definition"]["data"]["tools"])
        out["parse_seconds"] = round(statistics.median(parse), 3)
        out["whole_seconds"] = round(statistics.median(whole), 3)
        out["ratio"] = round(statistics.median(ratios), 2)
        out["cores_gain_of_parsing"] = round(statistics.median(one) / statistics.median(parse), 2)
        out["cores_busy"] = round(statistics.median(busy), 2)
        out["peak_mb_of_largest_process"] = round(max(peaks), 1)
        feeds = bench / "bench_feeds"
        data = pathlib.Path(os.environ.get("MCPJURY_DATA", "../shared/data")) / "osv"
        if feeds.exists() and data.is_dir():
            ran = subprocess.run([feeds, data], capture_output=True, text=True, check=True)
            out["feeds"] = json.loads(ran.stdout)
        else:
            out["feeds"] = f"not measured: {data} is not there"
    print(f"files                       {out['files']}, tools found {out['tools_found']}")
    print(f"parsing alone, {cores} cores      {out['parse_seconds']} s (one core takes {out['cores_gain_of_parsing']} times)")
    print(f"whole look                  {out['whole_seconds']} s")
    print(f"ratio                       {out['ratio']}  (bar: at most 2.5)")
    print(f"cores busy in the look      {out['cores_busy']}")
    print(f"peak of largest process     {out['peak_mb_of_largest_process']} MB  (bar: 400)")
    print(f"feeds                       {json.dumps(out['feeds'])}")
    (bench.parent / "bench-source.json").write_text(json.dumps(out, indent=2) + "\n")


main()
