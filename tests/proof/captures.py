"""Over all captures of real servers: every reference in a report leads somewhere, and the quality score of
mcpbundles, which no finding explains, comes out again from the captured definitions."""
import collections
import json

from proof import Case, captures, main, own_inputs, report_of, run
from replay import resolve


def text(value):
    return value if isinstance(value, str) else ""


def annotations_complete(tool):
    hints = tool.get("annotations") if isinstance(tool.get("annotations"), dict) else {}
    given = {key for key in ("readOnlyHint", "openWorldHint", "destructiveHint", "idempotentHint")
             if isinstance(hints.get(key), bool)}
    if not (text(tool.get("title")) or text(hints.get("title"))) or not {"readOnlyHint", "openWorldHint"} <= given:
        return False
    return hints["readOnlyHint"] or {"destructiveHint", "idempotentHint"} <= given


def display_name(tool):
    hints = tool.get("annotations") if isinstance(tool.get("annotations"), dict) else {}
    return text(tool.get("title")) or text(hints.get("title")) or tool["name"]


def typed(member):
    return isinstance(member, dict) and any(key in member for key in ("type", "$ref", "anyOf", "oneOf", "allOf", "enum",
                                                                      "const"))


def quality(tools):
    """The decision "quality-score" of the methodology."""
    names = collections.Counter(map(display_name, tools))
    total = 0
    for tool in tools:
        schema = tool.get("inputSchema")
        members = schema.get("properties") if isinstance(schema, dict) else None
        members = list(members.values()) if isinstance(members, dict) else []
        total += 30 if text(tool.get("description")).strip() else 0
        if schema:
            total += 25 if all(map(typed, members)) else 0
            described = [isinstance(member, dict) and text(member.get("description")) for member in members]
            total += 20 if all(described) else 0
        total += 20 if annotations_complete(tool) else 0
        total += 5 if names[display_name(tool)] == 1 else 0
    return (2 * total + len(tools)) // (2 * len(tools)) if tools else 0


class Captures(Case):
    def references(self, path, report, document):
        known = {finding["id"] for finding in report["findings"]}
        used = [i for entry in report["tools"] for i in entry["finding_ids"]]
        for whole in report["assessments"].values():
            for block in (whole, whole["published"], whole["precise"], *whole.get("tools", []),
                          *whole.get("rules", []), *whole.get("engines", []), *whole.get("criticals", []),
                          *whole.get("ours", {}).get("rules", [])):
                used += block.get("finding_ids", [])
                used += [i for entry in block.get("contributions", []) for i in entry["finding_ids"]]
        used += [i for entry in report["agreement"]["differences"] for i in entry["because"]]
        used += [entry[key] for entry in report["assessments"]["aivss"]["tool_scores"]
                 for key in ("top_finding", "top_finding_id") if entry.get(key)]
        self.assertLessEqual(set(used), known, path)

        for finding in report["findings"]:
            self.assertLessEqual(len(finding["evidence"]), 240, (path, finding["id"]))
            pointer = finding["location"].get("pointer")
            if pointer is not None:
                try:
                    resolve(document, pointer)
                except (KeyError, IndexError, ValueError, TypeError) as error:
                    self.fail(f"{path}: {finding['detector']}: {pointer} leads nowhere: {error!r}")
            self.assertTrue(set(finding["counts_in"]) <= {"published", "precise"} and finding["counts_in"], path)
            self.assertEqual("precise" in finding["counts_in"], finding["confidence"] != "low", path)

    def surface(self, path, report, document):
        names = [tool["name"] for tool in document["tools"]]
        self.assertEqual([entry["name"] for entry in report["tools"]], names, path)
        server = report["server"]
        self.assertEqual((server["tools"], server["prompts"], server["resources"]),
                         (len(names), len(document.get("prompts") or []), len(document.get("resources") or [])), path)
        for entry in report["tools"]:
            self.assertIn(entry["class"], ("read", "write", "destructive", "unknown"), path)
        subjects = {(finding["subject"]["name"]) for finding in report["findings"]
                    if finding["subject"]["type"] == "tool"}
        self.assertLessEqual(subjects, set(names), path)
        tied = [i for entry in report["tools"] for i in entry["finding_ids"]]
        self.assertEqual(collections.Counter(tied),
                         collections.Counter(finding["id"] for finding in report["findings"]
                                             if finding["subject"]["type"] == "tool"), path)
        score = report["assessments"]["mcpbundles"]["quality_score"]
        # An empty list has no mark at all.
        self.assertEqual(score, quality(document["tools"]) if document["tools"] else None, (path, "quality_score"))

    def test_references(self):
        bitten, paths = [], captures()
        for path in paths:
            report, code = report_of(path)
            document = json.loads(path.read_text(encoding="utf-8"))
            self.assertEqual(code == 4, not document["tools"], path)
            self.references(path, report, document)
            self.surface(path, report, document)
            again, _ = report_of(path)
            self.assertEqual(report["evidence"]["sha256"], again["evidence"]["sha256"], path)
            sarif = json.loads(run("scan", path, "-o", "sarif").stdout)
            shown = sum(len(part["results"]) for part in sarif["runs"])
            self.assertEqual(shown, sum(1 for f in report["findings"] if "precise" in f["counts_in"]), path)
            bitten += [f"  {path.stem}: {f['detector']} {f['severity']} on {f['subject']['name']}"
                       for f in report["findings"] if f["kind"] == "malice" and "precise" in f["counts_in"] and
                       f["severity"] in ("medium", "high", "critical")]
            if document.get("malicious_by_design"):
                self.assertTrue(bitten and bitten[-1].startswith(f"  {path.stem}:"), f"{path.stem} passes for harmless")
        if paths:
            servers = {line.split(":")[0] for line in bitten}
            print(f"{len(paths)} captures; malice of medium or more on {len(servers)} of them:", *bitten, sep="\n")

    def test_references_of_our_own(self):
        for path in own_inputs():
            if not path.name.endswith(".stdin.json"):
                self.references(path, report_of(path)[0], json.loads(path.read_text(encoding="utf-8")))


if __name__ == "__main__":
    main()
