#!/usr/bin/env python3
"""Tools found in the code of real packages, against what the running servers listed.

Fetches each package of packages.json at its version with the user's own npm, unpacks it into a scratch folder,
lets analyse_folder read it, and compares the names with the captured list. Nothing of a package is run. The
captures were made with dummy settings, so a tool that a server registers only under other settings counts as
"more" here although it is one of its tools.
"""
import argparse
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def capture_of(data, name):
    path = os.path.join(data, "captures", name.lstrip("@").replace("/", "__") + ".json")
    if not os.path.exists(path):
        return None
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def fetch(name, version, folder):
    """The unpacked package, or None with a reason."""
    target = os.path.join(folder, name.lstrip("@").replace("/", "__") + "-" + version)
    if os.path.isdir(target):
        return target, ""
    done = subprocess.run(["npm", "pack", "--silent", "--ignore-scripts", f"{name}@{version}"], cwd=folder,
                          capture_output=True, text=True)
    if done.returncode != 0:
        return None, "npm pack failed: " + (done.stderr.strip().splitlines() or ["no reason given"])[-1]
    archive = os.path.join(folder, done.stdout.strip().splitlines()[-1])
    partial = target + ".partial"
    with tarfile.open(archive) as tar:
        for member in tar:
            clean = os.path.normpath(member.name)
            if member.isfile() and not clean.startswith(("..", "/")):
                member.name = clean
                member.mode = 0o644
                tar.extract(member, partial)
    os.remove(archive)
    inner = [entry for entry in os.listdir(partial)]
    os.rename(os.path.join(partial, inner[0]), target)
    shutil.rmtree(partial)
    return target, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--program", default=os.path.join(ROOT, "build/src/code/project/analyse_folder"))
    parser.add_argument("--data", default=os.environ.get("MCPJURY_DATA", os.path.join(ROOT, "../shared/data")))
    parser.add_argument("--folder", help="where packages are kept; a temporary folder when not given")
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
    with open(os.path.join(HERE, "packages.json"), encoding="utf-8") as file:
        packages = json.load(file)
    folder = options.folder or tempfile.mkdtemp(prefix="mcpjury-packages-")
    os.makedirs(folder, exist_ok=True)
    listed_all = found_all = more_all = measured = exact = described = 0
    print(f"{'package':52} {'listed':>6} {'found':>6} {'more':>5}  missing")
    for package in packages:
        label = f"{package['name']}@{package['version']}"
        capture = capture_of(options.data, package["name"])
        if capture is None or capture.get("version") != package["version"]:
            print(f"{label:52} no capture of this version")
            continue
        path, reason = fetch(package["name"], package["version"], folder)
        if path is None:
            print(f"{label:52} {reason}")
            continue
        done = subprocess.run([options.program, path], capture_output=True, text=True)
        if done.returncode != 0:
            print(f"{label:52} analyse_folder failed ({done.returncode})")
            return 1
        definitions = {one["name"]: one for one in json.loads(done.stdout)["definitions"]}
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
    if not options.folder:
        shutil.rmtree(folder)
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
