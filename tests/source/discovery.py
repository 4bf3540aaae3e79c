#!/usr/bin/env python3
"""Tools found in the code of real packages, against what the running servers listed.

Fetches each npm package of packages.json at its version with the user's own npm, lets analyse_folder read it, and compares the names with the captured list. Nothing of a package is run. The
captures were made with dummy settings, so a tool that a server registers only under other settings counts as
"more" here although it is one of its tools.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys

import fetching
from fetching import ROOT


def capture_of(data, name):
    path = os.path.join(data, "captures", name.lstrip("@").replace("/", "__") + ".json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def analysed(program, package, folder):
    """What the code says, or None with a reason."""
    path, reason = fetching.unpacked(package, folder)
    if path is None:
        return None, reason
    done = subprocess.run([program, path], capture_output=True, text=True)
    if done.returncode != 0:
        return None, f"analyse_folder failed ({done.returncode})"
    return json.loads(done.stdout), ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.path.join(ROOT, "build/src/code/project/analyse_folder"))
    parser.add_argument("--data", default=os.environ.get("MCPJURY_DATA", os.path.join(ROOT, "../shared/data")))
    parser.add_argument("--folder", default=fetching.default_folder(), help="where packages are kept")
    parser.add_argument("--min-recall", type=float, default=0.0)
    parser.add_argument("--min-precision", type=float, default=0.0)
    options = parser.parse_args()
    if not os.path.isdir(os.path.join(options.data, "captures")):
        print(f"data absent: no captures in {options.data}; nothing was measured")
        return 0
    if shutil.which("npm") is None:
        print("npm absent: packages cannot be fetched; nothing was measured")
        return 0
    if not os.path.exists(options.program):
        print(f"program absent: {options.program}; build the target analyse_folder first")
        return 1
    os.makedirs(options.folder, exist_ok=True)
    captures = {fetching.label(one): capture_of(options.data, one["name"]) for one in fetching.packages(("npm",))}
    wanted = [one for one in fetching.packages(("npm",))
              if (captures[fetching.label(one)] or {}).get("version") == one["version"]]
    if len(wanted) < len(captures):
        print(f"{len(captures) - len(wanted)} packages have no capture of their version")
    results = fetching.each(lambda one: analysed(options.program, one, options.folder), wanted)
    listed_all = found_all = more_all = measured = exact = described = 0
    print(f"{'package':52} {'listed':>6} {'found':>6} {'more':>5}  missing")
    for package, (code, reason) in zip(wanted, results):
        label = fetching.label(package)
        capture = captures[label]
        if code is None:
            print(f"{label:52} {reason}")
            if reason.startswith("analyse_folder"):
                return 1
            continue
        definitions = {one["name"]: one for one in code["definitions"]}
        listed = {tool["name"]: tool for tool in capture["tools"]}
        found = set(definitions) & set(listed)
        more, missing = set(definitions) - set(listed), sorted(set(listed) - set(definitions))
        described += sum(definitions[n].get("description") == listed[n].get("description") for n in found)
        measured += 1
        exact += not more and not missing
        listed_all += len(listed)
        found_all += len(found)
        more_all += len(more)
        print(f"{label:52} {len(listed):6} {len(found):6} {len(more):5}  {', '.join(missing[:4])}")
    if measured == 0:
        print("no package could be fetched; nothing was measured")
        return 0
    recall, precision = found_all / max(listed_all, 1), found_all / max(found_all + more_all, 1)
    print(f"{measured} packages, {exact} of them exactly as listed; {listed_all} tools listed, {found_all} found, "
          f"{more_all} more; recall {recall:.3f}, precision {precision:.3f}; "
          f"{described} descriptions word for word")
    return 0 if recall >= options.min_recall and precision >= options.min_precision else 1


if __name__ == "__main__":
    sys.exit(main())
