"""Bad input of source targets: folders, archives, lock files and repositories that are broken or hostile.

Every scan must end, say what it could not read, write nothing outside its scratch folder and run nothing."""
import io
import json
import os
import shutil
import socket
import subprocess
import tarfile
import zipfile

import program

SERVER = ('const { McpServer } = require("@modelcontextprotocol/sdk/server/mcp.js");\n'
          'const server = new McpServer({ name: "x", version: "1.0.0" });\n'
          'server.tool("a_tool", "Does a thing.", {}, async () => ({ content: [] }));\n')
FLAW = SERVER + ('server.tool("log", "Shows a log.", { branch: z.string() }, async ({ branch }) => {\n'
                 '  require("child_process").exec(`git log ${branch}`);\n});\n')
YAML_BOMB = 'a: &a ["l", "l", "l", "l", "l", "l", "l", "l", "l"]\n' + "".join(
    f"{chr(98 + i)}: &{chr(98 + i)} [{', '.join(['*' + chr(97 + i)] * 9)}]\n" for i in range(20))
INVENTORIES = ["package-lock.json", "npm-shrinkwrap.json", "pnpm-lock.yaml", "yarn.lock", "go.mod", "go.sum",
               "requirements.txt", "poetry.lock", "uv.lock", "Pipfile.lock", "pdm.lock", "Cargo.lock", "pom.xml",
               "gradle.lockfile", "packages.lock.json", "Gemfile.lock", "composer.lock", "pyproject.toml"]


class Case(program.Case):
    def setUp(self):
        super().setUp()
        self.tree = self.folder / "tree"
        self.tree.mkdir()
        self.put("package.json", '{"name": "x", "version": "1.0.0"}')
        self.put("index.js", SERVER)
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir()
        self.environment = {"HOME": str(self.folder), "TMPDIR": str(self.scratch)}

    def put(self, name, content):
        path = self.tree / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def scan(self, target=None, code=0, *words):
        done = program.run("scan", target or self.tree, "-o", "json", "--offline", *words, env=self.environment,
                           timeout=300)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(list(self.scratch.iterdir()), [])
        return json.loads(done.stdout)

    def observe(self, target=None):
        done = program.run("observe", target or self.tree, "--offline", env=self.environment, timeout=300)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(list(self.scratch.iterdir()), [])
        return json.loads(done.stdout)

    def limits(self, report):
        return [hit["what"] for hit in report["evidence"]["limits"]]


class Folders(Case):
    def test_devices_pipes_and_sockets_are_left_alone(self):
        for name in ("fifo.js", "package-lock.json", "tools.json", "LICENSE", "README.md", ".gitmodules"):
            os.mkfifo(self.tree / name)
        os.mkdir(self.tree / ".git")
        for name in ("HEAD", "config", "index"):
            os.mkfifo(self.tree / ".git" / name)
        listener = socket.socket(socket.AF_UNIX)
        self.addCleanup(listener.close)
        home = os.getcwd()
        os.chdir(self.tree)  # the name of a socket is short
        listener.bind("sock.py")
        os.chdir(home)
        record = self.observe()
        self.assertEqual(record["facets"]["source"]["data"]["not_read"]["special"], 7)
        self.assertIn("left alone", record["facets"]["source"]["reason"])

    def test_links_are_not_followed(self):
        for name, to in (("loop", "."), ("up", ".."), ("passwd.json", "/etc/passwd"), ("etc", "/etc"),
                         ("tools.json", "/dev/zero"), ("package-lock.json", "/dev/zero"), ("a", "b"), ("b", "a"),
                         ("LICENSE", "/dev/stdin")):
            (self.tree / name).symlink_to(to)
        data = self.observe()["facets"]["source"]["data"]
        self.assertEqual((data["file_count"], data["not_read"]["links"]), (2, 9))

    def test_huge_files_are_a_limit(self):
        for name in ("big.js", "big.py", "tools.json", "package-lock.json", "LICENSE", "data.bin"):
            with open(self.tree / name, "wb") as file:
                file.truncate(2 << 30)
        report = self.scan(None, 4)
        self.assertIn("source_file_bytes", self.limits(report))
        self.assertEqual(report["server"]["tools"], 1)
        self.assertEqual(report["assessments"]["ampel"]["engines"][0]["state"], "no_data")

    def test_many_files_do_not_hide_the_root(self):
        for folder in range(52):
            path = self.tree / f"a{folder}"
            path.mkdir()
            for name in range(1000):
                (path / f"{name}.txt").touch()
        report = self.scan(None, 4)
        self.assertIn("source_files", self.limits(report))
        self.assertEqual(report["server"]["tools"], 1)  # index.js lies in the root

    def test_deep_folders(self):
        home = os.getcwd()
        os.chdir(self.tree)
        for _ in range(600):
            os.mkdir("d")
            os.chdir("d")
        os.chdir(home)
        self.assertIn("source_depth", self.limits(self.scan(None, 4)))
        subprocess.run(["rm", "-rf", str(self.tree)], check=True)

    def test_names_that_are_no_names(self):
        names = (b"a\nb.js", b"\x1b[31mred.js", "\u202egpj.js".encode(), b"\xff\xfe.js", b'a"b.js', b" .js")
        for number, name in enumerate(names):
            with open(os.path.join(os.fsencode(self.tree), name), "w", encoding="utf-8") as file:
                file.write(FLAW.replace('"log"', f'"log_{number}"'))
        report = self.scan(None, 4)
        self.assertIn("source_names", self.limits(report))  # one name is no UTF-8
        flaws = [one for one in report["findings"] if one["detector"] == "shell-injection"]
        self.assertEqual(len(flaws), 5)
        text = program.run("scan", self.tree, "-v", "--offline", env=self.environment).stdout
        text.decode("utf-8")
        self.assertNotIn(b"\x1b", text)
        self.assertNotIn("\u202e".encode(), text)
        sarif = program.run("scan", self.tree, "-o", "sarif", "--offline", env=self.environment)
        json.loads(sarif.stdout)

    def test_what_may_not_be_opened_is_said(self):
        if os.geteuid() == 0:
            print("root may open everything: not tested")
            return
        self.put("closed/x.js", "1")
        (self.tree / "closed").chmod(0)
        self.addCleanup((self.tree / "closed").chmod, 0o700)
        self.assertEqual(self.observe()["facets"]["source"]["data"]["not_read"]["unreadable"], 1)


