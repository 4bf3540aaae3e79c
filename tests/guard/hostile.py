"""Servers and clients that mean harm, or die, in front of and behind mcpjury guard."""
import json
import os
import pathlib
import signal
import subprocess
import time

import behind
import program
from behind import A, B, F


def children_of(pid):
    return [int(word) for word in pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]


def gone(pid):
    """True once the process is no more; the test's own time limit is the clock."""
    for _ in range(600):
        try:
            state = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rsplit(")", 1)[1].split()[0]
        except (FileNotFoundError, ProcessLookupError):
            return True
        if state == "Z":
            return True
        time.sleep(0.05)
    return False


class Lists(behind.Case):
    def test_a_tool_that_is_another_on_each_page(self):
        twin = {**A, "description": "Returns something quite different."}
        one = self.guard(pages=[[A, B], [twin]])
        self.assertEqual(self.names(one), ["fetch_page"])
        self.assertIn("two tools have this name", one.call(1, "get_time", {})["error"]["message"])

    def test_a_tool_renamed_between_lists(self):
        one = self.guard(pages=[[A]], pages_later=[[{**F, "name": "get_time"}, {**A, "name": "clock"}]])
        self.assertEqual(self.names(one, 1), ["get_time"])
        self.assertIn("result", one.call(2, "get_time", {}))
        self.assertEqual(self.names(one, 3), ["clock"])
        self.assertIn("error", one.call(4, "get_time", {}))

    def test_graded_anew_after_list_changed(self):
        one = self.guard(pages=[[A]], pages_later=[[{**F, "name": "get_time"}]])
        self.assertIn("result", one.call(1, "get_time", {}))
        one.ask(2, "change")
        self.assertEqual([frame["method"] for frame in one.kept], ["notifications/tools/list_changed"])
        self.assertIn("grade F", one.call(3, "get_time", {})["error"]["message"])

    def test_changed_while_it_was_read(self):
        one = self.guard(pages=[[A]], pages_later=[[F]], hostile="changes_while_listing")
        self.assertEqual(self.names(one), [])

    def test_a_flood_of_changes_costs_little(self):
        one = self.guard(pages=[[A]], flood=20000)
        self.assertIn("result", one.call(1, "get_time", {}))
        one.ask(2, "flood")
        self.assertLess(len(one.kept), 200)
        self.assertIn("result", one.call(3, "get_time", {}))
        one.end()
        self.assertLess(len(self.log()), 100)

    def test_entries_that_are_no_tools(self):
        one = self.guard(pages=[[A, 5, {"description": "no name"}, {"name": ["x"]}]])
        self.assertIn("could not all be graded", one.ask(1, "tools/list")["error"]["message"])
        two = self.guard(pages=[[A, 5, {"description": "no name"}]], policy="incomplete: allow\n")
        self.assertEqual(self.names(two), ["get_time"])
        three = self.guard(pages=[[A, 5]], policy="incomplete: mark\n")
        tool = three.ask(1, "tools/list")["result"]["tools"][0]
        self.assertIn("mcpjury guard", tool["description"])

    def test_endless_and_circular_pages(self):
        for how in ("endless_pages", "circle"):
            one = self.guard(pages=[[A]], hostile=how)
            self.assertIn("could not all be graded", one.ask(1, "tools/list")["error"]["message"], how)
            self.assertIn("error", one.call(2, "t1", {}))
            self.assertIn("result", one.ask(3, "ping"))
            one.end()

    def test_no_tools(self):
        one = self.guard(pages=[[]])
        self.assertEqual(self.names(one), [])
        two = self.guard(pages=[[A]], hostile="list_error")
        self.assertEqual(two.ask(1, "tools/list")["error"], {"code": -32601, "message": "no tools here"})
        self.assertIn("error", two.call(2, "get_time", {}))

    def test_a_list_nobody_asked_for(self):
        one = self.guard(pages=[[A]], hostile="spoof")
        self.assertIn("result", one.call("c", "get_time", {}))
        self.assertEqual(one.kept, [])
        self.assertEqual(self.names(one, 7), ["get_time"])
        one.end()
        self.assertTrue(self.log("answer_dropped"))


