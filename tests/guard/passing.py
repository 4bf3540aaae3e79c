"""mcpjury guard on stdio: grades enforced, everything else passed on as it came."""
import json
import subprocess

import behind
import peer
import program
from behind import A, B, C, F, POISON


class Grades(behind.Case):
    def test_each_grade_has_its_way(self):
        one = self.guard(pages=[[A, B], [C, POISON, F]])
        tools = {tool["name"]: tool for tool in one.ask(1, "tools/list")["result"]["tools"]}
        self.assertEqual(list(tools), ["get_time", "fetch_page", "run_command", "poison"])
        self.assertEqual(tools["get_time"], A)
        self.assertEqual(tools["fetch_page"], B)
        marked = tools["run_command"]
        self.assertTrue(marked["description"].startswith("[mcpjury guard: grade C"), marked)
        self.assertTrue(marked["description"].endswith("Runs a shell command."))
        self.assertEqual(marked["annotations"], {"readOnlyHint": False, "destructiveHint": True})
        self.assertEqual(marked["_meta"]["mcpjury/guard"]["action"], "REQUIRE_APPROVAL")
        self.assertEqual(marked["inputSchema"], C["inputSchema"])
        # What steers a model does not reach it.
        self.assertIn("is withheld: it holds orders", tools["poison"]["description"])
        self.assertNotIn("previous instructions", json.dumps(tools["poison"]))
        self.assertEqual(set(tools["poison"]), {"name", "description", "inputSchema", "annotations", "_meta"})
        for number, name in enumerate(("get_time", "fetch_page", "run_command", "poison")):
            self.assertEqual(one.call(10 + number, name, {"x": number})["result"]["arguments"], {"x": number})
        error = one.call(20, "get_weather", {})["error"]
        self.assertEqual(error["data"]["action"], "BLOCK")
        self.assertIn("blocked: grade F", error["message"])
        self.assertIn("no tool of this name", one.call(21, "nothing", {})["error"]["message"])
        one.end()
        decisions = {line["tool"]: line["decision"] for line in self.log("tool")}
        self.assertEqual(decisions, {"get_time": "pass", "fetch_page": "pass", "run_command": "mark", "poison": "mark",
                                     "get_weather": "block"})
        self.assertEqual([line["decision"] for line in self.log("call")], ["forward"] * 4 + ["refuse"] * 2)

    def test_grade_b_is_rate_limited(self):
        one = self.guard(pages=[[A, B]], policy="rate: {per_minute: 1, burst: 3}\n")
        answers = [one.call(number, "fetch_page", {}) for number in range(5)]
        self.assertEqual(["result" in answer for answer in answers], [True, True, True, False, False])
        self.assertGreater(answers[4]["error"]["data"]["retry_after_ms"], 0)
        self.assertTrue(all("result" in one.call(10 + number, "get_time", {}) for number in range(5)))

    def test_a_call_before_any_list_is_graded_first(self):
        one = self.guard(pages=[[A], [F]])
        self.assertIn("error", one.call(1, "get_weather", {}))
        self.assertEqual(one.call(2, "get_time", {})["result"]["content"][0]["text"], "get_time")

    def test_no_arguments_in_the_log(self):
        one = self.guard(pages=[[A, F]])
        canary = "canary-8391-argument"
        one.call(1, "get_time", {"password": canary})
        one.call(2, "get_weather", {"password": canary})
        one.call(3, canary[::-1] + "\u202e\n", {"password": canary})
        one.end()
        text = self.log_file.read_text(encoding="utf-8")
        self.assertNotIn(canary, text)
        self.assertNotIn("\u202e", text)

    def test_hold_until_approved(self):
        one = self.guard(pages=[[A, C]], policy="approval: hold\n")
        tool = one.ask(1, "tools/list")["result"]["tools"][1]
        self.assertIn("refused until it is approved", tool["description"])
        error = one.call(2, "run_command", {})["error"]
        self.assertIn("held", error["message"])
        print_of_it = error["data"]["fingerprint"]
        one.end()
        policy = ("approval: hold\ntools:\n  - {name: run_command, action: approve, fingerprint: \"%s\", reason: read it}\n"
                  % print_of_it)
        two = self.guard(pages=[[A, C]], policy=policy)
        self.assertIn("result", two.call(1, "run_command", {}))
        self.assertEqual(two.ask(2, "tools/list")["result"]["tools"][1], C)
        three = self.guard(pages=[[A, {**C, "title": "Changed"}]], policy=policy)
        self.assertIn("changed since it was approved", three.call(1, "run_command", {})["error"]["message"])

    def test_denied_allowed_and_malice(self):
        one = self.guard(pages=[[A, F]])
        print_of_it = one.call(1, "get_weather", {})["error"]["data"]["fingerprint"]
        two = self.guard(pages=[[A, F, POISON]], policy="malice: block\ntools:\n"
                         "  - {name: get_time, action: deny, reason: no clocks}\n"
                         f"  - {{name: get_weather, action: allow, fingerprint: \"{print_of_it}\", reason: a test}}\n")
        self.assertEqual(self.names(two), ["get_weather"])
        self.assertIn("denied by the policy", two.call(2, "get_time", {})["error"]["message"])
        self.assertIn("malice", two.call(3, "poison", {})["error"]["message"])
        self.assertIn("result", two.call(4, "get_weather", {}))

    def test_a_bad_policy_is_wrong_usage(self):
        for text in ("approve: hold\n", "approval: maybe\n", "tools: [{name: x, action: allow, reason: y}]\n",
                     "tools: [{name: x, action: deny}]\n", "rate: {per_minute: 0}\n", "[1]\n", "approval: hold\napproval: mark\n"):
            done = program.run("guard", "--policy", self.write("bad.yaml", text), "--", "true")
            self.assertEqual(done.returncode, 2, text)
            self.assertIn(b"bad.yaml:", done.stderr)
        self.assertEqual(program.run("guard").returncode, 2)
        self.assertEqual(program.run("guard", "--").returncode, 2)
        self.assert_one_line(program.run("guard", "--", "/nonexistent/program"), 3)


