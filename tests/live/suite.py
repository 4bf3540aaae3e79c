"""Running the official conformance suite against a client, for conformance.py and conformance_full.py."""
import dataclasses
import json
import pathlib
import re
import subprocess
import tempfile

import live
import program

SUITE = live.MODULES / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
TIME = re.compile(r"-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d+Z$")  # behind the scenario in the name of its folder
LINE = re.compile(r"^(✓|✗) (\S+): \d+ passed", re.MULTILINE)
NOT_SCORED = re.compile(r"^  [✓✗] (\S+) \((?:extension|added-after-release|pending)\)$", re.MULTILINE)


@dataclasses.dataclass
class Outcome:
    checks: dict       # {scenario: [check]}
    passed: set        # scenarios without a failure or warning, the client's end included
    failed: set
    not_scored: set
    status: int
    output: str

    def of(self, scenario, check):
        """The statuses of every check with this id, in order."""
        return [one["status"] for one in self.checks.get(scenario, []) if one["id"] == check]

    def ids(self, scenario):
        return {one["id"] for one in self.checks.get(scenario, [])}


def run(command, *choice, env=None):
    """`choice` names the scenarios: "--requirements VERSION" or "--suite NAME"."""
    with tempfile.TemporaryDirectory() as folder:
        words = [live.node(), str(SUITE), "client", "--command", str(command), *choice, "-o", folder,
                 "--timeout", "60000"]  # all scenarios run at once, on whatever the machine has left
        done = subprocess.run(words, capture_output=True, timeout=300, check=False,
                              env={**program.ENVIRONMENT, "HOME": folder, **(env or {})})
        checks = {TIME.sub("", str(path.parent.relative_to(folder))): json.loads(path.read_text(encoding="utf-8"))
                  for path in sorted(pathlib.Path(folder).rglob("checks.json"))}
    output = (done.stdout + done.stderr).decode(errors="replace")
    lines = LINE.findall(output)
    return Outcome(checks, {name for mark, name in lines if mark == "✓"},
                   {name for mark, name in lines if mark == "✗"}, set(NOT_SCORED.findall(output)),
                   done.returncode, output)
