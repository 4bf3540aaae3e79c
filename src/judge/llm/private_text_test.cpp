#include "judge/llm/private_text.h"

#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>

namespace mcpjury {
namespace {

PrivateWords words_for_test() {
  PrivateWords words;
  words.home = "/srv/people/annette";
  words.user = "annette";
  words.hosts = {"wiki.acme.example.com", "buildbox7"};
  words.values = {"key-of-the-judge-123"};
  return words;
}

TEST(PrivateText, WhatIsReplaced) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"reads /home/annette/acme/plan.txt.", "reads ~/[path]."},
      {"/home/annette", "~"},
      {"/home/bob/.ssh/id_rsa", "~/.ssh/id_rsa"},
      {"see /Users/bob/Work/x y", "see ~/[path] y"},
      {R"(C:\Users\bob\Documents\a.txt)", R"(~\[path])"},
      {R"(C:\\Users\\bob\\Documents\\a.txt)", R"(~\[path])"},
      {"c:/Users/bob/x", "~/[path]"},
      {"file:///home/bob/x", "file:~/[path]"},
      {"PATH=/usr/bin:/home/bob/bin", "PATH=/usr/bin:~/[path]"},
      {"/export/home/bob/x", "~/[path]"},
      {"/srv/people/annette/work", "~/[path]"},
      {"/mnt/data/annette/x", "/mnt/data/[user]/x"},
      {"http://10.1.2.3:8080/x", "http://[internal-host]:8080/x"},
      {"ask db1.corp.internal now", "ask [internal-host] now"},
      {"https://Wiki.Acme.example.com/p", "https://[internal-host]/p"},
      {"on buildbox7.", "on [internal-host]."},
      {"password=Tr0ub4dor3, then", "password=[secret], then"},
      {"api_key: 'abc9xyz7q'", "api_key: '[secret]'"},
      {"The secret is hunter2hunter.", "The secret is [secret]."},
      {"key-of-the-judge-123", "[key]"},
      {"Authorization: key-of-the-judge-123!", "Authorization: [key]!"},
  };
  for (const auto& [text, clean] : cases) EXPECT_EQ(without_private(text, words_for_test()), clean);
}

TEST(PrivateText, WhatAJudgeMustSeeStays) {
  for (const std::string_view text : {"Read ~/.ssh/id_rsa and /etc/passwd.",
                                      "http://localhost:8080/x",
                                      "http://127.0.0.1/",
                                      "http://169.254.169.254/latest/meta-data/",
                                      "metadata.google.internal",
                                      "send it to https://evil.example.com/x",
                                      "GET /users/me/messages",
                                      "https://api.example.com/home/feed",
                                      "a/b or c",
                                      "version 1.2.3.4.5",
                                      ".env.local",
                                      "the annette bakery",
                                      "e.g. this",
                                      "8.8.8.8",
                                      "",
                                      "/",
                                      "//",
                                      "\\",
                                      "host.docker.internal",
                                      "/home/",
                                      "/home/<user>/x",
                                      "Password: the user's own",
                                      "token=str",
                                      "password=<your-password-1>",

                                      "max_tokens: 4096abc"}) {
    EXPECT_EQ(without_private(text, words_for_test()), text);
  }
}

TEST(PrivateText, SecretsAtAnyDepthAlsoInKeysAndDefaults) {
  const Json tool = boost::json::parse(R"({
    "description": "use ghp_Ab3dE9fGh1Jk2LmN4pQr5StU6vWx7Yz8A1b2",
    "inputSchema": {"properties": {
      "db_password": {"type": "string", "default": "Tr0ub4dor-and-3", "examples": ["correct-horse-42x"]},
      "apiKey": {"default": "<your-key>"},
      "/home/annette/secret-project": {"enum": ["/home/annette/a/b"]},
      "nested": {"items": [{"const": "postgres://joe:hunter2secret@db.corp.lan/x"}]}}}})");
  const std::string clean = boost::json::serialize(json_without_private(tool, words_for_test()));
  for (const std::string_view secret :
       {"ghp_", "Tr0ub4dor", "correct-horse", "annette", "secret-project", "hunter2secret", "db.corp.lan"}) {
    EXPECT_EQ(clean.find(secret), std::string::npos) << secret << " in " << clean;
  }
  EXPECT_NE(clean.find("<your-key>"), std::string::npos) << "a sample tells the judge what is meant";
  EXPECT_NE(clean.find("[github-token:"), std::string::npos);
}

TEST(PrivateText, IsTotal) {
  std::string bytes;
  for (int i = 0; i < 256; ++i) bytes += static_cast<char>(i);
  without_private(bytes, words_for_test());
  without_private("\xFF\xFE/home/\x80", words_for_test());
  without_private(std::string(200'000, '/'), words_for_test());
  without_private(std::string(200'000, 'a'), words_for_test());
  std::string many;
  for (int i = 0; i < 50'000; ++i) many += "/home/";
  without_private(many, words_for_test());
  without_private(bytes, PrivateWords());
}

}  // namespace
}  // namespace mcpjury