class Pins(behind.Case):
    def pinned(self, **script):
        lock = self.folder / "mcpjury.lock"
        done = program.run("pin", "--yes", "--no-store", "--lock", lock, "--", *behind.command(**script))
        self.assertEqual(done.returncode, 0, done.stderr)
        return f"pin: {{file: {lock}}}\n"

    def test_drift_is_refused(self):
        policy = self.pinned(pages=[[A, B]])
        one = self.guard(pages=[[A, B]], policy=policy)
        self.assertIn("result", one.call(1, "get_time", {}))
        one.end()
        self.assertTrue(self.log("graded")[0]["pinned"])

    def test_another_surface(self):
        # The same command that lists something else when it is asked the second time: list and call are refused.
        script = {"pages": [[A]], "pages_later": [[{**A, "description": "Returns the time of the day."}]]}
        policy = self.pinned(**script)
        one = self.guard(policy=policy, **script)
        self.assertIn("result", one.call(1, "get_time", {}))
        error = one.ask(2, "tools/list")["error"]
        self.assertIn("not the one that was approved", error["message"])
        self.assertIn("error", one.call(3, "get_time", {}))
        one.end()
        self.assertEqual(self.log("graded")[1]["drift"], "1 tools are not as approved")

    def test_nobody_approved_it(self):
        policy = self.pinned(pages=[[A]])
        one = self.guard(pages=[[B]], policy=policy)
        self.assertIn("result", one.call(1, "fetch_page", {}))
        two = self.guard(pages=[[B]], policy=policy.replace("}", ", unpinned: refuse}"))
        self.assertIn("nobody approved", two.call(1, "fetch_page", {})["error"]["message"])


