#include "observe/remote/active_probe.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>
#include <cstdlib>

#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

using mcpjury::testing::json;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class FakeChannel : public Channel {
 public:
  Reply exchange(const Frame& frame) override {
    frames.push_back(frame);
    return reply;
  }
  void use(Era, const std::string&) override {}
  void close() override {}
  const ChannelFacts& facts() const override { return facts_; }

  std::vector<Frame> frames;
  Reply reply;

 private:
  ChannelFacts facts_;
};

class ActiveProbeTest : public ::testing::Test {
 protected:
  ActiveProbeTest() { ::setenv("MCPJURY_ENABLE_ACTIVE_PROBE", "1", 1); }
  ~ActiveProbeTest() override { ::unsetenv("MCPJURY_ENABLE_ACTIVE_PROBE"); }

  JsonObject probe(std::string_view tools, bool asked = true) {
    Conversation conversation;
    conversation.definition["tools"] = json(tools);
    return run_active_probe(channel, conversation, asked);
  }
  std::vector<std::string> called() const {
    std::vector<std::string> out;
    for (const Frame& frame : channel.frames) out.push_back(frame.name);
    return out;
  }
  FakeChannel channel;
};

constexpr std::string_view kOne = R"([{"name":"list_things","inputSchema":{"type":"object"}}])";

TEST_F(ActiveProbeTest, BothGates) {
  EXPECT_EQ(probe(kOne, false).at("ran"), false);
  for (const char* value : {"", "0", "true", "11"}) {
    ::setenv("MCPJURY_ENABLE_ACTIVE_PROBE", value, 1);
    EXPECT_EQ(probe(kOne).at("ran"), false) << value;
  }
  ::unsetenv("MCPJURY_ENABLE_ACTIVE_PROBE");
  EXPECT_EQ(probe(kOne).at("ran"), false);
  EXPECT_THAT(channel.frames, IsEmpty());
  ::setenv("MCPJURY_ENABLE_ACTIVE_PROBE", "1", 1);
  EXPECT_EQ(probe(kOne).at("ran"), true);
  EXPECT_THAT(called(), ElementsAre("list_things"));
}

TEST_F(ActiveProbeTest, AtMostThreeInListOrder) {
  const JsonObject out = probe(R"([{"name":"delete_all","inputSchema":{}},{"name":"get_a","inputSchema":{}},
      {"name":"get_b"},{"name":"get_c","inputSchema":{"required":["q"],"properties":{"q":{"type":"string"}}}},
      7,{"name":"get_d","inputSchema":{}},{"name":"get_e","inputSchema":{}},{"name":"get_f","inputSchema":{}}])");
  EXPECT_THAT(called(), ElementsAre("get_a", "get_d", "get_e"));
  EXPECT_EQ(find_array(out, "calls")->size(), 3u);
}

TEST_F(ActiveProbeTest, NothingEligible) {
  const JsonObject out = probe(R"([{"name":"create_thing","inputSchema":{}}])");
  EXPECT_EQ(out.at("ran"), false);
  EXPECT_THAT(find_array(out, "calls")->size(), 0u);
  EXPECT_FALSE(find_string(out, "reason").empty());
}

TEST_F(ActiveProbeTest, Outcomes) {
  const auto outcome = [&] { return (*find_array(probe(kOne), "calls"))[0].get_object(); };
  channel.reply.state = Reply::State::kResult;
  channel.reply.result = json(R"({"content":[]})");
  EXPECT_EQ(find_string(outcome(), "outcome"), "ok");
  EXPECT_FALSE(outcome().contains("note"));
  // The tool's own failure is an answer.
  channel.reply.result = json(R"({"content":[],"isError":true})");
  EXPECT_EQ(find_string(outcome(), "outcome"), "ok");
  EXPECT_TRUE(outcome().contains("note"));
  channel.reply.result = json(R"([1])");
  EXPECT_EQ(find_string(outcome(), "outcome"), "ok");
  channel.reply.state = Reply::State::kError;
  channel.reply.error = {-32602, "no ghp_16C7e42F292c6912E7710c838347Ae178B4a", {}};
  EXPECT_EQ(find_string(outcome(), "outcome"), "rejected_compliant_input");
  EXPECT_EQ(find_object(outcome(), "error")->at("code"), -32602);
  EXPECT_THAT(boost::json::serialize(outcome()), Not(HasSubstr("ghp_16")));
  channel.reply.state = Reply::State::kNone;
  channel.reply.failure = "timeout";
  EXPECT_EQ(find_string(outcome(), "outcome"), "ok_with_note");
}

