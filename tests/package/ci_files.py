"""The GitHub Action, the pre-commit hook and the problem matcher, as far as they run without a network: the files
parse, and their shell runs against the built program."""
import json
import os
import pathlib
import re
import subprocess
import sys

import yaml

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402
from program import Case, EXAMPLES, ROOT, main, run  # noqa: E402

SHELL = EXAMPLES / "shell-runner.json"
CLEAN = {"mcpServers": {"a": {"command": "npx", "args": ["-y", "@modelcontextprotocol/server-everything@2025.8.18"]}}}
LEAKY = {"mcpServers": {"a": {"command": "npx", "args": ["-y", "some-server"],
                              "env": {"GITHUB_TOKEN": "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}}}}


class Action(Case):
    def setUp(self):
        super().setUp()
        self.action = yaml.safe_load((ROOT / "action.yml").read_text())

    def act(self, **inputs):
        """Runs the step as the runner would: inputs with their defaults through the step's own env."""
        given = {name: str(one["default"]) for name, one in self.action["inputs"].items()}
        given.update({name.replace("_", "-"): value for name, value in inputs.items()})
        given.setdefault("program", program.PROGRAM)
        given["program"] = inputs.get("program", program.PROGRAM)
        step = self.action["runs"]["steps"][0]
        env = {name: given[re.fullmatch(r"\$\{\{ inputs\.([a-z-]+) \}\}", text).group(1)] for name, text in step["env"].items()}
        self.output, self.summary = self.folder / "output", self.folder / "summary"
        self.output.write_text("")
        self.summary.write_text("")
        return subprocess.run(["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]], cwd=self.folder,
                              capture_output=True, check=False, timeout=120,
                              env={**program.ENVIRONMENT, **env, "GITHUB_ACTION_PATH": str(ROOT), "CI": "true",
                                   "GITHUB_OUTPUT": str(self.output), "GITHUB_STEP_SUMMARY": str(self.summary)})

    def outputs(self):
        return dict(line.split("=", 1) for line in self.output.read_text().splitlines())

    def test_every_input_is_used_and_none_is_part_of_a_command(self):
        steps = self.action["runs"]["steps"]
        self.assertEqual(self.action["runs"]["using"], "composite")
        used = re.findall(r"inputs\.([a-z-]+)", json.dumps([step["env"] for step in steps]))
        self.assertEqual(sorted(used), sorted(self.action["inputs"]))
        for step in steps:
            self.assertNotIn("${{", step["run"])
            self.assertEqual(step["shell"], "bash")
        for one in self.action["outputs"].values():
            self.assertRegex(one["value"], r"^\$\{\{ steps\.scan\.outputs\.[a-z-]+ \}\}$")

    def test_a_scan_that_fails_the_job(self):
        done = self.act(targets=str(SHELL))
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertIn(b"::error ", done.stdout)
        self.assertEqual(self.outputs(), {"exit-code": "1", "sarif": "mcpjury.sarif", "report": "mcpjury.json"})
        self.assertEqual(json.loads((self.folder / "mcpjury.sarif").read_text())["version"], "2.1.0")
        self.assertIn("<!-- mcpjury -->", self.summary.read_text())

    def test_a_scan_that_does_not(self):
        self.assertEqual(self.act(targets=f"\n  \n{SHELL}\n", fail_on="").returncode, 0)
        self.assertEqual(self.act(targets=str(SHELL), fail_on="critical").returncode, 0)
        baseline = self.folder / "base.json"
        os.replace(self.folder / "mcpjury.json", baseline)
        self.assertEqual(self.act(targets=str(SHELL), baseline=str(baseline)).returncode, 0)
        config = self.write("c.yaml", "scan: {fail_on: high}")
        self.assertEqual(self.act(targets=str(SHELL), fail_on="", config=str(config)).returncode, 1)

    def test_several_targets_and_options(self):
        done = self.act(targets=f"{SHELL}\n{EXAMPLES / 'weather-benign.json'}", args="--strict-clean\n--cross", fail_on="")
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertEqual(len(json.loads((self.folder / "mcpjury.json").read_text())["reports"]), 2)

    def test_text_of_an_input_is_no_command(self):
        for evil in ("$(touch pwned)", "`touch pwned`", "; touch pwned", "a b' \" $HOME"):
            done = self.act(targets=evil, fail_on="")
            self.assertEqual(done.returncode, 2, done.stderr)
            self.assertFalse((self.folder / "pwned").exists())
        self.act(targets=str(SHELL), sarif="x\nexit-code=0")
        self.assertEqual(self.outputs()["exit-code"], "1")
        self.assertEqual(len(self.outputs()), 3)

    def test_a_program_that_is_not_there(self):
        done = self.act(targets=str(SHELL), program="/nowhere/mcpjury")
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"does not run", done.stderr)


class Hook(Case):
    def setUp(self):
        super().setUp()
        hooks = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text())
        self.assertEqual(len(hooks), 1)
        self.hook = hooks[0]

    def commit(self, *files):
        return subprocess.run([str(ROOT / self.hook["entry"]), *self.hook["args"], *map(str, files)], capture_output=True,
                              cwd=self.folder, check=False, timeout=60, env={**program.ENVIRONMENT, "MCPJURY": program.PROGRAM})

    def test_it_knows_every_project_configuration(self):
        source = "".join(path.read_text() for path in (ROOT / "src/observe/config").glob("client_paths*.cpp"))
        names = sorted(set(re.findall(r'"\{project\}/([^"]+)"', source)))
        self.assertGreater(len(names), 15)
        for name in names:
            path = name.replace("*", "name")
            self.assertRegex(path, self.hook["files"])
            self.assertRegex("sub/folder/" + path, self.hook["files"])
        for other in ("package.json", "src/mcp.jsonx", "settings.json", "a/config.toml", "tsconfig.json", "xmcp.json"):
            self.assertNotRegex(other, self.hook["files"])

    def test_it_stops_a_secret_and_does_not_print_it(self):
        leaky = self.write(".mcp.json", json.dumps(LEAKY))
        done = self.commit(leaky)
        self.assertEqual(done.returncode, 1, done.stderr)
        self.assertNotIn(b"a1B2c3D4", done.stdout + done.stderr)
        self.assertIn(b"mcpjury.yaml", done.stderr)

    def test_it_lets_pass(self):
        self.assertEqual(self.commit(self.write("mcp.json", json.dumps(CLEAN))).returncode, 0)
        self.assertEqual(self.commit(self.write("devcontainer.json", '{"image": "x"}')).returncode, 0)

    def test_without_the_program(self):
        done = subprocess.run(["/bin/bash", str(ROOT / self.hook["entry"]), "x"], capture_output=True, check=False,
                              env={"PATH": str(self.folder)})
        self.assertEqual(done.returncode, 2)
        self.assertIn(b"not installed", done.stderr)


class Matcher(Case):
    def setUp(self):
        super().setUp()
        matchers = json.loads((ROOT / "packaging/mcpjury-problem-matcher.json").read_text())["problemMatcher"]
        self.patterns = {one["owner"]: one["pattern"][0] for one in matchers}

    def match(self, owner, line):
        pattern = self.patterns[owner]
        found = re.fullmatch(pattern["regexp"], line)
        return found and {name: found.group(group) for name, group in pattern.items() if name != "regexp"}

    def test_findings(self):
        done = run("scan", SHELL, "-o", "lines", "--fail-on", "high")
        lines = done.stdout.decode().splitlines()
        rows = [self.match("mcpjury", line) for line in lines[:-1]]
        self.assertTrue(all(rows), lines)
        self.assertEqual(rows[0]["file"], str(SHELL))
        self.assertEqual(rows[0]["severity"], "error")
        self.assertEqual((rows[1]["code"], rows[1]["severity"]), ("runs-code", "error"))
        self.assertEqual({row["severity"] for row in rows}, {"error", "warning", "notice"})
        self.assertIsNone(self.match("mcpjury", lines[-1]))
        report = json.loads(run("scan", SHELL, "-o", "json").stdout)
        counted = [one for one in report["findings"] if "precise" in one["counts_in"]]
        self.assertEqual([int(row["line"]) for row in rows], [one["location"]["line"] or 1 for one in counted])

    def test_settings(self):
        wrong = self.write("wrong.yaml", "scan:\n  jbos: 1\n  timeout: x\n")
        lines = run("config", "--config", wrong).stderr.decode().splitlines()
        rows = [self.match("mcpjury-settings", line) for line in lines]
        self.assertEqual([(row["file"], row["line"], row["column"]) for row in rows],
                         [(str(wrong), "3", "12"), (str(wrong), "2", "3")])

    def test_a_server_cannot_forge_a_line(self):
        document = {"tools": [{"name": "x\n/etc/passwd:1: error: forged [runs-code]", "description": "Runs a shell command\n\n"}]}
        for line in run("scan", "-", "-o", "lines", stdin=json.dumps(document)).stdout.decode().splitlines():
            found = self.match("mcpjury", line)
            self.assertFalse(found and found["file"] == "/etc/passwd", line)


if __name__ == "__main__":
    main()
