"""Every displayed score, computed again from the JSON report alone: contributions and stated numbers.

The tables are written down here a second time, from the methodologies, so that a wrong table in the
catalogue shows. Only the quality score of mcpbundles needs more than the report; see captures.py.
"""
import json

from proof import Case, METHODOLOGIES, SERVERS, STRICTNESSES, captures, main, own_inputs, report_of

LEVELS = {"S": {"T": 70, "S": 85, "H": 100}, "E": {"T": 40, "C": 70, "O": 85, "U": 100},
          "I": {"N": 0, "L": 30, "M": 55, "H": 80, "C": 100}, "D": {"O": 0, "L": 50, "S": 75, "I": 100},
          "A": {"N": 0, "P": 50, "F": 100}}
TOOLTRUST_ACTIONS = {"A": "ALLOW", "B": "ALLOW_RATE_LIMITED", "C": "REQUIRE_APPROVAL", "D": "REQUIRE_APPROVAL",
                     "F": "BLOCK"}


def band(value, *edges):
    """The name of the last edge that is not above the value."""
    return [name for start, name in edges if value >= start][-1]


def tenths(number):
    """Displayed numbers have one decimal at most."""
    whole = round(number * 10)
    assert abs(whole - number * 10) < 1e-9, number
    return whole


def points(block):
    return sum(entry["points"] for entry in block["contributions"])


def aivss_tenths(finding, strictness):
    """Section 4.1, and 4.2 for what a tool may do by design."""
    parts = dict(part.split(":") for part in finding["aivss_vector"].removeprefix("AIVSS-O:1.0/").split("/"))
    s, e, i, d, a = (LEVELS[key][parts[key]] for key in "SEIDA")
    if finding["kind"] == "hygiene":
        assert i <= 30, finding["detector"]
    if finding["kind"] == "capability" and strictness == "precise":
        e, a = min(e, 40), min(a, 50)
    base = i * e * s
    return (base * 10**8 + (10**6 - base) * i * 40 * (60 * a + 40 * d) + 5 * 10**11) // 10**12


def judged_tenths(judgement):
    """The worst of the four answers; None of a judge that gave none."""
    if judgement["state"] != "answered":
        return None
    return max(aivss_tenths({"aivss_vector": vector, "kind": "malice", "detector": "judge"}, "precise")
               for vector in judgement["vectors"].values())


def median_tenths(scores):
    """Section 4.4: by the number of answers, half up."""
    scores, half = sorted(scores), len(scores) // 2
    if len(scores) < 3:
        return None
    return scores[half] if len(scores) % 2 else (scores[half - 1] + scores[half] + 1) // 2


def merged_tenths(median, rule):
    """Section 4.5, with the larger of the two bounds."""
    return rule if median is None else max(rule, min(median, max(69, rule + 20)))


