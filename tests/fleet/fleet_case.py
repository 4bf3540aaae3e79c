"""What the tests of the fleet share; not a test itself. Called with the program and the mock population."""
import json
import os
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / "tests" / "cli"), str(ROOT / "tests" / "store")]
import program  # noqa: E402
from program import Case  # noqa: E402

POPULATION = str(ROOT / "build" / "bench" / "population")
# No fixed clock: rounds live from time that passes.
ENVIRONMENT = {"PATH": os.environ.get("PATH", ""), "LC_ALL": "C.UTF-8", "HOME": "/nonexistent"}


class Population:
    """Mock servers: every host name below fleet.test, every path a server."""

    def __init__(self, delay=5, *words):
        self.child = subprocess.Popen([POPULATION, str(delay), *words], text=True, stdin=subprocess.PIPE,
                                      stdout=subprocess.PIPE)
        self.port, self.dns = map(int, self.child.stdout.readline().split())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.child.stdin.close()
        self.child.wait()
        self.child.stdout.close()

    def tell(self, word):
        """Requests so far, most requests at once to one host, servers seen."""
        self.child.stdin.write(word + "\n")
        self.child.stdin.flush()
        return list(map(int, self.child.stdout.readline().split()))

    def url(self, number, hosts=50, kind="s"):
        return f"http://h{number % hosts}.fleet.test:{self.port}/{kind}/{number}/mcp"


class FleetCase(Case):
    """`store` and `queue` are set by the test; the settings file holds the rest."""
    store = queue = None

    def setUp(self):
        super().setUp()
        self.store = f"sqlite:{self.folder}/history.sqlite"

    def settings(self, population, **more):
        values = {"allowed_hosts": ["*.fleet.test"], "resolver": f"127.0.0.1:{population.dns}", "timeout": 3, "lease": 2,
                  "retry": 0.1, "jobs": 16, "registry_rate": 100, **more}
        self.write("fleet.yaml", json.dumps({"fleet": values}))

    def words(self, *words):
        engines = ["--store", self.store, "--config", str(self.folder / "fleet.yaml")]
        return [program.PROGRAM, *map(str, words), *engines, *(["--queue", self.queue] if self.queue else [])]

    def run_fleet(self, *words, code=0, timeout=120):
        done = subprocess.run(self.words(*words), capture_output=True, timeout=timeout, env=ENVIRONMENT, check=False)
        self.assertEqual(done.returncode, code, (words, done.stdout, done.stderr))
        return done

    def start(self, *words):
        return subprocess.Popen(self.words(*words), stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=ENVIRONMENT)

    def status(self, *words):
        return json.loads(self.run_fleet("fleet", "status", "--json", *words).stdout)

    def scans(self):
        """Every kept scan of the store."""
        done = subprocess.run([program.PROGRAM, "db", "export", "--store", self.store], capture_output=True, env=ENVIRONMENT,
                              check=True, timeout=120)
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        return [line for line in lines[1:] if line["table"] == "scans"]

    def lines(self, name="fleet", format="ndjson"):
        return self.run_fleet("fleet", "report", "-o", format).stdout


def main():
    global POPULATION
    if len(sys.argv) > 2 and not sys.argv[2].startswith("-"):
        POPULATION = sys.argv.pop(2)
    program.main()