class Passing(behind.Case):
    def test_frames_pass_byte_for_byte(self):
        seen = self.folder / "seen"
        one = self.guard(pages=[[A]], log=str(seen))
        frames = [b'{"jsonrpc" : "2.0", "id":1.0,"method":"x/y","params":{"n":1e2,"t":"\\u00e9\\/","big":12345678901234567890123}}\n',
                  b'{"id":"a","method":"ping","jsonrpc":"2.0"}\r\n',
                  b'{"jsonrpc":"2.0","method":"notifications/thing","params":{"a":[1,2,{"b":null}]}}\n',
                  '{"jsonrpc":"2.0","id":77,"result":{"té\u200b":"\U0001f600"}}\n'.encode()]
        for frame in frames:
            one.send(frame)
        answer = one.line()
        self.assertEqual(json.loads(answer)["result"]["echo"].encode(), frames[0])
        one.ask("end", "ping")
        text = seen.read_bytes().replace(b"\r\n", b"\n")
        for frame in frames:
            self.assertIn(frame.replace(b"\r\n", b"\n"), text)

    def test_ids_of_both_sides_may_be_equal(self):
        one = self.guard(pages=[[A]], hostile="asks_back")
        one.send({"jsonrpc": "2.0", "id": "s1", "method": "tools/call", "params": {"name": "get_time"}})
        asked = one.next()
        self.assertEqual((asked["method"], asked["id"]), ("sampling/createMessage", "s1"))
        one.send({"jsonrpc": "2.0", "id": "s1", "result": {"role": "assistant"}})
        self.assertEqual(one.answer("s1")["result"]["heard"]["result"], {"role": "assistant"})

    def test_progress_passes(self):
        one = self.guard(pages=[[A]], hostile="progress")
        one.call(1, "get_time", {}, {"progressToken": 5})
        self.assertEqual([f["params"]["progress"] for f in one.kept], [0, 1, 2])

    def test_modern_requests_keep_their_meta(self):
        seen = self.folder / "seen"
        one = self.guard(pages=[[A], [B]], log=str(seen), opened=False)
        result = one.ask(1, "tools/list", {"_meta": {**peer.META, "progressToken": 1}})["result"]
        self.assertEqual([tool["name"] for tool in result["tools"]], ["get_time", "fetch_page"])
        self.assertNotIn("nextCursor", result)
        asked = [json.loads(line) for line in seen.read_text(encoding="utf-8").splitlines()]
        self.assertEqual([frame["params"]["_meta"] for frame in asked], [peer.META] * 2)

    def test_batches(self):
        one = self.guard(pages=[[A, F]])
        one.send([{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 2, "method": "ping"}])
        self.assertEqual([answer["id"] for answer in one.next()], [1, 2])
        one.send([{"jsonrpc": "2.0", "id": 3, "method": "ping"},
                  {"jsonrpc": "2.0", "id": 4, "method": "tools/call", "params": {"name": "get_weather"}},
                  {"jsonrpc": "2.0", "id": 5, "method": "tools/list"}])
        self.assertIn("result", one.answer(3))
        answers = {frame["id"]: frame for frame in (one.next(), one.next())}
        self.assertIn("error", answers[4])
        self.assertEqual([tool["name"] for tool in answers[5]["result"]["tools"]], ["get_time"])

    def test_a_held_call_can_be_cancelled(self):
        seen = self.folder / "seen"
        one = self.guard(pages=[[A]], hostile="silent_list", log=str(seen))
        one.send({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "get_time"}})
        one.send({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}})
        self.assertIn("result", one.ask(2, "ping"))
        one.process.kill()
        text = seen.read_text(encoding="utf-8")
        self.assertNotIn("cancelled", text)
        self.assertNotIn("tools/call", text)

    def test_exit_code_and_standard_error_are_those_of_the_server(self):
        done = subprocess.run([program.PROGRAM, "guard", "--log", "/dev/null", "--", "sh", "-c", "echo oops >&2; exit 6"],
                              stdin=subprocess.DEVNULL, capture_output=True, timeout=30, check=False)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (6, b"", b"oops\n"))


if __name__ == "__main__":
    program.main()
