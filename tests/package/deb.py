"""The .deb and the tarball: what is in them, and that the program in them runs. tools/ci/test_package.sh installs
it on a bare Debian."""
import gzip
import pathlib
import re
import subprocess
import sys
import tarfile

BUILD = pathlib.Path(sys.argv.pop(2)) if len(sys.argv) > 2 else pathlib.Path("build")
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "cli"))
import program  # noqa: E402
from program import Case, EXAMPLES, main  # noqa: E402

FILES = ["bin/mcpjury", "share/man/man1/mcpjury.1.gz", "share/bash-completion/completions/mcpjury",
         "share/zsh/vendor-completions/_mcpjury", "share/fish/vendor_completions.d/mcpjury.fish",
         "share/doc/mcpjury/copyright", "share/doc/mcpjury/changelog.gz", "share/doc/mcpjury/examples/mcpjury.yaml",
         "share/doc/mcpjury/schema/mcpjury.schema.json"]


def call(*words, **more):
    done = subprocess.run([str(word) for word in words], capture_output=True, check=False, timeout=280, **more)
    assert done.returncode == 0, (words, done.stdout[-2000:], done.stderr[-2000:])
    return done.stdout.decode()


class Package(Case):
    def test_both(self):
        call("cmake", "--build", BUILD, "--target", "package_files")
        call("cpack", "--config", BUILD / "CPackConfig.cmake", "-B", self.folder, cwd=BUILD)
        deb, = self.folder.glob("*.deb")
        tarball, = self.folder.glob("*.tar.gz")

        listed = re.findall(r"^(\S+) root/root +\d+ \S+ \S+ \./(.*)$", call("dpkg-deb", "-c", deb), re.M)
        names = {name: mode for mode, name in listed}
        for name in FILES:
            self.assertIn(f"usr/{name}", names)
        self.assertEqual(names["usr/bin/mcpjury"], "-rwxr-xr-x")
        self.assertEqual({mode for name, mode in names.items() if name.endswith("/")}, {"drwxr-xr-x"})
        with tarfile.open(tarball) as archive:
            inside = {name.split("/", 1)[1] for name in archive.getnames() if "/" in name}
        self.assertLessEqual(set(FILES), inside)

        fields = dict(re.findall(r"^ (\w[\w-]+): (.*)$", call("dpkg-deb", "-I", deb), re.M))
        self.assertEqual(fields["Package"], "mcpjury")
        depends = [one.split()[0] for one in fields["Depends"].split(", ")]
        self.assertIn("libc6", depends)
        self.assertIn("libsoci-sqlite3-4.0", depends)  # loaded by name; nothing links to it
        self.assertGreater(len(depends), 10)
        for one in depends:  # built against what is installed, so each is a package of this Debian
            call("dpkg-query", "-W", one)

        root = self.folder / "root"
        call("dpkg-deb", "-x", deb, root)
        there = root / "usr/bin/mcpjury"
        self.assertNotIn("not found", call("ldd", there))
        self.assertIn("mcpjury", call(there, "--version", env=program.ENVIRONMENT))
        done = subprocess.run([there, "scan", EXAMPLES / "notes-poisoned.json", "--fail-on", "malice", "-q"],
                              capture_output=True, env=program.ENVIRONMENT, check=False)
        self.assertEqual(done.returncode, 1, done.stderr)
        call(there, "config", "--config", root / "usr/share/doc/mcpjury/examples/mcpjury.yaml", env=program.ENVIRONMENT)
        page = gzip.decompress((root / "usr/share/man/man1/mcpjury.1.gz").read_bytes()).decode()
        self.assertEqual(page, call(there, "completion", "man", env=program.ENVIRONMENT))


if __name__ == "__main__":
    main()
