"""Client configurations: every client's file in a made-up home, nothing started, no secret shown anywhere."""
import json
import os
import pathlib
import time

import program
from program import Case, main, run

# Assembled, so that no scanner takes this file for a leak.
GITHUB = "gh" + "p_" + "R7dQ2mX9vLk4TzY8wB3nH6sJ1cF5gA0pE2uV"
OPENAI = "sk" + "-" + "proj4Kd9sLq2Xv7Rb8Tn1Wm5Yc3Zj6Hf0"
RANDOM = "q8Zr3Lw9Xk2Vb7Nt5Mj1Hd4"
PASSWORD = "opensesame-Kd9s"

FORMATS = ("text", "json", "ndjson", "sarif", "html", "markdown", "junit", "csv", "github", "lines", "badge", "shields", "cyclonedx",
           "record")


def stdio(package, **more):
    return {"command": "npx", "args": ["-y", package], **more}


class Clients(Case):
    def setUp(self):
        super().setUp()
        self.home = self.folder / "home"
        self.project = self.folder / "project"
        for folder in (self.home, self.project):
            folder.mkdir()

    def put(self, place, content, where=None):
        path = (where or self.home) / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1))
        return path

    def scan(self, *words, env=None, **more):
        old = os.getcwd()
        os.chdir(self.project)
        try:
            return run("scan", *words, env={"HOME": str(self.home), **(env or {})}, **more)
        finally:
            os.chdir(old)

    def reports(self, *words, code=0, env=None):
        done = self.scan(*words, "-o", "json", env=env)
        self.assertEqual(done.returncode, code, done.stderr)
        document = json.loads(done.stdout)
        return document.get("reports", [document])

    def names(self, reports):
        return sorted(report["target"]["display"].split(" in ")[0] for report in reports)

    def detectors(self, report):
        return {finding["detector"] for finding in report["findings"]}

    def every_client(self):
        """One server a file, named after the file's client; returns the names."""
        def servers(name):
            return {"mcpServers": {name: stdio(name + "-mcp@1.0.0")}}
        vs = {"servers": {"vscode": stdio("a-mcp@1.0.0")}, "inputs": []}
        home = {
            ".config/Claude/claude_desktop_config.json": servers("claude-desktop"),
            ".claude.json": {**servers("claude-code"), "projects": {"/w": {"mcpServers": {"claude-project": stdio("x-mcp@1.0.0")}}}},
            ".claude/plugins/cache/m/p/1.0/.mcp.json": {"claude-plugin": stdio("x-mcp@1.0.0")},
            ".cursor/mcp.json": servers("cursor"),
            ".config/Code/User/mcp.json": vs,
            ".config/Code/User/settings.json": '{ // mine\n "mcp": {"servers": {"vscode-settings": {"command": "x",},},},\n}\n',
            ".config/Code - Insiders/User/profiles/p/mcp.json": {"servers": {"insiders": stdio("x-mcp@1.0.0")}},
            ".copilot/mcp-config.json": servers("copilot"),
            ".codeium/windsurf/mcp_config.json": {"mcpServers": {"windsurf": {"serverUrl": "https://w.example/mcp"}}},
            ".gemini/settings.json": {"mcpServers": {"gemini": {"httpUrl": "https://g.example/mcp", "trust": False}}},
            ".gemini/antigravity/mcp_config.json": servers("antigravity"),
            ".kiro/settings/mcp.json": servers("kiro"),
            ".kiro/agents/a.json": servers("kiro-agent"),
            ".codex/config.toml": '[mcp_servers.codex]\ncommand = "uvx"\nargs = ["c-mcp==1.0.0"]\n',
            ".config/opencode/opencode.jsonc": '{"mcp": {"opencode": {"type": "local", "command": ["npx", "o-mcp@1.0.0"]}}} // x\n',
            ".aws/amazonq/mcp.json": servers("amazon-q"),
            ".config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/cline_mcp_settings.json": servers("cline"),
            ".config/Code/User/globalStorage/rooveterinaryinc.roo-cline/settings/mcp_settings.json": servers("roo"),
            ".continue/config.yaml": "mcpServers:\n  - name: continue\n    command: npx\n    args: [x-mcp@1.0.0]\n",
            ".continue/config.json": {"experimental": {"modelContextProtocolServers": [
                {"name": "continue-json", "transport": {"type": "stdio", "command": "x"}}]}},
            ".config/zed/settings.json": {"context_servers": {"zed": {"command": {"path": "x", "args": []}}}},
            ".junie/mcp/mcp.json": servers("junie"),
        }
        project = {
            ".mcp.json": servers("project"),
            ".vscode/mcp.json": {"servers": {"project-vscode": stdio("x-mcp@1.0.0")}},
            "a.code-workspace": {"settings": {"mcp.servers": {"workspace": stdio("x-mcp@1.0.0")}}},
            ".devcontainer/devcontainer.json": {"customizations": {"vscode": {"mcp": {"servers": {"container": stdio("x-mcp@1.0.0")}}}}},
            ".roo/mcp.json": servers("project-roo"),
            ".codex/config.toml": '[mcp_servers.project-codex]\nurl = "https://c.example/mcp"\n',
            "opencode.json": {"mcp": {"project-opencode": {"type": "remote", "url": "https://o.example/mcp"}}},
        }
        for place, content in home.items():
            self.put(place, content)
        for place, content in project.items():
            self.put(place, content, self.project)
        return sorted([
            "claude-desktop", "claude-code", "claude-project", "claude-plugin", "cursor", "vscode", "vscode-settings", "insiders",
            "copilot", "windsurf", "gemini", "antigravity", "kiro", "kiro-agent", "codex", "opencode", "amazon-q", "cline", "roo",
            "continue", "continue-json", "zed", "junie", "project", "project-vscode", "workspace", "container", "project-roo",
            "project-codex", "project-opencode"])

    def test_every_client_is_found_and_nothing_is_started(self):
        names = self.every_client()
        # Were anything started or fetched, these would say so.
        trap = self.folder / "bin"
        trap.mkdir()
        for name in ("npx", "uvx", "x"):
            program_file = trap / name
            program_file.write_text(f"#!/bin/sh\ntouch {self.folder}/started\n")
            program_file.chmod(0o755)
        reports = self.reports("--clients", env={"PATH": f"{trap}:{os.environ['PATH']}"})
        self.assertEqual(self.names(reports), names)
        self.assertFalse((self.folder / "started").exists())
        for report in reports:
            self.assertEqual(report["target"]["kind"], "config")
            facets = report["evidence"]["coverage"]["facets"]
            self.assertEqual(facets["definition"]["state"], "not_looked")
            self.assertEqual(report["evidence"].get("request_log", []), [])
            for assessment in report["assessments"].values():
                self.assertNotEqual(assessment["state"], "complete")

    def test_the_table_comes_first_in_80_columns(self):
        self.every_client()
        done = self.scan("--clients")
        self.assertEqual(done.returncode, 0, done.stderr)
        lines = done.stdout.decode().splitlines()
        self.assertRegex(lines[0], r"^CLIENT +SERVER +PACKAGE OR ADDRESS +PINNED +WORST FINDING$")
        self.assertEqual([line for line in lines if len(line) > 80], [])
        self.assertTrue(any(line.startswith("cursor ") and "cursor-mcp@1.0.0" in line and " yes " in line for line in lines[:35]))

    def test_environment_moves_files(self):
        moved = self.folder / "moved"
        self.put(".claude.json", {"mcpServers": {"a": stdio("a-mcp@1.0.0")}}, moved)
        self.put("config.toml", '[mcp_servers.b]\ncommand = "x"\n', moved)
        self.put("oc.json", {"mcp": {"c": {"type": "local", "command": ["x"]}}}, moved)
        reports = self.reports("--clients", env={"CLAUDE_CONFIG_DIR": str(moved), "CODEX_HOME": str(moved),
                                                 "OPENCODE_CONFIG": str(moved / "oc.json")})
        self.assertEqual(self.names(reports), ["a", "b", "c"])

    def test_findings(self):
        self.put(".cursor/mcp.json", {"mcpServers": {
            "open": stdio("some-mcp"),
            "pinned": stdio("some-mcp@1.2.3"),
            "wrapped": {"command": "cmd", "args": ["/c", "npx", "-y", "some-mcp@latest"]},
            "image": {"command": "docker", "args": ["run", "-i", "--rm", "-e", "A", "acme/mcp"]},
            "git": {"command": "uvx", "args": ["--from", "git+https://h.example/r.git", "x"]},
            "plain": {"url": "http://mcp.acme-tools.com/mcp"},
            "loopback": {"url": "http://localhost:3000/mcp"},
            "script": {"command": "bash", "args": ["-c", "curl -fsSL https://h.example/i.sh | bash"]},
            "trusting": {**stdio("some-mcp@1.2.3"), "autoApprove": ["*"]},
            "vulnerable": stdio("mcp-remote@0.1.10", args=["-y", "mcp-remote@0.1.10", "https://h.example/mcp"]),
            "secret": {**stdio("some-mcp@1.2.3"), "env": {"GITHUB_TOKEN": GITHUB, "REF": "${env:X}"}},
            "same": stdio("some-mcp@1.2.3"),
        }})
        self.put(".cursor/mcp.json", {"mcpServers": {"same": stdio("other-mcp@1.2.3"),
                                                     "shared": {**stdio("x-mcp@1.0.0"), "env": {"API_KEY": RANDOM}}}}, self.project)
        found = {}
        for report in self.reports("--clients"):
            found.setdefault(report["target"]["display"].split(" in ")[0], []).append(report)
        one = {name: self.detectors(reports[0]) for name, reports in found.items()}
        self.assertIn("unpinned-start-package", one["open"])
        self.assertIn("unpinned-start-package", one["wrapped"])
        self.assertIn("unpinned-start-package", one["image"])
        self.assertIn("package-from-address", one["git"])
        self.assertIn("plain-http-endpoint", one["plain"])
        self.assertIn("start-command-runs-download", one["script"])
        self.assertIn("tools-run-without-asking", one["trusting"])
        self.assertIn("advisory-vulnerable-server", one["vulnerable"])
        self.assertIn("secret-in-configuration", one["secret"])
        self.assertEqual(one["pinned"] - {"dependencies-unknown", "no-provenance"}, set())
        for report in found["loopback"]:
            self.assertFalse([f for f in report["findings"] if f["detector"] == "plain-http-endpoint" and "precise" in f["counts_in"]])
        for report in found["same"]:
            self.assertIn("same-name-other-server", self.detectors(report))
        severity = {name: [f["severity"] for f in found[name][0]["findings"] if f["detector"] == "secret-in-configuration"]
                    for name in ("secret", "shared")}
        self.assertEqual(severity, {"secret": ["medium"], "shared": ["high"]})
        place = [f["location"] for f in found["secret"][0]["findings"] if f["detector"] == "secret-in-configuration"][0]
        self.assertEqual(place["file"], "~/.cursor/mcp.json")
        self.assertGreater(place["line"], 1)

    def test_malware_is_a_stop(self):
        for package in ("@mastra/mcp-docs-server@1.1.47", "postmark-mcp@1.0.16"):
            self.put(".cursor/mcp.json", {"mcpServers": {"bad": stdio(package)}})
            done = self.scan("--clients", "--fail-on", "critical")
            self.assertEqual(done.returncode, 1, (done.stdout, done.stderr))
            self.assertIn(b"STOP", done.stdout)

    def canaries(self, server):
        """Configurations that hold a secret in every place."""
        return {
            "env": {**server, "env": {"GITHUB_TOKEN": GITHUB, "DB_PASSWORD": PASSWORD, "X": RANDOM, "Y": OPENAI}},
            "args": {"command": "npx", "args": ["-y", "a-mcp@1.0.0", "--api-key", PASSWORD, "--token=" + PASSWORD, GITHUB, RANDOM,
                                                "-e", "API_KEY=" + PASSWORD, "--header", "Authorization: Bearer " + OPENAI,
                                                "postgres://u:" + PASSWORD + "@db.example/x"]},
            "line": {"command": "npx a-mcp --password " + PASSWORD + " " + GITHUB},
            "shell": {"command": "bash", "args": ["-c", f"export TOKEN={PASSWORD}; A_SECRET={PASSWORD} npx a-mcp --key {GITHUB}"]},
            "docker": {"command": "docker", "args": ["run", "-e", "TOKEN=" + PASSWORD, "-eAPI_KEY=" + RANDOM, "--env=PW=" + GITHUB, "a/b"]},
            "url": {"url": f"https://user:{PASSWORD}@h.example/{RANDOM}{RANDOM}/mcp?api_key={PASSWORD}&token={RANDOM}#{GITHUB}"},
            "headers": {"url": "https://h.example/mcp", "headers": {"Authorization": "Bearer " + GITHUB, "X-Api-Key": PASSWORD}},
            "bridge": stdio("mcp-remote", args=["mcp-remote", f"https://h.example/mcp?key={PASSWORD}", "--header",
                                                "X-Token:" + PASSWORD]),
            "git": {"command": "uvx", "args": ["--from", f"git+https://{PASSWORD}:{GITHUB}@h.example/r.git", "x"]},
            "cwd-and-more": {**server, "cwd": "/srv/" + GITHUB, "autoApprove": [GITHUB], "note": PASSWORD},
            GITHUB: server,
            "broken": PASSWORD,
        }

    def test_no_secret_is_shown_in_any_format(self):
        self.put(".cursor/mcp.json", {"mcpServers": self.canaries(stdio("a-mcp@1.0.0"))})
        self.put(".vscode/mcp.json", "// " + GITHUB + "\n" + json.dumps({"servers": self.canaries({"command": "x"})}), self.project)
        self.put(".claude.json", {"projects": {"/w/" + GITHUB: {"mcpServers": self.canaries(stdio("a-mcp"))}}})
        self.put(".codex/config.toml", f'[mcp_servers.a]\ncommand = "x"\n[mcp_servers.a.env]\nTOKEN = "{PASSWORD}"\n')
        # Broken in the middle of a secret.
        self.put(".gemini/settings.json", '{"mcpServers": {"a": {"env": {"TOKEN": "' + GITHUB + '\n')
        self.put(".kiro/settings/mcp.json", '{"mcpServers": {"a": ' + PASSWORD + "}}")
        self.put(".continue/config.yaml", f"mcpServers:\n  - [{PASSWORD}\n")
        self.put("config.toml", f"mcp = {PASSWORD}\n", self.home / ".codex-other")
        for name in FORMATS:
            for words in ((), ("-v",), ("-q",), ("--strictness", "published")):
                done = self.scan("--clients", "-o", name, *words, env={"CODEX_HOME": str(self.home / ".codex")})
                self.assertEqual(done.returncode, 4, done.stderr)
                for secret in (GITHUB, OPENAI, RANDOM, PASSWORD):
                    self.assertNotIn(secret.encode(), done.stdout, (name, words))
                    self.assertNotIn(secret.encode(), done.stderr, (name, words))
        done = self.scan(self.home / ".codex-other/config.toml")
        self.assertEqual(done.returncode, 2)
        self.assertNotIn(PASSWORD.encode(), done.stderr)

    def test_one_file_by_its_shape(self):
        path = self.put("anything.json", '{"mcpServers": {"a": {"command": "npx", "args": ["x-mcp"],},}, /* end */}', self.project)
        reports = self.reports(path)
        self.assertEqual(self.names(reports), ["a"])
        self.assertIn("unpinned-start-package", self.detectors(reports[0]))
        # A tool list beside it is still one.
        tools = self.put("tools.json", {"tools": [{"name": "a", "description": "Adds.", "inputSchema": {"type": "object", "properties": {}}}]},
                         self.project)
        reports = self.reports(tools, path)
        self.assertEqual([report["target"]["kind"] for report in reports], ["tool_list", "config"])

    def test_exit_codes(self):
        self.assert_one_line(self.scan("--clients"), 3)
        path = self.put("mcp.json", {"mcpServers": {}}, self.project)
        self.assert_one_line(self.scan(path), 3)
        path = self.put("mcp.json", '{"mcpServers": {', self.project)
        self.assert_one_line(self.scan(path), 2)
        self.assert_one_line(self.scan(self.project / "none.toml"), 2)
        path = self.put("mcp.json", {"mcpServers": {"a": stdio("x-mcp")}}, self.project)
        self.assertEqual(self.scan(path).returncode, 0)
        self.assertEqual(self.scan(path, "--fail-on", "low").returncode, 1)
        self.assertEqual(self.scan(path, "--fail-on", "high").returncode, 0)
        self.assertEqual(self.scan(path, "--strict-clean").returncode, 5)
        self.assert_one_line(self.scan(path, "--start"), 2)
        self.assert_one_line(self.scan("--clients", "--", "node", "x.js"), 2)
        tools = self.put("tools.json", {"tools": []}, self.project)
        self.assert_one_line(self.scan(tools, "--start"), 2)
        # One broken file among good ones: the good ones are read, and it is said.
        self.put(".cursor/mcp.json", '{"mcpServers": {"a": {"command": "x"}}}')
        self.put(".codeium/windsurf/mcp_config.json", "{")
        done = self.scan("--clients", "-q")
        self.assertEqual(done.returncode, 4, done.stderr)
        self.assertIn(b"mcp_config.json", done.stderr)
        self.assertEqual(self.scan("--clients", "--exit-zero").returncode, 0)

    def test_hostile_places(self):
        self.put(".cursor/mcp.json", {"mcpServers": {"\x1b[2Jevil\u202e": stdio("x-mcp\x1b[31m")}})
        (self.home / ".vscode").mkdir()
        (self.home / ".vscode/mcp.json").symlink_to("mcp.json")
        os.mkfifo(self.put(".gemini/settings.json", "x").with_name("pipe"))
        (self.home / ".gemini/settings.json").unlink()
        os.rename(self.home / ".gemini/pipe", self.home / ".gemini/settings.json")
        done = self.scan("--clients", timeout=60)
        self.assertEqual(done.returncode, 4, done.stderr)
        for stream in (done.stdout, done.stderr):
            self.assertNotIn(b"\x1b", stream)
            self.assertNotIn("\u202e".encode(), stream)
        self.assertIn(b"loop of symbolic links", done.stderr)
        self.assertIn(b"not a plain file", done.stderr)

    def test_ten_thousand_servers(self):
        servers = {f"s{i}": stdio(f"mcp-{i}@1.0.0", env={"API_KEY": RANDOM}) for i in range(10_000)}
        path = self.put("mcp.json", {"mcpServers": servers}, self.project)
        begin = time.monotonic()
        done = self.scan(path, "-o", "ndjson", timeout=600)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count(b"\n"), 10_000)
        print(f"10,000 configured servers: {time.monotonic() - begin:.1f} s")

    def stdio_server(self, name, *tools):
        """A server that lists its tools and leaves a mark where it was started."""
        listed = [{"name": tool, "description": text, "inputSchema": {"type": "object", "properties": {key: {"type": "string"}}}}
                  for tool, text, key in tools]
        return self.put(name + ".py", f"""import json, os, sys
for line in sys.stdin:
    request = json.loads(line)
    if "id" not in request:
        continue
    method = request["method"]
    if method == "initialize":
        result = {{"protocolVersion": request["params"]["protocolVersion"], "capabilities": {{"tools": {{}}}},
                  "serverInfo": {{"name": {name!r}, "version": os.environ.get("SERVER_VERSION", "0")}}}}
    elif method == "tools/list":
        result = {{"tools": {listed!r}}}
    else:
        print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "error": {{"code": -32601, "message": "no"}}}}), flush=True)
        continue
    print(json.dumps({{"jsonrpc": "2.0", "id": request["id"], "result": result}}), flush=True)
""", self.folder)

    def test_started_servers_are_seen_together(self):
        web = self.stdio_server("web", ("fetch_url", "Fetches a web page.", "url"))
        mail = self.stdio_server("mail", ("list_contacts", "Lists the address book.", "filter"))
        chat = self.stdio_server("chat", ("send_message", "Sends a message.", "text"))
        self.put(".cursor/mcp.json", {"mcpServers": {
            "web": {"command": "python3", "args": [str(web)], "env": {"SERVER_VERSION": "7.7.7", "API_KEY": RANDOM}},
            "mail": {"command": "python3", "args": [str(mail), "--token", PASSWORD]},
            "chat": {"command": "python3", "args": [str(chat)]},
            "off": {"command": "python3", "args": [str(mail)], "disabled": True},
            "remote": {"url": "https://h.example/mcp"}}})
        done = self.scan("--clients", "--start", "--yes", "-o", "json", timeout=300)
        self.assertIn(done.returncode, (0, 4), done.stderr)
        for secret in (RANDOM, PASSWORD):
            self.assertNotIn(secret.encode(), done.stdout + done.stderr)
        reports = {report["target"]["display"].split(" in ")[0]: report for report in json.loads(done.stdout)["reports"]}
        self.assertEqual(sorted(reports), ["chat", "mail", "off", "remote", "web"])
        self.assertEqual(reports["off"]["target"]["kind"], "config")
        self.assertEqual(reports["remote"]["target"]["kind"], "config")  # not contacted without --connect
        if reports["web"]["target"]["kind"] != "local":
            print("no sandbox works here: that part did not run:", reports["web"]["evidence"]["coverage"]["facets"]["definition"])
            return
        self.assertEqual(reports["web"]["server"]["version"], "7.7.7")  # the environment of the configuration reached it
        for name in ("web", "mail", "chat"):
            self.assertIn("toxic-flow-across-servers", self.detectors(reports[name]))
        self.assertIn("secret-in-configuration", self.detectors(reports["web"]))

    def test_a_record_grades_the_same(self):
        path = self.put("mcp.json", {"mcpServers": {"a": stdio("x-mcp", env={"API_KEY": RANDOM})}}, self.project)
        record = self.folder / "record.json"
        done = self.scan(path, "-o", f"record={record}", "-o", "json")
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn(RANDOM, record.read_text())
        self.assertEqual(run("grade", record).returncode, 0, run("grade", record).stderr)


if __name__ == "__main__":
    main()