class Recompute(Case):
    def setUp(self):
        super().setUp()
        self.scores = 0

    def number(self, finding, strictness):
        """Of a rule by its vector; of a raise by what the judges said and what the rules found on that tool."""
        if finding.get("source") != "consensus":
            return aivss_tenths(finding, strictness)
        rule = max((aivss_tenths(other, strictness) for other in self.findings.values()
                    if other["subject"] == finding["subject"] and strictness in other["counts_in"]
                    and other.get("source") != "consensus"), default=0)
        merged = merged_tenths(self.medians[finding["subject"]["name"]], rule)
        return merged if merged > rule else 0

    def consensus(self, where, consensus, block):
        """Every number of the panel from the judges' vectors."""
        for tool in consensus["tools"]:
            scores = [score for score in map(judged_tenths, tool["judgements"]) if score is not None]
            median = median_tenths(scores)
            self.same(where, "median", tool["median"], None if median is None else median / 10)
            self.same(where, "merged", tenths(tool["merged"]), merged_tenths(median, tenths(tool["rule_score"])))
            self.same(where, "delta", tenths(tool["delta"]), tenths(tool["merged"]) - tenths(tool["rule_score"]))
            self.same(where, "spread", tenths(tool["spread"]), max(scores, default=0) - min(scores, default=0))
            self.same(where, "votes", tool["votes"], {word: sum(band(score, (0, "safe"), (20, "caution"), (40, "risky"),
                                                                     (70, "dangerous")) == word for score in scores)
                                                      for word in ("safe", "caution", "risky", "dangerous")})
        if "package" in consensus:
            self.same(where, "merged_aivss", consensus["package"]["merged_aivss"], block["aivss_score"])

    def same(self, where, name, displayed, computed):
        self.scores += 1
        self.assertEqual(displayed, computed, f"{where}: {name}")

    def tooltrust(self, where, block, seen, findings):
        total = points(block)
        self.same(where, "risk_score", block["risk_score"], total)
        grade = "F" if block["block_override"] else self.tooltrust_grade(total)
        if not seen["whole"] and grade == "A":
            grade = "B"
        if not seen["tools"] and grade in "AB":
            grade = None
        self.same(where, "grade", block["grade"], grade)
        self.assertEqual(block["action"], TOOLTRUST_ACTIONS.get(grade), where)
        blocks = any(entry["rule"] == "AS-008" and entry["points"] >= 25 for entry in block["contributions"])
        self.assertEqual(block["block_override"], blocks, where)
        for entry in block["contributions"]:
            self.assertTrue(entry["finding_ids"], where)
            self.assertLessEqual(entry["points"], 25 * len(entry["finding_ids"]), where)

    @staticmethod
    def tooltrust_grade(score):
        return band(score, (0, "A"), (10, "B"), (25, "C"), (50, "D"), (75, "F"))

    def tooltrust_tools(self, where, whole, strictness, findings):
        """Published: the sum of all; precise: the worst tool and what is tied to no tool."""
        scores = []
        for entry in whole["tools"]:
            self.same(where, entry["name"], entry["risk_score"], points(entry))
            self.same(where, entry["name"], entry["grade"], self.tooltrust_grade(entry["risk_score"]))
            scores.append(entry["risk_score"])
        counted = sum(scores) if strictness == "published" else max(scores, default=0)
        rest = whole["risk_score"] - counted
        kinds = [({findings[i]["subject"]["type"] == "tool" for i in entry["finding_ids"]}, entry["points"])
                 for entry in whole["contributions"]]
        least = sum(value for kind, value in kinds if kind == {False})
        most = sum(value for kind, value in kinds if False in kind)
        self.assertTrue(least <= rest <= most, f"{where}: {rest} points are tied to no tool, not {least} to {most}")

    def agentreserve(self, where, block, seen, _findings):
        if block["score"] is None:
            self.assertEqual((block["possible"], block["contributions"], block["verdict"]), (0, [], "unknown"), where)
            return
        earned, possible = block["possible"] - points(block), block["possible"]
        self.same(where, "earned", block["earned"], earned)
        score = (200 * earned + possible) // (2 * possible)
        if block["tier"] == "perimeter":
            score = min(score, 87)
        self.same(where, "score", block["score"], score)
        grade = band(score, (0, "F"), (60, "D"), (70, "C"), (80, "B"), (90, "A"))
        self.same(where, "grade", block["grade"], "B" if grade == "A" and not seen["whole"] else grade)
        self.assertIn(block["verdict"], ("block", "review", "unknown"), f"{where}: a definition never earns allow")

    def agentreserve_rules(self, where, whole):
        for rules, numbers in ((whole["rules"], whole), (whole["ours"]["rules"], whole["ours"])):
            passed = sum(rule["weight"] for rule in rules if rule["state"] == "pass")
            failed = sum(rule["weight"] for rule in rules if rule["state"] == "fail")
            self.same(where, "possible", numbers["possible"], passed + failed)
            self.same(where, "earned", numbers["earned"], passed)
        failures = [rule for rule in whole["rules"] if rule["state"] == "fail"]
        self.assertEqual([(rule["id"], rule["weight"], rule["finding_ids"]) for rule in failures],
                         [(entry["rule"], entry["points"], entry["finding_ids"]) for entry in whole["contributions"]])
        self.assertEqual((len(whole["rules"]), sum(rule["weight"] for rule in whole["rules"])), (61, 294), where)
        hard = any(rule["hard_fail"] and rule["severity"] == "critical" for rule in failures)
        self.assertEqual(whole["verdict"] == "block", hard, where)
        earned, possible = (whole[key] + whole["ours"][key] for key in ("earned", "possible"))
        if possible and whole["score"] is not None:
            self.same(where, "combined_score", whole["combined_score"], (200 * earned + possible) // (2 * possible))

    def ampel(self, where, block, seen, _findings):
        total, coverage = points(block), block["coverage_bp"]
        mean = (2 * total + coverage) // (2 * coverage) if coverage else None
        low, high = (total + 5000) // 10000, (total + 100 * (10000 - coverage) + 5000) // 10000
        criticals = seen["criticals"]
        if criticals is None:  # not the chosen one, which alone lists them
            return
        if criticals:
            self.same(where, "score", block["score"], 0)
            self.same(where, "before floor", tenths(block["score_before_floor"]), mean)
            self.same(where, "light", block["light"], "red")
            return
        self.same(where, "interval", [tenths(end) for end in block["interval"]], [low, high])
        if coverage < 3000:
            self.same(where, "score", (block["score"], block["light"]), (None, "grey"))
            return
        self.same(where, "score", tenths(block["score"]), mean)
        light = band(mean, (0, "red"), (50, "amber"), (75, "green"))
        self.same(where, "light", block["light"], "amber" if light == "green" and seen["unproven"](low) else light)

    def ampel_engines(self, where, whole):
        ok = [engine for engine in whole["engines"] if engine["state"] == "ok"]
        self.assertEqual((len(whole["engines"]), sum(engine["weight_bp"] for engine in whole["engines"])), (16, 10000))
        self.same(where, "coverage_bp", whole["coverage_bp"], sum(engine["weight_bp"] for engine in ok))
        self.same(where, "engines", [(engine["id"], engine["weight_bp"] * tenths(engine["sub_score"])) for engine in ok],
                  [(entry["rule"], entry["points"]) for entry in whole["contributions"]])
        for engine in ok:
            raw = engine["raw"]
            if engine["normaliser"] == "count":
                self.same(where, engine["id"], engine["sub_score"], band(raw, (0, 10), (1, 8), (2, 6), (4, 2)))
            elif engine["normaliser"] == "boolean":
                self.same(where, engine["id"], engine["sub_score"], 10 if raw else 0)
        for engine in whole["engines"]:
            if engine["state"] != "ok":
                self.assertIsNone(engine["sub_score"], (where, engine["id"]))

    def aivss(self, where, block, seen, findings):
        worst = max((tenths(entry["points"]) for entry in block["contributions"]), default=0)
        self.same(where, "aivss_score", tenths(block["aivss_score"]), worst)
        self.same(where, "safety_score", block["safety_score"], 100 - worst)
        grade = band(worst, (0, "A"), (20, "B"), (40, "C"), (70, "D"), (90, "F"))
        if not seen["whole"] and grade == "A":
            grade = "B"
        if not seen["tools"] and grade == "B":
            grade = None
        self.same(where, "grade", block["grade"], grade)
        named = {}
        for entry in block["contributions"]:
            for identity in entry["finding_ids"]:
                self.same(where, identity, tenths(entry["points"]), self.number(findings[identity], seen["strictness"]))
                named[identity] = entry["rule"]
        counted = {i: f["detector"] for i, f in findings.items()
                   if seen["strictness"] in f["counts_in"] and self.number(f, seen["strictness"]) > 0}
        self.assertEqual(named, counted, where)

    def aivss_tools(self, where, whole, report, strictness, findings):
        def entry(name, ids):
            counted = [i for i in ids if strictness in findings[i]["counts_in"]]
            score = max((self.number(findings[i], strictness) for i in counted), default=0)
            word = band(score, (0, "none"), (1, "low"), (40, "medium"), (70, "high"), (90, "critical"))
            return name, score, word, len(counted)
        expected = [entry(known["name"], known["finding_ids"]) for known in report["tools"]]
        tied = {i for known in report["tools"] for i in known["finding_ids"]}
        package = entry("(package)", [i for i in findings if i not in tied])
        if package[3]:
            expected.append(package)
        score = next(key for key in ("aivss_score", "score") if all(key in known for known in whole["tool_scores"]))
        shown = [(known["tool_name"], tenths(known[score]), known["severity"], known["finding_count"])
                 for known in whole["tool_scores"]]
        self.same(where, "tool_scores", sorted(shown), sorted(expected))
        self.assertEqual([-known[1] for known in shown], sorted(-known[1] for known in shown), where)

    def mcpbundles(self, where, block, seen, findings):
        if seen["tools"] == 0 and not block["contributions"]:  # nothing wrong with nothing is no mark
            self.assertEqual((block["security_score"], block["posture"]), (None, "unknown"), where)
            return
        lost = [entry["points"] for entry in block["contributions"]]
        self.assertTrue(set(lost) <= {0, 3, 8, 20, 40}, where)
        self.assertEqual(len({entry["rule"] for entry in block["contributions"]}), len(lost), where)
        self.same(where, "security_score", block["security_score"], max(0, 100 - sum(lost)))
        posture = band(max(lost, default=0), (0, "clean"), (8, "caution"), (20, "risky"), (40, "dangerous"))
        self.same(where, "posture", block["posture"],
                  "unknown" if posture == "clean" and not seen["whole"] else posture)

    def check(self, path):
        words, stdin = [path], b""
        if path.name.endswith(".stdin.json"):
            words, stdin = ["-"], path.read_bytes()
        reports = {}
        for strictness in STRICTNESSES:
            report, _ = report_of(*words, strictness=strictness, stdin=stdin)
            reports[strictness] = report
            self.report(path.name, report, strictness)
        for name in METHODOLOGIES:  # both results stand in every report, whichever was chosen
            for which in STRICTNESSES:
                self.assertEqual(*[report["assessments"][name][which] for report in reports.values()], (path, name))

    def report(self, where, report, strictness):
        findings = {finding["id"]: finding for finding in report["findings"]}
        self.assertEqual(len(findings), len(report["findings"]), where)
        self.findings, self.medians = findings, {}
        consensus = report["assessments"]["aivss"]["consensus"]
        for tool in consensus["tools"]:
            scores = [score for score in map(judged_tenths, tool["judgements"]) if score is not None]
            self.medians.setdefault(tool["tool_name"], median_tenths(scores))
        self.consensus(where, consensus, report["assessments"]["aivss"])
        for name in METHODOLOGIES:
            self.methodology(f"{where} {strictness} {name}", name, report, strictness, findings)

    def methodology(self, where, name, report, strictness, findings):
        whole = report["assessments"][name]
        self.assertEqual(whole["strictness"], strictness, where)
        self.assertIn(whole["state"], ("complete", "incomplete", "not_run"), where)
        if whole["state"] == "not_run":
            self.assertEqual((whole.get("score"), whole["contributions"]), (None, []), where)
        self.assertEqual(whole["state"] == "complete", whole["reason"] == "", where)
        ok = {engine["family"] for engine in whole.get("engines", []) if engine["state"] == "ok"}
        for which in ("chosen",) + STRICTNESSES:
            block = whole if which == "chosen" else whole[which]
            chosen = which in ("chosen", strictness)
            seen = {"tools": report["server"]["tools"], "whole": whole["state"] == "complete",
                    "strictness": strictness if which == "chosen" else which,
                    "criticals": whole.get("criticals") if chosen else None,
                    "unproven": lambda low, b=block: b["coverage_bp"] < 7000 or low < 50 or
                    not {"vulnerability", "mcp"} <= ok}
            getattr(self, name)(f"{where} {which}", block, seen, findings)
            for entry in block["contributions"]:
                for identity in entry["finding_ids"]:
                    self.assertIn(seen["strictness"], findings[identity]["counts_in"], f"{where} {which} {identity}")
        for key, value in whole[strictness].items():
            self.assertEqual(whole[key], value, f"{where}: the chosen {key}")
        if name == "tooltrust":
            self.tooltrust_tools(where, whole, strictness, findings)
        elif name == "agentreserve":
            self.agentreserve_rules(where, whole)
        elif name == "ampel":
            self.ampel_engines(where, whole)
        elif name == "aivss":
            self.aivss_tools(where, whole, report, strictness, findings)

    def test_a_wrong_number_is_noticed(self):
        text = json.dumps(report_of(SERVERS / "shell.json")[0])
        self.report("as written", json.loads(text), "precise")
        for name, numbers in {"agentreserve": ("score", "earned", "possible", "combined_score", "grade"),
                              "ampel": ("coverage_bp", "interval"), "aivss": ("aivss_score", "safety_score", "grade"),
                              "mcpbundles": ("security_score", "posture"),
                              "tooltrust": ("risk_score", "grade", "action")}.items():
            for number in numbers:
                for which in ("chosen", "precise", "published"):
                    changed = json.loads(text)
                    whole = changed["assessments"][name]
                    block = whole if which == "chosen" else whole[which]
                    old = block[number]
                    block[number] = "?" if isinstance(old, str) else [0, 0] if isinstance(old, list) else old + 1
                    if (number, which) in (("combined_score", "published"), ("coverage_bp", "published"),
                                           ("interval", "published")):
                        continue  # what they come from is listed for the chosen strictness only
                    with self.assertRaises((AssertionError, KeyError), msg=(name, number, which)):
                        self.report("changed", changed, "precise")

    def test_own_servers(self):
        for path in own_inputs():
            self.check(path)
        print(f"{self.scores} numbers of {len(own_inputs())} servers of our own came out again")

    def test_deep(self):
        """With the judges, and with judges that say the worst of every tool."""
        paths = [path for path in own_inputs() if not path.name.endswith(".stdin.json")]
        for path in paths:
            for strictness in STRICTNESSES:
                report, _ = report_of(path, "--deep", strictness=strictness)
                self.report(f"deep {path.name}", report, strictness)
        print(f"{self.scores} numbers of {len(paths)} deep scans came out again")

    def test_captures(self):
        paths = captures()
        for path in paths:
            self.check(path)
        print(f"{self.scores} numbers of {len(paths)} captures came out again")


if __name__ == "__main__":
    main()
