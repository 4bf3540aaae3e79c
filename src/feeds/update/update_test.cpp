#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "feeds/feeds_test_help.h"
#include "feeds/update/feed_update.h"
#include "feeds/update/osv_api.h"
#include "home/data_folder.h"
#include "net/client_fixture.h"

namespace mcpjury {
namespace {

std::string answer(const std::string& body, int status = 200) {
  return "HTTP/1.1 " + std::to_string(status) + " X\r\nContent-Length: " + std::to_string(body.size()) +
         "\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n" + body;
}

class Update : public test::FeedTest {
 protected:
  std::vector<UpdateOutcome> update(const std::string& base, std::vector<std::string> ecosystems,
                                    bool allow_private = true, std::size_t max_bytes = 1u << 20) {
    UpdateOptions options;
    options.base = base;
    options.ecosystems = std::move(ecosystems);
    options.folder = folder;
    options.now = "2026-05-02T00:00:00Z";
    options.allow_private = allow_private;
    options.max_bytes = max_bytes;
    options.time = Milliseconds(5000);
    Loop loop;
    FakeResolver resolver;
    const TrustStore trust;
    RequestLog log;
    return update_feeds(options, loop, resolver, trust, log);
  }
};

TEST_F(Update, FetchesAndReplaces) {
  const std::string path = zip("x.zip", {{"a.json", record("GHSA-a", "npm", "left", "2.0.0")}});
  std::ifstream in(path, std::ios::binary);
  const std::string bytes((std::istreambuf_iterator<char>(in)), {});
  std::string asked;
  ScriptedServer server([&](ScriptedServer::Connection& connection) {
    asked = connection.request();
    connection.say(answer(bytes, asked.find("/Missing/") != std::string::npos ? 404 : 200));
  });
  std::string base = server.url();
  while (base.ends_with('/')) base.pop_back();
  const auto outcomes = update(base, {"npm"});
  ASSERT_EQ(outcomes.size(), 1u);
  EXPECT_EQ(outcomes[0].error, "");
  EXPECT_EQ(outcomes[0].report.feed.name, "osv/npm");
  EXPECT_TRUE(asked.starts_with("GET /npm/all.zip "));
  EXPECT_EQ(index().look_up("npm", "left")->size(), 1u);
  EXPECT_EQ(update(base, {"Missing"})[0].error, "the server answered 404");
  EXPECT_EQ(update(base, {"npm"}, false)[0].code, ErrorCode::kRefused);
  EXPECT_EQ(update(base, {"npm"}, true, 16)[0].code, ErrorCode::kLimit);
  EXPECT_EQ(index().look_up("npm", "left")->size(), 1u);
  for (const auto& entry : std::filesystem::directory_iterator(folder))
    EXPECT_FALSE(entry.path().filename().string().starts_with("update-"));
}

TEST(FeedAddress, IsTheUsersOwn) {
  ::unsetenv("MCPJURY_FEED_URL");
  EXPECT_FALSE(feed_base("").ok());
  EXPECT_FALSE(feed_base("not a url").ok());
  EXPECT_EQ(*feed_base("https://feeds.example/osv/"), "https://feeds.example/osv");
  EXPECT_EQ(feed_zip_url("https://a.example", "GitHub Actions"),
            "https://a.example/GitHub%20Actions/all.zip");
  EXPECT_EQ(feed_zip_url("https://a.example", "../x"), "https://a.example/..%2Fx/all.zip");
}

class Api : public ClientTest {
 protected:
  OnlineAnswers ask(const std::string& base, const std::vector<PackageQuery>& packages) {
    OnlineAnswers out;
    with_client(
        [&](GuardedClient& client) { out = ask_osv(client, base, packages, "2026-05-02T00:00:00Z"); });
    return out;
  }
};

TEST_F(Api, AsksInBatchesAndReadsEveryPage) {
  std::vector<std::string> bodies;
  ScriptedServer server([&](Connection& connection) {
    const std::string request = connection.request();
    if (request.starts_with("POST /v1/querybatch")) {
      bodies.push_back(request.substr(request.find("\r\n\r\n") + 4));
      const bool second = bodies.back().find("page_token") != std::string::npos;
      connection.say(answer(second ? R"({"results":[{"vulns":[{"id":"GHSA-b","modified":"x"}]}]})"
                                   : R"({"results":[{"vulns":[{"id":"GHSA-a","modified":"x"}],
                                        "next_page_token":"t1"},{}]})"));
      return;
    }
    const std::string id = request.substr(14, 6);
    connection.say(answer(R"({"id":")" + id + R"(","modified":"2026-05-01T00:00:00Z","affected":[{"package":
      {"ecosystem":"npm","name":"left"},"ranges":[{"type":"SEMVER","events":[{"introduced":"0"}]}]}]})"));
  });
  const auto out = ask(server.url(), {{"npm", "left", "1.0.0", false, true, false},
                                      {"npm", "left", "1.0.0", false, false, false},
                                      {"npm", "right", "^1", true, true, false}});
  EXPECT_TRUE(out.failures.empty());
  ASSERT_EQ(bodies.size(), 2u);
  EXPECT_EQ(bodies[0], R"({"queries":[{"package":{"name":"left","ecosystem":"npm"},"version":"1.0.0"},)"
                       R"({"package":{"name":"right","ecosystem":"npm"}}]})");
  EXPECT_EQ(out.asked.size(), 2u);
  EXPECT_EQ(out.records.at(package_key("npm", "left")).size(), 2u);
  FeedIndex none;
  MatchOptions options;
  options.online = &out;
  const auto result =
      match_packages(std::vector<PackageQuery>{{"npm", "left", "1.0.0", false, true, false}}, none, options);
  EXPECT_EQ(result.advisories.size(), 2u);
  EXPECT_TRUE(result.uncovered.empty());
  EXPECT_EQ(find_string(result.feeds.back().get_object(), "kind"), "osv-api");
}

TEST_F(Api, WhatFailsIsNotCalledClean) {
  ScriptedServer broken([&](Connection& connection) {
    if (!connection.request().empty()) connection.say(answer("no", 500));
  });
  const auto out = ask(broken.url(), {{"npm", "left", "1.0.0", false, true, false}});
  EXPECT_TRUE(out.asked.empty());
  EXPECT_EQ(out.failures.size(), 1u);
  ScriptedServer liar([&](Connection& connection) {
    const std::string request = connection.request();
    connection.say(answer(request.starts_with("POST") ? R"({"results":[{"vulns":[{"id":"GHSA-a"}]}]})"
                                                      : R"({"id":"GHSA-z","modified":"2026-05-01"})"));
  });
  const auto lied = ask(liar.url(), {{"npm", "left", "1.0.0", false, true, false}});
  EXPECT_TRUE(lied.asked.empty());
  EXPECT_EQ(lied.failures.size(), 1u);
}

}  // namespace
}  // namespace mcpjury
