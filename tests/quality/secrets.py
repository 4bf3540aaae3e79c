#!/usr/bin/env python3
"""Secrets found and let pass, on pairs of our own.

    secrets.py BINARY [--verbose] [--min-f1 0.97]

Writes the pairs of secrets/pairs.txt into a folder, secrets and harmless sisters in files of their own, has it
looked at (`BINARY observe FOLDER`), and prints for each kind how many secrets were found and missed and how many
sisters were taken for one. Values are drawn anew from a fixed seed, so no credential lies in the tree. Fails when
the F1 value of all pairs is below the one given.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import string
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
ALPHABETS = {
    "alnum": string.ascii_letters + string.digits,
    "letters": string.ascii_letters,
    "hex": "0123456789abcdef",
    "upper": "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567",
    "uppernum": string.ascii_uppercase + string.digits,
    "digits": string.digits,
    "url": string.ascii_letters + string.digits + "_-",
    "b64": string.ascii_letters + string.digits + "+/",
}


def drawn(text, rng):
    """The text with its marks replaced. A drawn value holds letters and digits where its alphabet has both."""
    def one(match):
        if not match.group(1):
            return ""
        if match.group(1) == "uuid":
            return "-".join("".join(rng.choice("0123456789abcdef") for _ in range(n)) for n in (8, 4, 4, 4, 12))
        name, size = match.group(1).split(":")
        alphabet = ALPHABETS[name]
        while True:
            value = "".join(rng.choice(alphabet) for _ in range(int(size)))
            plain = value[0].isalnum() and value[-1].isalnum()
            mixed = any(c.isdigit() for c in value) or not any(c.isdigit() for c in alphabet)
            if plain and (mixed or int(size) < 5):
                return value
    return re.sub(r"@\{([a-z0-9]*(?::\d+)?)\}", one, text)


def pairs(path):
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("# ")]
    for block in "\n".join(lines).strip().split("\n\n"):
        head, secret, harmless = block.strip("\n").split("\n")
        kind, place = head.split(" ")
        yield kind, place, secret, harmless


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("binary")
    parser.add_argument("--verbose", action="store_true")
    parser.add_argument("--min-f1", type=float, default=0.97)
    options = parser.parse_args()
    rng = random.Random(6)
    wanted = {}
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        for number, (kind, place, secret, harmless) in enumerate(pairs(HERE / "secrets" / "pairs.txt")):
            for role, line in (("s", secret), ("h", harmless)):
                path = root / f"{role}{number:03}" / place
                path.parent.mkdir(parents=True)
                path.write_text("\n" + drawn(line, rng) + "\n", encoding="utf-8")
                wanted[f"{role}{number:03}"] = (kind, place, role == "s")
        done = subprocess.run([options.binary, "observe", folder], capture_output=True, text=True, check=False)
        if done.returncode not in (0, 4):  # a folder without tools is an incomplete record
            print(done.stderr, file=sys.stderr)
            return 2
        found = json.loads(done.stdout)["facets"]["source"]["data"]["secrets"]
    kinds_at = collections.defaultdict(set)
    for entry in found:
        kinds_at[entry["file"].split("/")[0]].add(entry["kind"])
    counts = collections.defaultdict(collections.Counter)
    for name, (kind, place, is_secret) in sorted(wanted.items()):
        hit = bool(kinds_at[name])
        cell = ("found" if hit else "missed") if is_secret else ("taken" if hit else "let pass")
        counts[kind][cell] += 1
        wrong_kind = is_secret and hit and kind not in kinds_at[name]
        counts[kind]["other kind"] += wrong_kind
        if options.verbose and (cell in ("missed", "taken") or wrong_kind):
            print(f"  {cell}: {name} {kind} {place} {sorted(kinds_at[name])}")
    total = sum(counts.values(), collections.Counter())
    print(f"{'kind':24}{'found':>7}{'missed':>8}{'taken':>7}{'let pass':>10}{'other kind':>12}")
    for kind, row in [*sorted(counts.items()), ("all", total)]:
        print(f"{kind:24}{row['found']:>7}{row['missed']:>8}{row['taken']:>7}{row['let pass']:>10}{row['other kind']:>12}")
    precision = total["found"] / max(1, total["found"] + total["taken"])
    recall = total["found"] / max(1, total["found"] + total["missed"])
    f1 = 2 * precision * recall / max(1e-9, precision + recall)
    print(f"precision {precision:.3f}  recall {recall:.3f}  F1 {f1:.3f}  pairs {len(wanted) // 2}")
    return 0 if f1 >= options.min_f1 else 1


if __name__ == "__main__":
    sys.exit(main())
