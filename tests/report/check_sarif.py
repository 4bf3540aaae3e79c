"""Checks SARIF files by the rules of SARIF 2.1.0 that we rely on and by what code scanning services add.

usage: check_sarif.py FILE...
"""
import json
import re
import sys

LEVELS = {"none", "note", "warning", "error"}
CONTROL = re.compile("[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufeff]")


class Checker:
    def __init__(self):
        self.complaints = []

    def demand(self, holds, where, what):
        if not holds:
            self.complaints.append(f"{where}: {what}")
        return holds

    def text(self, value, where):
        return self.demand(isinstance(value, str) and value.strip() != "", where, "a non-empty string is needed")

    def message(self, value, where):
        if self.demand(isinstance(value, dict), where, "a message object is needed"):
            self.text(value.get("text"), where + "/text")

    def rule(self, rule, where):
        for member in ("id", "name"):
            self.text(rule.get(member), f"{where}/{member}")
        for member in ("shortDescription", "fullDescription", "help"):
            self.message(rule.get(member), f"{where}/{member}")
        self.text(rule.get("help", {}).get("markdown"), where + "/help/markdown")
        self.demand(rule.get("defaultConfiguration", {}).get("level") in LEVELS, where, "unknown default level")
        properties = rule.get("properties", {})
        self.demand("security" in properties.get("tags", []), where, "the tag security is needed")
        self.demand(len(set(properties.get("tags", []))) == len(properties.get("tags", [])), where, "repeated tags")
        self.demand(properties.get("precision") in {"very-high", "high", "medium", "low"}, where, "unknown precision")
        self.demand(properties.get("problem.severity") in {"error", "warning", "recommendation"}, where,
                    "unknown problem.severity")
        number = properties.get("security-severity")
        ok = isinstance(number, str) and re.fullmatch(r"\d+\.\d", number) and 0 <= float(number) <= 10
        self.demand(ok, where, "security-severity must be a string from 0.0 to 10.0")

    def location(self, location, where):
        physical = location.get("physicalLocation", {})
        uri = physical.get("artifactLocation", {}).get("uri")
        if self.text(uri, where + "/uri"):
            self.demand(not uri.startswith("/") and "\\" not in uri, where, f"the URI {uri!r} is not relative")
            self.demand(":" not in uri, where, f"the URI {uri!r} has a scheme")
            self.demand(".." not in uri.split("/"), where, f"the URI {uri!r} leaves the folder")
            self.demand(re.fullmatch(r"[A-Za-z0-9._~%/-]+", uri), where, f"the URI {uri!r} is not encoded")
        line = physical.get("region", {}).get("startLine")
        self.demand(type(line) is int and line >= 1, where, "startLine must be 1 or more")
        for logical in location.get("logicalLocations", []):
            self.demand(isinstance(logical.get("name"), str), where, "a logical location has no name")

    def result(self, result, rules, where):
        index = result.get("ruleIndex")
        if self.demand(type(index) is int and 0 <= index < len(rules), where, "ruleIndex points nowhere"):
            self.demand(rules[index].get("id") == result.get("ruleId"), where, "ruleIndex and ruleId differ")
        self.demand(result.get("level") in LEVELS, where, "unknown level")
        self.message(result.get("message"), where + "/message")
        self.demand("](" not in result.get("message", {}).get("text", ""), where, "the message holds a link")
        locations = result.get("locations", [])
        if self.demand(len(locations) >= 1, where, "a result without a location makes the whole file refused"):
            self.location(locations[0], where + "/locations/0")
        prints = result.get("partialFingerprints", {})
        self.demand(prints and all(isinstance(v, str) and v for v in prints.values()), where, "no fingerprint")
        for suppression in result.get("suppressions", []):
            self.demand(suppression.get("kind") in {"inSource", "external"}, where, "unknown kind of suppression")

    def run(self, run, where):
        driver = run.get("tool", {}).get("driver", {})
        self.text(driver.get("name"), where + "/tool/driver/name")
        self.demand(re.fullmatch(r"\d+\.\d+\.\d+.*", driver.get("semanticVersion", "")), where, "no semantic version")
        rules = driver.get("rules", [])
        ids = [rule.get("id") for rule in rules]
        self.demand(len(ids) == len(set(ids)), where, "a rule stands twice")
        for i, rule in enumerate(rules):
            self.rule(rule, f"{where}/rules/{i}")
        category = run.get("automationDetails", {}).get("id", "")
        self.demand(category.endswith("/") and not category.endswith("//"), where, "the category must end with one slash")
        self.demand(run.get("columnKind") in {"utf16CodeUnits", "unicodeCodePoints"}, where, "unknown columnKind")
        for invocation in run.get("invocations", []):
            self.demand(isinstance(invocation.get("executionSuccessful"), bool), where, "executionSuccessful is needed")
        results = run.get("results")
        if self.demand(isinstance(results, list), where, "results must be a list"):
            self.demand(len(results) <= 25000, where, "more than 25,000 results are refused")
            for i, result in enumerate(results):
                self.result(result, rules, f"{where}/results/{i}")
            used = {result.get("ruleId") for result in results}
            self.demand(used == set(ids), where, "rules and results do not match")
        return category

    def document(self, text):
        self.demand(not CONTROL.search(text), "", "a raw control or invisible character")
        document = json.loads(text)
        self.demand(document.get("version") == "2.1.0", "/version", "must be 2.1.0")
        self.demand("sarif" in document.get("$schema", ""), "/$schema", "must name the SARIF schema")
        runs = document.get("runs")
        if self.demand(isinstance(runs, list) and runs, "/runs", "at least one run is needed"):
            categories = [self.run(run, f"/runs/{i}") for i, run in enumerate(runs)]
            self.demand(len(set(categories)) == len(categories), "/runs", "two runs of one category")
        return self.complaints


def check(text):
    return Checker().document(text)


if __name__ == "__main__":
    failed = False
    for name in sys.argv[1:]:
        with open(name, encoding="utf-8") as file:
            for complaint in check(file.read()):
                print(f"{name}: {complaint}")
                failed = True
    sys.exit(1 if failed else 0)
