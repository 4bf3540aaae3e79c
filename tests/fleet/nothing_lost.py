"""Nothing lost, nothing twice: workers, nats-server and PostgreSQL are killed at random while a round runs. Every server
ends with exactly one kept scan or one dead letter, and the round ends.

MCPJURY_FLEET_SERVERS says how many servers (200; 2,000 in make test-long)."""
import collections
import json
import os
import random
import signal
import subprocess
import threading
import time

from fleet_case import FleetCase, Population, main
from nats import Nats
from postgres import Cluster

SERVERS = int(os.environ.get("MCPJURY_FLEET_SERVERS", "200"))
WORKERS = 2
LONG = SERVERS > 500


class NothingLost(FleetCase):
    def wait_for_work(self, population, requests, ended):
        """Until the servers were asked so often once more: a busy machine is not killed into standing still."""
        until = population.tell("stats")[0] + requests
        for _ in range(600):
            if ended.wait(0.1) or population.tell("stats")[0] >= until:
                break

    def kill_loop(self, population, engines, chance, ended, servers):
        """Kills a worker or an engine, again and again, until the round has ended."""
        workers = [self.start("worker", "-q") for _ in range(WORKERS)]
        kills = collections.Counter()
        while not ended.is_set():
            self.wait_for_work(population, chance.randrange(20, min(40 + servers * 2, 1200)), ended)
            if ended.is_set():
                break
            if not LONG and sum(kills.values()) >= 6:
                continue
            which = chance.choice(["worker", "worker", *engines])
            kills[which] += 1
            if which == "worker":
                number = chance.randrange(len(workers))
                workers[number].send_signal(signal.SIGKILL)
                workers[number].wait()
            else:
                engines[which]()
            # A worker that gave up because its engine was away at the start is started again, as systemd would.
            for number, worker in enumerate(workers):
                if worker.poll() is not None:
                    worker.stderr.close()
                    workers[number] = self.start("worker", "-q")
        for worker in workers:
            worker.send_signal(signal.SIGTERM)
        for worker in workers:
            worker.communicate(timeout=60)
        return kills

    def a_round(self, engines, servers=SERVERS):
        seed = random.randrange(1 << 30)
        chance = random.Random(seed)
        with Population(30) as population:
            self.settings(population, timeout=4, deliveries=5 if LONG else 4, lease=4, retry=0.05,
                          jobs=8)
            good = [population.url(number, servers // 4) for number in range(servers)]
            poison = [population.url(number, servers, kind)
                      for number, kind in enumerate(["closed", "garbage", "hang"] * 4 if LONG else ["closed", "garbage"])]
            self.write("list", "\n".join(good + poison))
            self.run_fleet("fleet", "submit", "--list", self.folder / "list", "--round", "one")
            ended = threading.Event()
            killed = []
            killer = threading.Thread(target=lambda: killed.append(self.kill_loop(population, engines, chance, ended, servers)))
            killer.start()
            began = time.monotonic()
            try:
                while time.monotonic() - began < (1800 if LONG else 300):
                    time.sleep(3 if LONG else 0.3)
                    # An engine that is down just now answers later.
                    done = subprocess.run(self.words("fleet", "status", "--json"), capture_output=True, check=False, timeout=120,
                                          env={"PATH": os.environ["PATH"]})
                    if done.returncode == 0 and json.loads(done.stdout)["ended"]:
                        break
            finally:
                ended.set()
                killer.join()
            self.assertEqual(len(killed), 1, "the killing ended early")
            status = self.status()
            _, most, _ = population.tell("stats")
            self.check(status, good, poison)
            print(f"seed {seed}: {servers} servers, killed {dict(killed[0])}, {time.monotonic() - began:.0f} s, "
                  f"{status['outcomes']}, at most {most} at once to one host")
            # A look that was killed is let go when its lease ends, not before: never more than two.
            self.assertLessEqual(most, 2)

    def check(self, status, good, poison):
        self.assertIsNotNone(status["ended"], status)
        self.assertEqual(status["jobs"]["waiting"] + status["jobs"]["taken"], 0, status)
        self.assertEqual(status["jobs"]["done"] + status["jobs"]["dead"], len(good + poison), status)
        dead = json.loads(self.run_fleet("fleet", "dead", "--json", "--limit", 100000).stdout)
        letters = collections.Counter(letter["target"] for letter in dead)
        kept = collections.Counter(scan["display"] for scan in self.scans())
        self.assertEqual([target for target, count in kept.items() if count > 1], [])
        self.assertEqual([target for target, count in letters.items() if count > 1], [])
        self.assertTrue(all(letter["reason"] for letter in dead))
        for target in good + poison:
            self.assertEqual(kept[target] + letters[target], 1, target)
        # A good server becomes a dead letter only when every worker that had it was killed.
        self.assertEqual([letter for letter in dead if letter["target"] in good and "silent" not in letter["reason"]], [])

    def test_nats_and_postgresql(self):
        with Cluster("fleet") as cluster, Nats() as server:
            self.store, self.queue = cluster.url("fleet"), server.url()
            self.a_round({"nats-server": server.restart, "PostgreSQL": cluster.kill})

    def test_postgresql_alone(self):
        with Cluster("fleet") as cluster:
            self.store = cluster.url("fleet")
            self.a_round({"PostgreSQL": cluster.kill}, SERVERS if LONG else SERVERS // 4)

    def test_sqlite(self):
        self.a_round({}, SERVERS if LONG else SERVERS // 4)


if __name__ == "__main__":
    main()
