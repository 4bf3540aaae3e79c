"""Wrong targets, forbidden addresses, secrets on the command line: the stated outcome, and nothing is sent."""
import json
import unittest

import live
import program

CANARY = "gh" + "p_" + "R4nd0mC4n4ryV4lu3F0rTh1sT3st0nly9xZq"  # shaped like a real one, made up
# Every spelling of an address that is not public; none may be dialled.
FORBIDDEN = [
    "http://127.0.0.1/mcp", "http://localhost/mcp", "http://127.1/mcp", "http://2130706433/mcp", "http://0x7f000001/mcp",
    "http://0177.0.0.1/mcp", "http://0.0.0.0/mcp", "http://[::1]/mcp", "http://[::ffff:127.0.0.1]/mcp",
    "http://169.254.169.254/latest/meta-data", "http://[fd00:ec2::254]/", "http://metadata.google.internal/",
    "http://10.0.0.1/mcp", "http://192.168.1.1/mcp", "http://172.16.0.1/mcp", "http://100.64.0.1/mcp",
    "http://[64:ff9b::7f00:1]/mcp", "http://[2002:7f00:1::]/mcp", "http://service.internal/mcp", "http://printer.local/mcp",
    "http://intranet/mcp", "http://198.51.100.7/mcp", "http://224.0.0.1/mcp", "http://127.0.0.1.:80/mcp",
    "http://mcp.example.com:22/mcp", "http://mcp.example.com:6379/mcp",
]


class BadInput(unittest.TestCase):
    def ends(self, code, *words, env=None):
        done = program.run("scan", *words, env=env)
        self.assertEqual(done.returncode, code, (words, done.stderr))
        self.assertEqual(done.stdout, b"")
        self.assertEqual(done.stderr.count(b"\n"), 1, done.stderr)
        return done.stderr.decode()

    def test_addresses_that_are_not_public(self):
        for url in FORBIDDEN:
            with self.subTest(url=url):
                self.assertRegex(self.ends(3, url), r"\[refused:(address-policy|url)\]|odd number form")

    def test_unknown_scheme(self):
        self.assertIn("unknown scheme", self.ends(2, "gopher://host.example/mcp"))

    def test_not_a_url(self):
        for url in ("http://", "http:///mcp", "https://exa mple.com/", "http://host.example:99999/", "http://a\\b.example/"):
            with self.subTest(url=url):
                self.assertIn(program.run("scan", url).returncode, (2, 3))

    def test_credentials_in_the_url_are_not_sent_or_printed(self):
        message = self.ends(3, "https://user:" + CANARY + "@host.example/mcp")
        self.assertIn("[refused:userinfo]", message)
        self.assertNotIn(CANARY, message)

    def test_secrets_do_not_belong_on_the_command_line(self):
        for header in ("Authorization: Bearer abc", "X-Api-Key: 123", "X-Note: " + CANARY):
            with self.subTest(header=header):
                message = self.ends(2, "https://host.example/mcp", "--header", header)
                self.assertIn("env:VARIABLE", message)
                self.assertNotIn(CANARY, message)

    def test_a_missing_variable(self):
        self.assertIn("NO_SUCH_VARIABLE", self.ends(2, "https://host.example/mcp", "--bearer-env", "NO_SUCH_VARIABLE"))

    def test_a_credential_is_not_sent_over_plain_http(self):
        message = self.ends(3, "http://host.example/mcp", "--bearer-env", "TOKEN", env={"TOKEN": CANARY})
        self.assertIn("[refused:scheme]", message)

    def test_offline_reaches_nothing(self):
        self.assertIn("--offline", self.ends(3, "--offline", "https://host.example/mcp"))

    def test_several_targets_are_independent(self):
        done = program.run("scan", "-o", "json", "http://127.0.0.1/mcp", program.EXAMPLES / "notes-poisoned.json")
        document = json.loads(done.stdout)
        self.assertEqual([report["target"]["kind"] for report in document["reports"]], ["tool_list"])
        self.assertEqual([failed["target"] for failed in document["failed"]], ["http://127.0.0.1/mcp"])
        self.assertIn(b"[refused:address-policy]", done.stderr)
        self.assertEqual(done.returncode, 3)


if __name__ == "__main__":
    program.main()
