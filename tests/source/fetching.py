"""Packages of packages.json, fetched once with the user's own npm and pip and kept. Nothing of them is run."""
import concurrent.futures
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))


def packages(kinds=("npm", "pypi")):
    with open(os.path.join(HERE, "packages.json"), encoding="utf-8") as file:
        return [one for one in json.load(file) if one.get("registry", "npm") in kinds]


def default_folder():
    return os.environ.get("MCPJURY_PACKAGES", os.path.join(ROOT, "build/quality-packages"))


def label(package):
    kind = package.get("registry", "npm")
    return f"{package['name']}@{package['version']}" if kind == "npm" else f"pypi:{package['name']}@{package['version']}"


def _kept_name(package):
    return package["name"].lstrip("@").replace("/", "__") + "-" + package["version"]


def _command(package, into):
    if package.get("registry", "npm") == "npm":
        return ["npm", "pack", "--silent", "--ignore-scripts", "--pack-destination", into,
                f"{package['name']}@{package['version']}"]
    return [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:",
            "--disable-pip-version-check", "--dest", into, f"{package['name']}=={package['version']}"]


def archive(package, folder):
    """(path of the archive as the registry serves it, "") or (None, reason)."""
    kept = os.path.join(folder, _kept_name(package) + (".tgz" if package.get("registry", "npm") == "npm" else ".whl"))
    if os.path.exists(kept):
        return kept, ""
    with tempfile.TemporaryDirectory(dir=folder) as into:
        try:
            done = subprocess.run(_command(package, into), capture_output=True, text=True, timeout=120)
        except (OSError, subprocess.TimeoutExpired) as error:
            return None, f"not fetched: {error}"
        got = os.listdir(into)
        if done.returncode != 0 or len(got) != 1:
            return None, "not fetched: " + (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        os.replace(os.path.join(into, got[0]), kept)
    return kept, ""


def unpacked(package, folder):
    """The folder of an npm package's files, or None with a reason."""
    target = os.path.join(folder, _kept_name(package))
    if os.path.isdir(target):
        return target, ""
    kept, reason = archive(package, folder)
    if kept is None:
        return None, reason
    partial = tempfile.mkdtemp(dir=folder)
    with tarfile.open(kept) as tar:
        for member in tar:
            clean = os.path.normpath(member.name)
            if member.isfile() and not clean.startswith(("..", "/")):
                member.name = clean
                member.mode = 0o644
                tar.extract(member, partial)
    os.rename(os.path.join(partial, os.listdir(partial)[0]), target)
    shutil.rmtree(partial)
    return target, ""


def each(work, items, at_once=None):
    """work(item) of every item, some at once, in the order of the items."""
    with concurrent.futures.ThreadPoolExecutor(at_once or max(2, os.cpu_count() or 2)) as pool:
        return list(pool.map(work, items))