class Documents(Case):
    def test_yaml_that_refers_to_itself(self):
        self.put("pnpm-lock.yaml", 'lockfileVersion: "9.0"\nx: &x\n  y: *x\npackages: &p\n  q: *p\n' + YAML_BOMB)
        self.put("yarn.lock", "__metadata:\n  version: 8\n" + YAML_BOMB)
        self.put(".github/workflows/ci.yml", "on: push\njobs: &j\n  a: *j\n" + YAML_BOMB)
        dependencies = self.observe()["facets"]["dependencies"]
        self.assertFalse(dependencies["data"]["complete"])
        self.assertTrue(any(one.get("error") for one in dependencies["data"]["inventories"]))

    def test_broken_lock_files_of_every_kind(self):
        for rubbish in (b"{[<\x00\xff not a lock file \n[[[package]]]\n\"\"\"", b"", b"[" * 100000, b"\xef\xbb\xbf{}"):
            for name in INVENTORIES:
                self.put(name, rubbish)
            report = self.scan()
            self.assertEqual(report["server"]["tools"], 1)
        for name in INVENTORIES:
            self.put(name, b"{[<\x00\xff not a lock file \n[[[package]]]\n\"\"\"")
        dependencies = self.observe()["facets"]["dependencies"]
        self.assertIn("could not be read", dependencies["reason"])
        engine = self.scan()["assessments"]["ampel"]["engines"][0]
        self.assertEqual((engine["id"], engine["state"]), ("vuln-dependency-cve", "no_data"))

    def test_versions_that_are_none(self):
        self.put("requirements.txt", "django==not.a.version\nflask==1.2.3.4.5.6.7.8.9.10.11\nmcp==99999999999999999999\n")
        self.put("go.mod", "module example.com/x\n\ngo 1.x\n\nrequire golang.org/x/net vNaN\n")
        self.put("package-lock.json", json.dumps({"lockfileVersion": 3, "packages": {
            "node_modules/lodash": {"version": "latest"}, "node_modules/axios": {"version": ""},
            "node_modules/@modelcontextprotocol/sdk": {"version": "1." + "9" * 400}}}))
        self.assertEqual(self.scan()["server"]["tools"], 1)