TEST_F(ActiveProbeTest, TheCall) {
  probe(
      R"([{"name":"get_x","inputSchema":{"required":["n"],"properties":{"n":{"type":"integer","minimum":3}}}}])");
  ASSERT_EQ(channel.frames.size(), 1u);
  EXPECT_EQ(channel.frames[0].params, json(R"({"name":"get_x","arguments":{"n":3}})").get_object());
}

TEST(EligibleName, Reading) {
  for (const char* name :
       {"list_files", "getUser", "search", "fetch-page", "describe.table", "view_2", "HTTPGet"})
    EXPECT_TRUE(eligible_name(name)) << name;
  for (const char* name : {"", "files", "delete_list", "get_secret", "getAPIKey", "getApiKeys", "read_env",
                           "list_emails", "query_sql", "getlist", "search_and_update", "fetchPasswords",
                           "get_payments", "run_query", "списокget_token", "GETTOKENS"})
    EXPECT_FALSE(eligible_name(name)) << name;
}

TEST(ArgumentsFor, Vectors) {
  const auto build = [](std::string_view property) -> Json {
    JsonObject schema = json(R"({"type":"object","required":["p"]})").get_object();
    schema["properties"] = JsonObject{{"p", json(property)}, {"optional", JsonObject{{"type", "integer"}}}};
    const auto arguments = arguments_for(schema);
    if (!arguments) return nullptr;
    EXPECT_EQ(arguments->size(), 1u);
    return arguments->at("p");
  };
  EXPECT_EQ(build(R"({"const":{"a":1},"enum":[2]})"), json(R"({"a":1})"));
  EXPECT_EQ(build(R"({"type":"string","enum":["b","a"]})"), "b");
  EXPECT_EQ(build(R"({"type":"boolean"})"), false);
  EXPECT_EQ(build(R"({"type":"integer"})"), 0);
  EXPECT_EQ(build(R"({"type":"integer","minimum":2.5})"), 3);
  EXPECT_EQ(build(R"({"type":"integer","minimum":4,"multipleOf":3})"), 6);
  EXPECT_EQ(build(R"({"type":"integer","exclusiveMinimum":5})"), 6);
  EXPECT_EQ(build(R"({"type":"integer","minimum":5,"exclusiveMinimum":true})"), 6);
  EXPECT_EQ(build(R"({"type":"integer","maximum":-5})"), -5);
  EXPECT_EQ(build(R"({"type":"integer","maximum":-5,"multipleOf":3})"), -6);
  EXPECT_EQ(build(R"({"type":"integer","maximum":-0.5})"), -1);
  EXPECT_EQ(build(R"({"type":"integer","exclusiveMaximum":0})"), -1);
  EXPECT_EQ(build(R"({"type":"number","minimum":0.5})"), 0.5);
  EXPECT_EQ(build(R"({"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1})"), 0.5);
  EXPECT_EQ(build(R"({"type":"number","exclusiveMinimum":0,"maximum":0.25})"), 0.25);
  for (const char* none :
       {R"({"type":"string"})", R"({"type":"object"})", R"({"type":"array"})", R"({})", R"({"enum":[]})",
        R"({"type":"integer","minimum":5,"maximum":3})", R"({"type":"integer","minimum":0.2,"maximum":0.8})",
        R"({"type":"integer","minimum":1e300})", R"({"type":"number","minimum":1e300,"multipleOf":1e-300})",
        R"({"type":"integer","minimum":1,"maximum":2,"multipleOf":7})",
        R"({"type":"integer","x-mcp-header":"N"})"})
    EXPECT_EQ(build(none), nullptr) << none;
}

TEST(ArgumentsFor, Shapes) {
  EXPECT_TRUE(arguments_for({})->empty());
  for (const char* none :
       {R"({"required":["a"]})", R"({"required":[1],"properties":{}})",
        R"({"required":["a"],"properties":{"a":true}})", R"({"required":["a"],"properties":[]})"})
    EXPECT_FALSE(arguments_for(json(none).get_object())) << none;
}

}  // namespace
}  // namespace mcpjury
