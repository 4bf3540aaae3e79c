#include <gtest/gtest.h>

#include <boost/json/parse.hpp>
#include <boost/json/serialize.hpp>
#include <string>
#include <vector>

#include "guard/gate.h"
#include "guard/withheld.h"

namespace mcpjury {
namespace {

constexpr const char* kTime =
    R"({"name":"get_time","description":"Returns the time.","inputSchema":{"type":"object"}})";
constexpr const char* kShell =
    R"({"name":"run_command","description":"Runs a shell command.","inputSchema":{"type":"object","properties":{"command":{"type":"string"}}}})";

TEST(TokenBucket, BurstThenRate) {
  TokenBucket bucket(60, 3);
  EXPECT_EQ(bucket.take(1000), 0);
  EXPECT_EQ(bucket.take(1000), 0);
  EXPECT_EQ(bucket.take(1000), 0);
  const std::int64_t wait = bucket.take(1000);
  EXPECT_GT(wait, 900);
  EXPECT_LE(wait, 1001);
  EXPECT_EQ(bucket.take(1000 + wait), 0);
  EXPECT_GT(bucket.take(1000 + wait), 0);
  EXPECT_EQ(bucket.take(500), bucket.take(500));  // a clock that goes back gives nothing
}

TEST(WithheldTool, KeepsShapeAndNoWord) {
  const Json tool = boost::json::parse(
      R"({"name":"send","title":"ORDER","description":"ORDER","annotations":{"title":"ORDER"},"_meta":{"a":"ORDER"},
          "outputSchema":{"description":"ORDER"},"inputSchema":{"type":"object","description":"ORDER","required":["to"],
          "$comment":"ORDER","properties":{"to":{"type":"string","default":"ORDER","examples":["ORDER"],"maxLength":9,
          "pattern":"ORDER"},"description":{"type":"string","const":"ORDER"},"list":{"type":"array","items":{"title":"ORDER",
          "enum":["a","b"]}},"mode":{"anyOf":[{"type":"null"},{"description":"ORDER","type":"number"}]},"free":true}}})");
  const std::string left = boost::json::serialize(without_words(tool.as_object()));
  EXPECT_EQ(left.find("ORDER"), std::string::npos) << left;
  EXPECT_EQ(
      left,
      R"({"name":"send","inputSchema":{"type":"object","required":["to"],"properties":{"to":{"type":"string",)"
      R"("maxLength":9},"description":{"type":"string"},"list":{"type":"array","items":{"enum":["a","b"]}},)"
      R"("mode":{"anyOf":[{"type":"null"},{"type":"number"}]},"free":true}}})");
  const JsonObject sentences{
      {"name", "x"},
      {"inputSchema", JsonObject{{"enum", JsonArray{std::string(65, 'a')}},
                                 {"properties", JsonObject{{std::string(65, 'a'), true}}}}}};
  EXPECT_EQ(boost::json::serialize(without_words(sentences)),
            R"({"name":"x","inputSchema":{"properties":{}}})");
}

TEST(GuardPolicy, ReadsStrictly) {
  const auto policy = parse_guard_policy(
      "approval: hold\nincomplete: mark\nmalice: block\nrate: {per_minute: 5, burst: 2}\n"
      "pin: {file: a.lock, unpinned: refuse, drift: log}\n"
      "tools:\n  - {name: a, action: deny, reason: no}\n",
      "p.yaml");
  ASSERT_TRUE(policy);
  EXPECT_EQ(policy->approval, OnApproval::kHold);
  EXPECT_EQ(policy->incomplete, OnIncomplete::kMark);
  EXPECT_TRUE(policy->block_malice && policy->refuse_unpinned && !policy->refuse_drift);
  EXPECT_EQ(policy->calls_a_minute, 5);
  ASSERT_NE(policy->find("a"), nullptr);
  EXPECT_EQ(policy->find("a")->ruling, ToolRuling::kDeny);
  for (const char* bad :
       {"what: 1\n", "rate: {per_minute: -1}\n", "tools: [{name: a, action: approve, reason: b}]\n",
        "tools: [{action: deny, reason: b}]\n", "approval: [hold]\n",
        "tools: [{name: a, action: deny, reason: b}, {name: a, action: deny, reason: b}]\n"})
    EXPECT_FALSE(parse_guard_policy(bad, "p.yaml")) << bad;
  EXPECT_TRUE(parse_guard_policy("", "p.yaml"));
}

TEST(PassingFrame, WhatTwoReadersCouldReadDifferently) {
  using Kind = PassingMessage::Kind;
  const auto kind = [](std::string_view text) { return read_passing(text).messages.at(0).kind; };
  EXPECT_EQ(kind(R"({"id":1,"method":"a"})"), Kind::kRequest);
  EXPECT_EQ(kind(R"({"method":"a"})"), Kind::kNotification);
  EXPECT_EQ(kind(R"({"id":1,"result":{}})"), Kind::kAnswer);
  EXPECT_EQ(kind(R"({"id":1,"method":"a","params":{"deep":{"x":1,"x":2}}})"), Kind::kRequest);
  for (const char* text :
       {R"({"id":1,"method":"a","method":"b"})", R"({"id":1,"ID":2,"method":"a"})",
        R"({"id":1,"METHOD":"a"})", R"({"id":1,"method":"a","params":{"name":"x","name":"y"}})",
        R"({"id":1,"method":"a","params":{"Name":"x"}})", R"({"id":1,"method":"a","result":{}})",
        R"({"id":[],"method":"a"})", "{}", "[]", "nothing"})
    EXPECT_EQ(kind(text), Kind::kBad) << text;
}

TEST(ListWalk, CirclesAndLimits) {
  const auto page = [](std::string_view text) { return parse_json(text, "page", {})->value.get_object(); };
  ListWalk walk;
  EXPECT_TRUE(walk.add(page(R"({"tools":[{"name":"a"}],"nextCursor":"","ttlMs":5})"), 10, {}));
  EXPECT_EQ(walk.cursor(), "");
  EXPECT_FALSE(walk.add(page(R"({"tools":[],"nextCursor":""})"), 10, {}));
  EXPECT_FALSE(walk.listed().complete);
  EXPECT_EQ(boost::json::serialize(walk.first()), R"({"ttlMs":5})");
  ListWalk small;
  ListLimits limits;
  limits.tools = 1;
  EXPECT_FALSE(small.add(page(R"({"tools":[{"name":"a"},{"name":"b"}]})"), 10, limits));
  EXPECT_FALSE(small.listed().complete);
}

struct GateFixture : ::testing::Test {
  std::vector<std::string> to_client, to_server, said;
  GuardLog log{[this](std::string_view line) { said.emplace_back(line); }, [] { return std::string("now"); }};
  Detective detective;
  GateOptions options;
  std::unique_ptr<Gate> gate;
  std::int64_t now = 1000;

