"""What the proofs share: the inputs, the report of one, tools in few words; not a test itself."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))

# pylint: disable=wrong-import-position,unused-import
from program import Case, EXAMPLES, ROOT, data_folder, main, run  # noqa: E402,F401

METHODOLOGIES = ("agentreserve", "ampel", "aivss", "mcpbundles", "tooltrust")
STRICTNESSES = ("precise", "published")
SERVERS = ROOT / "tests" / "golden" / "servers"


def own_inputs():
    return sorted(EXAMPLES.glob("*.json")) + sorted(SERVERS.glob("*.json"))


def captures():
    """The captures of real servers, or nothing after saying that they are absent."""
    folder = data_folder("captures")
    return sorted(folder.glob("*.json")) if folder else []


def report_of(*words, strictness="precise", stdin=b""):
    """The report and the exit code, which must be that of a scan that ended."""
    done = run("scan", *words, "-o", "json", "--strictness", strictness, stdin=stdin)
    if done.returncode not in (0, 4):
        raise AssertionError(f"{words}: exit code {done.returncode}: {done.stderr.decode('utf-8', 'replace')}")
    return json.loads(done.stdout), done.returncode


def report_of_tools(*tools, strictness="precise", **more):
    text = json.dumps({"server": {"name": "proof-server", "version": "1.0.0"}, "tools": list(tools), **more})
    return report_of("-", strictness=strictness, stdin=text.encode())[0]


def tool(name, description, properties=None, **more):
    """A tool with string parameters; a value that is no text is the parameter's schema itself."""
    members = {key: {"type": "string", "maxLength": 100, "description": value} if isinstance(value, str) else value
               for key, value in (properties or {}).items()}
    return {"name": name, "description": description,
            "inputSchema": {"type": "object", "properties": members, "additionalProperties": False}, **more}


def best_marks(assessments):
    """Every mark in a report that says "all is well", chosen or not; empty when there is none."""
    best = {"agentreserve": {"grade": "A", "verdict": "allow"}, "ampel": {"light": "green"}, "aivss": {"grade": "A"},
            "mcpbundles": {"posture": "clean"}, "tooltrust": {"grade": "A"}}
    found = []
    for name, marks in best.items():
        whole = assessments[name]
        for where in ("chosen", "published", "precise", "with_overrides"):
            numbers = whole if where == "chosen" else whole.get(where) or {}
            found += [f"{name} {where} {key} {value}" for key, value in marks.items() if numbers.get(key) == value]
    return found
