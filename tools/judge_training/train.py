#!/usr/bin/env python3
"""Learns the weights of the embedded judges and writes them as source: make train-judges.

    train.py TRAINER [--check]

Writes src/judge/embedded/tables_data.inc and manifest.json. The same data and the same trainer give the same bytes;
--check learns again and fails when a byte differs.
"""
import argparse
import json
import os
import subprocess
import sys
import tempfile

import dataset

SOURCE = os.path.join(dataset.ROOT, "src", "judge", "embedded", "tables_data.inc")
MANIFEST = os.path.join(dataset.HERE, "manifest.json")


def main():
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("trainer")
    options.add_argument("--check", action="store_true")
    chosen = options.parse_args()
    data = dataset.data_folder()
    if not os.path.isdir(os.path.join(data, "corpus")):
        sys.exit(f"data absent: {data}; set MCPJURY_DATA")
    rows = [entry for entry in dataset.load(data) if dataset.trainable(entry)]
    with tempfile.TemporaryDirectory(prefix="judges-") as work:
        lines, tables, source = (os.path.join(work, name) for name in ("rows", "tables", "tables.inc"))
        dataset.write(rows, lines)
        subprocess.run([chosen.trainer, "learn", lines, tables], check=True)
        version = "mcpjury-judges-1+" + dataset.digest([tables])[:12]
        subprocess.run([chosen.trainer, "source", tables, version, source], check=True)
        with open(source, encoding="utf-8") as made:
            text = made.read()
    listing = {"version": version, "seed": 20261115, **dataset.manifest(data, rows)}
    if chosen.check:
        with open(SOURCE, encoding="utf-8") as present:
            if present.read() != text:
                sys.exit("train: other weights than src/judge/embedded/tables_data.inc")
        print("train: the same weights to the byte")
        return
    with open(SOURCE, "w", encoding="utf-8") as out:
        out.write(text)
    with open(MANIFEST, "w", encoding="utf-8") as out:
        json.dump(listing, out, indent=2)
        out.write("\n")
    print(f"train: {len(rows)} rows, {version}")


if __name__ == "__main__":
    main()