  void open() {
    gate = std::make_unique<Gate>(
        options, log, detective, [this](std::string_view bytes) { to_client.emplace_back(bytes); },
        [this](std::string_view bytes) { to_server.emplace_back(bytes); });
  }
  void client(const std::string& frame) { gate->from_client(frame, frame + "\n", now); }
  void server(const std::string& frame) { gate->from_server(frame, frame + "\n", now); }
  void give_list(int number, const std::string& tools) {
    server(R"({"jsonrpc":"2.0","id":"mcpjury-guard-)" + std::to_string(number) + R"(","result":{"tools":[)" +
           tools + "]}}");
  }
};

TEST_F(GateFixture, ACallWaitsForTheList) {
  open();
  const std::string call = R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time"}})";
  client(call);
  ASSERT_EQ(to_server.size(), 1u);
  EXPECT_NE(to_server[0].find("tools/list"), std::string::npos);
  give_list(1, kTime);
  ASSERT_EQ(to_server.size(), 2u);
  EXPECT_EQ(to_server[1], call + "\n");
  EXPECT_TRUE(to_client.empty());
  const std::string answer = R"({"jsonrpc":"2.0", "id":1,"result":{}})";
  server(answer);
  server(answer);  // the second one nobody waits for
  EXPECT_EQ(to_client, (std::vector<std::string>{answer + "\n"}));
}

TEST_F(GateFixture, HeldToolsAndUnknownOnes) {
  options.policy.approval = OnApproval::kHold;
  open();
  client(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
  give_list(1, std::string(kTime) + "," + kShell);
  for (const char* name : {"run_command", "nothing"})
    client(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":")" + std::string(name) +
           R"("}})");
  EXPECT_EQ(to_server.size(), 1u);
  ASSERT_EQ(to_client.size(), 3u);
  EXPECT_NE(to_client[1].find("held: grade C"), std::string::npos) << to_client[1];
  EXPECT_NE(to_client[2].find("no tool of this name"), std::string::npos);
}

TEST_F(GateFixture, AListThatDoesNotComeInTime) {
  open();
  client(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time"}})");
  gate->tick(now + 29'000);
  EXPECT_TRUE(to_client.empty());
  gate->tick(now + 31'000);
  ASSERT_EQ(to_client.size(), 1u);
  EXPECT_NE(to_client[0].find("in time"), std::string::npos);
  give_list(1, kTime);  // too late: nobody waits for it
  EXPECT_EQ(to_client.size(), 1u);
}

TEST_F(GateFixture, BoundsOfWhatWaits) {
  options.limits.held = 2;
  options.limits.pending = 2;
  open();
  for (int i = 0; i < 3; ++i)
    client(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) +
           R"(,"method":"tools/call","params":{"name":"get_time"}})");
  EXPECT_EQ(to_client.size(), 1u);
  for (int i = 10; i < 13; ++i)
    client(R"({"jsonrpc":"2.0","id":)" + std::to_string(i) + R"(,"method":"ping"})");
  EXPECT_EQ(to_client.size(), 2u);
  gate->server_gone();
  EXPECT_EQ(to_client.size(), 4u);
}

TEST_F(GateFixture, TheLogHoldsNoArguments) {
  open();
  client(
      R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_time","arguments":{"p":"canary"}}})");
  give_list(1, kTime);
  ASSERT_FALSE(said.empty());
  for (const std::string& line : said) EXPECT_EQ(line.find("canary"), std::string::npos);
}

TEST(ToolFingerprint, OrderOfKeysIsNoChange) {
  const auto tool = [](std::string_view text) {
    return tool_fingerprint(parse_json(text, "tool", {})->value);
  };
  EXPECT_EQ(tool(R"({"name":"a","title":"b"})"), tool(R"({"title":"b","name":"a"})"));
  EXPECT_NE(tool(R"({"name":"a","title":"b"})"), tool(R"({"name":"a","title":"c"})"));
}

}  // namespace
}  // namespace mcpjury