class Archives(Case):
    def tar(self, entries):
        out = io.BytesIO()
        with tarfile.open(fileobj=out, mode="w:gz") as archive:
            for name, kind, content in entries:
                entry = tarfile.TarInfo(name)
                entry.type = kind
                if kind == tarfile.REGTYPE:
                    entry.size = len(content)
                    archive.addfile(entry, io.BytesIO(content))
                else:
                    entry.linkname = content
                    archive.addfile(entry)
        return self.write("package.tgz", out.getvalue())

    def test_paths_that_lead_out(self):
        regular, link = tarfile.REGTYPE, tarfile.SYMTYPE
        target = self.tar([("package/package.json", regular, b'{"name":"x","version":"1.0.0"}'),
                           ("package/index.js", regular, SERVER.encode()),
                           ("../escape", regular, b"x"), ("/absolute", regular, b"x"),
                           ("package/../../escape", regular, b"x"), ("package/out", link, "/etc"),
                           ("package/out/passwd", regular, b"x"), ("package/hard", tarfile.LNKTYPE, "/etc/passwd"),
                           ("package/fifo", tarfile.FIFOTYPE, ""), ("package/zero", tarfile.CHRTYPE, ""),
                           ("package/..\\..\\windows", regular, b"x")])
        before = sorted(os.listdir(self.folder))
        archive = self.observe(target)["facets"]["source"]["data"]["archive"]
        self.assertEqual(sorted(os.listdir(self.folder)), before)
        self.assertEqual((archive["links"], archive["hard_links"], archive["special"]), (1, 1, 2))
        self.assertGreaterEqual(archive["refused_names"], 3)

    def test_a_hundred_thousand_entries(self):
        path = self.folder / "many.zip"
        with zipfile.ZipFile(path, "w") as archive:
            archive.writestr("index.js", SERVER)
            for i in range(100_000):
                archive.writestr(f"f/{i}", b"")
        report = self.scan(path, 4)
        self.assertTrue(self.limits(report))

    def test_bombs_and_what_is_no_archive(self):
        folder = program.ROOT / "tests" / "data" / "bombs"
        for bomb in ("gzip_256MiB_zeros.gz", "gzip_gzip_1GiB_zeros.gz", "gzip_truncated.gz", "not_gzip_labelled_gzip.bin"):
            target = self.folder / "bomb.tgz"
            shutil.copy(folder / bomb, target)
            done = program.run("scan", target, "--offline", env=self.environment)
            self.assert_one_line(done, 3 if "zeros" in bomb else 2)
            self.assertEqual(list(self.scratch.iterdir()), [])
        for name in ("x.whl", "x.mcpb", "x.zip", "x.tar.xz"):
            self.assert_one_line(program.run("scan", self.write(name, b"no archive at all"), env=self.environment), 2)

    def test_names(self):
        for name in ("npm:", "npm:../x", "npm:a b", "npm:@", "npm:@a/", "pypi:-x", "pypi:", "pypi:a/b", "npm:x@\n1"):
            done = program.run("scan", name, "--offline", env=self.environment)
            self.assert_one_line(done, 2)


class Repositories(Case):
    def test_a_repository_whose_configuration_runs_programs(self):
        def git(*words):
            subprocess.run(["git", *words], cwd=self.tree, check=True, capture_output=True,
                           env={"PATH": os.environ["PATH"], "HOME": str(self.folder), "GIT_CONFIG_GLOBAL": "/dev/null",
                                "GIT_AUTHOR_NAME": "A", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "A",
                                "GIT_COMMITTER_EMAIL": "a@example.com"})
        git("init", "-q", "-b", "main")
        self.put(".gitattributes", "* filter=evil diff=evil\n")
        git("add", "-A")
        git("commit", "-q", "-m", "one")
        ran = self.folder / "ran"
        runs = f"touch {ran}"
        for hook in ("post-checkout", "fsmonitor-watchman", "post-index-change", "reference-transaction"):
            path = self.put(f".git/hooks/{hook}", f"#!/bin/sh\n{runs}\n")
            path.chmod(0o755)
        with open(self.tree / ".git" / "config", "a", encoding="utf-8") as config:
            config.write(f'[filter "evil"]\n\tclean = {runs}\n\tsmudge = {runs}\n\trequired = true\n'
                         f'[diff "evil"]\n\ttextconv = {runs}\n[core]\n\tfsmonitor = {runs}\n\tsshCommand = {runs}\n'
                         f'\tpager = {runs}\n[gpg]\n\tprogram = {runs}\n[include]\n\tpath = /dev/zero\n')
        self.put(".gitmodules", f'[submodule "a"]\n\tpath = a\n\turl = ext::sh -c "{runs}"\n')
        self.put(".git/objects/info/alternates", f"{self.tree}/.git/objects\n/etc\n/dev\n../objects\n")
        self.put(".git/refs/heads/loop", "ref: refs/heads/loop\n")
        report = self.scan(None, 0, "--history")
        self.assertEqual(report["server"]["tools"], 1)
        self.assertFalse(ran.exists())


if __name__ == "__main__":
    program.main()
