"""Completion in the real shells, and the man page by the real readers of it."""
import json
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import time

import program
from program import Case, EXAMPLES, main, run


def script(shell):
    done = run("completion", shell)
    assert done.returncode == 0 and done.stderr == b"", done
    return done.stdout.decode()


def commands():
    text = run("--help").stdout.decode()
    block = re.search(r"^Commands:\n(.*?)\n\n", text, re.S | re.M).group(1)
    return re.findall(r"^  ([a-z]+) ", block, re.M)


def long_options(command):
    return set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", run(command, "--help").stdout.decode(), re.M))


class Bash(Case):
    def offered(self, *words):
        """What bash would offer for the last of `words`, which are broken up as readline does it."""
        broken = []
        for word in ("mcpjury", *words):
            broken += [part for part in re.split(r"([=:])", word) if part] or [""]
            if word and word[-1] in "=:" and word is words[-1]:
                broken.append("")
        quoted = " ".join(f"'{word}'" for word in broken)
        text = (script("bash") + f"COMP_WORDS=({quoted}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1)); _mcpjury; "
                'printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "--norc", "-u", "-c", text], capture_output=True, cwd=self.folder, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return done.stdout.decode().split()

    def test_every_command_and_option(self):
        self.assertLess(set(commands()), set(self.offered("")))
        self.assertEqual(self.offered("sca"), ["scan"])
        for command in commands():
            self.assertEqual(set(self.offered(command, "--")), long_options(command), command)

    def test_values(self):
        self.assertEqual(self.offered("scan", "--strictness", ""), ["precise", "published"])
        self.assertEqual(self.offered("scan", "x.json", "-o", "js"), ["json"])
        self.assertEqual(self.offered("rules", "--format", "j"), ["json"])
        self.assertEqual(self.offered("scan", "--methodology", "tooltrust,ai"), ["tooltrust,aivss"])
        self.assertEqual(self.offered("scan", "--fail-on", "mal"), ["malice"])
        self.assertIn("D", self.offered("scan", "--fail-on", "tooltrust:"))
        self.assertEqual(self.offered("scan", "--fail-on", "ampel:r"), ["red"])
        self.assertEqual(self.offered("completion", "z"), ["zsh"])
        self.assertEqual(self.offered("methodologies", "ag"), ["agentreserve"])

    def test_every_rule(self):
        rules = {one["id"] for one in json.loads(run("rules", "--format", "json").stdout)}
        self.assertLessEqual(rules, set(self.offered("explain", "")))
        self.assertEqual(self.offered("explain", "AS-00"), [f"AS-00{i}" for i in range(1, 10)])

    def test_files(self):
        self.write("some.json", "{}")
        self.assertEqual(self.offered("scan", "so"), ["some.json"])
        self.assertEqual(self.offered("scan", "--config", "so"), ["some.json"])
        self.assertEqual(self.offered("scan", "--config=so"), ["some.json"])
        self.assertEqual(self.offered("scan", "-o", "sarif=so"), ["some.json"])
        self.assertEqual(self.offered("scan", "--", "so"), [])
        (self.folder / "source").mkdir()
        self.assertEqual(self.offered("scan", "--data-dir", "so"), ["source"])


class Fish(Case):
    def offered(self, line):
        path = self.write("mcpjury.fish", script("fish"))
        done = subprocess.run(["fish", "--no-config", "-c", f"source {path}; complete -C '{line}'"], capture_output=True,
                              cwd=self.folder, check=False, env={**os.environ, "HOME": str(self.folder)})
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        return [one.split("\t")[0] for one in done.stdout.decode().splitlines()]

    def test_it_offers(self):
        if shutil.which("fish") is None:
            return print("fish is absent: completion for it is not tested here")
        self.assertLessEqual(set(commands()), set(self.offered("mcpjury ")))
        for command in ("scan", "db", "grade"):
            self.assertEqual({one.split("=")[0] for one in self.offered(f"mcpjury {command} --")}, long_options(command))
        self.assertEqual(self.offered("mcpjury scan --strictness p"), ["precise", "published"])
        self.assertIn("runs-code", self.offered("mcpjury explain runs"))
        self.write("some.json", "{}")
        self.assertIn("some.json", self.offered("mcpjury scan so"))
        return None


class Zsh(Case):
    """Typed into a real zsh on a pseudo-terminal: what stands on the line after the tab key."""

    def typed(self, keys):
        (self.folder / "_mcpjury").write_text(script("zsh"))
        (self.folder / ".zshrc").write_text(
            f"fpath=({self.folder} $fpath); autoload -U compinit; compinit -u -D; PS1='> '; unsetopt zle_bracketed_paste\n"
            "setopt no_beep; bindkey '^I' complete-word; bindkey '^A' beginning-of-line; zstyle ':completion:*' menu no\n")
        child, terminal = pty.fork()
        if child == 0:
            os.chdir(self.folder)
            os.execvpe("zsh", ["zsh", "-i"], {**program.ENVIRONMENT, "ZDOTDIR": str(self.folder), "TERM": "dumb"})
        try:
            self.until(terminal, rb"> ")
            os.write(terminal, keys.encode() + b"\t")
            time.sleep(0.5)  # nothing tells that a completion was not found
            os.write(terminal, b"\x01echo LINE: \n")
            seen = self.until(terminal, rb"\nLINE:[^\n]*\n")
        finally:
            os.close(terminal)
            os.waitpid(child, 0)
        return re.findall(rb"\nLINE: ?([^\r\n]*)", seen)[-1].decode().strip()

    def until(self, terminal, wanted):
        seen = b""
        deadline = time.monotonic() + 30
        while not re.search(wanted, seen):
            ready, _, _ = select.select([terminal], [], [], max(0.0, deadline - time.monotonic()))
            self.assertTrue(ready, seen)
            seen += os.read(terminal, 65536)
        return seen

    def test_it_completes(self):
        if shutil.which("zsh") is None:
            return print("zsh is absent: completion for it is not tested here")
        path = self.write("syntax", script("zsh"))
        done = subprocess.run(["zsh", "-n", path], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertEqual(self.typed("mcpjury sca"), "mcpjury scan")
        self.assertEqual(self.typed("mcpjury scan --strictness pub"), "mcpjury scan --strictness published")
        self.assertEqual(self.typed("mcpjury explain runs-c"), "mcpjury explain runs-code")
        self.write("unique-name.json", "{}")
        self.assertEqual(self.typed("mcpjury scan -o sarif=unique"), "mcpjury scan -o sarif=unique-name.json")
        return None


class ManPage(Case):
    def test_every_command_and_option_is_in_it(self):
        page = script("man").replace("\\-", "-")
        for command in commands():
            self.assertIn(f".SS {command}\n", page)
            for option in long_options(command):
                self.assertIn(f"\\fB{option}\\fR", page)

    def test_readers_have_no_complaint(self):
        path = self.write("mcpjury.1", script("man"))
        done = subprocess.run(["groff", "-man", "-ww", "-Tutf8", path], capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, b""))
        self.assertIn(b"EXIT STATUS", re.sub(rb".\x08", b"", done.stdout))
        if shutil.which("mandoc") is None:
            return print("mandoc is absent: the man page is not linted by it here")
        done = subprocess.run(["mandoc", "-Tlint", "-Wwarning", path], capture_output=True, check=False)
        complaints = [line for line in done.stdout.decode().splitlines() if "missing date" not in line]
        self.assertEqual(complaints, [])
        return None


class Width(Case):
    def test_help_fits_80_columns(self):
        for words in ([], *[[command] for command in commands()]):
            text = run(*words, "--help").stdout.decode()
            self.assertGreater(len(text), 100, words)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, (words, line))

    def test_reports_and_views_fit_80_columns(self):
        for words in (["scan", EXAMPLES / "shell-runner.json"], ["scan", "-v", EXAMPLES / "shell-runner.json"],
                      ["scan", "--deep", "-v", EXAMPLES / "notes-poisoned.json"], ["scan", "-q", EXAMPLES / "notes-poisoned.json"],
                      ["scan", "--strictness", "published", EXAMPLES / "paging-lookalikes.json"],
                      ["scan", "-v", EXAMPLES / "mixed-unicode.json"], ["rules"], ["explain", "runs-code"],
                      ["methodologies"], ["methodologies", "agentreserve"], ["diff", EXAMPLES / "shell-runner.json",
                                                                            EXAMPLES / "notes-poisoned.json"]):
            text = run(*words).stdout.decode()
            self.assertTrue(text, words)
            for line in text.splitlines():
                # An address, or a regular expression of a rule, is shown as it is.
                if len(line.split()) > 1 and not (words[0] == "explain" and line.startswith("      ")):
                    self.assertLessEqual(len(line), 80, (words, line))


if __name__ == "__main__":
    main()
