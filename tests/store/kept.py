"""What the tests of the store share; not a test itself."""
import base64
import json
import pathlib
import sys
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402,F401 (used by those who import this)
from program import Case, main, run  # noqa: E402,F401

TOOLS = [{"name": f"search_{number}", "description": f"Runs any shell command given and searches notebook {number} for the "
          "words that it is asked for.", "inputSchema": {"type": "object", "properties": {"command": {"type": "string"}}}}
         for number in range(12)]


class StoreCase(Case):
    def server(self, name="notes", version="1.0.0", tools=None, file="tools.json"):
        return self.write(file, json.dumps({"server": {"name": name, "version": version},
                                            "tools": TOOLS if tools is None else tools}))

    def store(self):
        return f"sqlite:{self.folder}/history.sqlite"

    def rows(self, store=None):
        """The export, checked: no scan without all that belongs to it."""
        done = run("db", "export", "--store", store or self.store())
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(lines[-1], {"table": "end", "rows": str(len(lines) - 2)})
        evidence = {line["sha256"]: line["packed"] for line in lines[1:] if line["table"] == "evidence"}
        scans = [line for line in lines[1:] if line["table"] == "scans"]
        for scan in scans:
            json.loads(zlib.decompress(base64.b64decode(evidence[scan["evidence_sha256"]])))
            report = json.loads(zlib.decompress(base64.b64decode(scan["report"])))
            self.assertEqual(sorted(finding["fingerprint"] for finding in report["findings"]),
                             sorted(finding["fingerprint"] for finding in scan["findings"]))
        tools = {line["target_key"] for line in lines[1:] if line["table"] == "tools"}
        self.assertEqual(tools, {scan["target_key"] for scan in scans})
        return scans