class Frames(behind.Case):
    def test_lines_that_are_no_messages_do_not_pass(self):
        one = self.guard(pages=[[A]], hostile="banner")
        self.assertEqual(one.kept, [])
        self.assertIn("result", one.call(1, "get_time", {}))
        one.end()
        self.assertEqual(len(self.log("frame_refused")), 4)

    def test_a_giant_answer(self):
        one = self.guard(pages=[[A]], hostile="giant_answer")
        one.send({"jsonrpc": "2.0", "id": "later", "method": "silence"})
        one.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_time"}})
        self.assertEqual(one.answer("later")["result"], {})
        self.assertEqual(one.kept, [])

    def test_bad_frames_of_the_client(self):
        one = self.guard(pages=[[A]])
        for raw, code in ((b"{nothing\n", -32700), (b'{"jsonrpc":"2.0","id":1,"method":"a","Method":"tools/call"}\n', -32600),
                          (b'{"jsonrpc":"2.0","id":1,"method":"a","method":"tools/call"}\n', -32600),
                          (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}\n', -32600),
                          (b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","NAME":"b"}}\n', -32600),
                          (b'{"jsonrpc":"2.0","id":1}\n', -32600), (b"[]\n", -32600), (b"[" * 3000 + b"\n", -32700),
                          (b'{"jsonrpc":"2.0","id":{},"method":"a"}\n', -32600),
                          (b'{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"' + b"y" * (11 << 20) + b'"}}\n', -32600)):
            one.send(raw)
            self.assertEqual(one.next()["error"]["code"], code, raw[:90])
        self.assertIn("result", one.ask(2, "ping"))

    def test_large_frames_both_ways(self):
        one = self.guard(pages=[[A]])
        text = "z" * (8 << 20)
        self.assertEqual(one.call(1, "get_time", {"t": text})["result"]["arguments"]["t"], text)

    def test_a_client_that_does_not_read(self):
        one = self.guard(pages=[[A]])
        one.call(0, "get_time", {})
        # The answers fill every buffer while more requests come; then they are read, and all are there.
        text = "z" * (1 << 20)
        for number in range(1, 13):
            one.send({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                      "params": {"name": "get_time", "arguments": {"t": text}}})
        for number in range(1, 13):
            self.assertEqual(len(one.answer(number)["result"]["arguments"]["t"]), len(text))


class Ends(behind.Case):
    def test_the_server_dies(self):
        one = self.guard(pages=[[A]], hostile="dies_listing")
        self.assertIn("the server ended", one.call(1, "get_time", {})["error"]["message"])
        self.assertEqual(one.end(), 7)
        two = self.guard(pages=[[A]], hostile="dies_calling")
        two.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_time"}})
        self.assertIsNone(two.next())
        self.assertEqual(two.end(), 9)

    def test_the_client_leaves(self):
        one = self.guard(pages=[[A]])
        one.call(1, "get_time", {})
        server = children_of(one.process.pid)[0]
        self.assertEqual(one.end(), 0)
        self.assertTrue(gone(server))

    def test_the_client_is_killed_and_the_server_does_not_listen(self):
        one = self.guard(pages=[[A]], hostile="ignores_term")
        one.call(1, "get_time", {})
        server = children_of(one.process.pid)[0]
        self.assertEqual(one.end(timeout=60), 0)
        self.assertTrue(gone(server))

    def test_the_guard_is_killed(self):
        one = self.guard(pages=[[A]])
        one.call(1, "get_time", {})
        server = children_of(one.process.pid)[0]
        one.process.kill()
        self.assertTrue(gone(server))

    def test_signals_reach_the_server(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
            one = self.guard(pages=[[A]])
            one.call(1, "get_time", {})
            server = children_of(one.process.pid)[0]
            os.kill(one.process.pid, number)
            self.assertEqual(one.process.wait(60), 128 + number)
            self.assertTrue(gone(server))
            self.assertEqual(self.log("signal")[-1]["number"], number)

    def test_nobody_reads_the_log(self):
        # Standard error is a pipe that is never read: the guard goes on, lines of its log are dropped.
        reading, writing = os.pipe()
        self.addCleanup(os.close, reading)
        with subprocess.Popen([program.PROGRAM, "guard", "--", *behind.command(pages=[[A]])], stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE, stderr=writing, env=program.ENVIRONMENT) as process:
            os.close(writing)
            for number in range(2000):
                process.stdin.write(json.dumps({"jsonrpc": "2.0", "id": number, "method": "tools/call",
                                                "params": {"name": "get_time"}}).encode() + b"\n")
                process.stdin.flush()
                self.assertIn("result", json.loads(process.stdout.readline()))

    def test_what_was_asked_before_the_end_is_answered(self):
        frames = [{"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
                  {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "get_time"}}]
        done = program.run("guard", "--log", "/dev/null", "--", *behind.command(pages=[[A]]),
                           stdin="".join(json.dumps(frame) + "\n" for frame in frames))
        self.assertEqual({json.loads(line)["id"] for line in done.stdout.splitlines()}, {1, 2})
        self.assertEqual(done.returncode, 0)


if __name__ == "__main__":
    program.main()
