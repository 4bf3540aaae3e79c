#include "mcp/jsonrpc.h"

#include <gtest/gtest.h>

#include "mcp/channel_options.h"
#include "mcp/failure.h"
#include "mcp/mailbox.h"
#include "mcp/test_fakes.h"

namespace mcpjury {
namespace {

using Kind = RpcMessage::Kind;

RpcMessage one(std::string_view text) {
  RpcRead read = read_messages(text, {});
  EXPECT_EQ(read.messages.size(), 1U) << text;
  return read.messages.empty() ? RpcMessage{} : std::move(read.messages[0]);
}

TEST(JsonRpc, FramesWeMake) {
  EXPECT_EQ(make_request(7, "tools/list", {}), R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})");
  EXPECT_EQ(make_request(7, "tools/list", {{"cursor", ""}}),
            R"({"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":""}})");
  EXPECT_EQ(make_notification("notifications/initialized", {}),
            R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
  EXPECT_EQ(make_refusal("a\n"),
            R"({"jsonrpc":"2.0","id":"a\n","error":{"code":-32601,"message":"Method not found"}})");
}

TEST(JsonRpc, KindsOfMessages) {
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":1,"result":{}})").kind, Kind::kResult);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":1,"result":null})").kind, Kind::kResult);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"x"}})").kind, Kind::kError);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","error":{"code":-32000}})").error.code, -32000);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","id":"x","method":"ping"})").kind, Kind::kRequest);
  EXPECT_EQ(one(R"({"jsonrpc":"2.0","method":"notifications/message"})").kind, Kind::kNotification);
  EXPECT_FALSE(one(R"({"id":1,"result":{}})").says_jsonrpc);
}

TEST(JsonRpc, WhatIsNoMessage) {
  for (const auto& [text, fault] : std::vector<std::pair<std::string_view, std::string_view>>{
           {"\"text\"", "not_an_object"},
           {"1", "not_an_object"},
           {"null", "not_an_object"},
           {"[]", "not_an_object"},
           {R"([{"jsonrpc":"2.0","id":1,"result":{}}])", "not_an_object"},
           {R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}})", "result_and_error"},
           {R"({"jsonrpc":"2.0","id":1})", "no_member"},
           {R"({"jsonrpc":"2.0","id":1,"error":"no"})", "error_shape"},
           {R"({"jsonrpc":"2.0","id":1,"error":{"code":"x"}})", "error_shape"},
           {R"({"jsonrpc":"2.0","id":{},"result":{}})", "id_type"},
           {R"({"jsonrpc":"2.0","id":1,"method":5})", "method_type"},
           {R"({"jsonrpc":"2.0","id":1,"method":"a","result":1})", "method_and_answer"},
       }) {
    const RpcMessage message = one(text);
    EXPECT_EQ(message.kind, Kind::kBad) << text;
    EXPECT_EQ(message.fault, fault) << text;
  }
}

TEST(JsonRpc, Limits) {
  EXPECT_EQ(read_messages("{", {}).failure, failure::kNotJson);
  EXPECT_EQ(read_messages(std::string(70, '[') + std::string(70, ']'), {}).failure, failure::kJsonLimit);
  EXPECT_EQ(read_messages(R"({"a":1})", {64, 3, false}).failure, failure::kTooLarge);
}

TEST(JsonRpc, BatchesWhereTheVersionHasThem) {
  const RpcRead read = read_messages(R"([{"jsonrpc":"2.0","id":1,"result":{}},5])", {64, 1000, true});
  ASSERT_EQ(read.messages.size(), 2U);
  EXPECT_EQ(read.messages[0].kind, Kind::kResult);
  EXPECT_EQ(read.messages[1].kind, Kind::kBad);
}

TEST(JsonRpc, DuplicateKeysAreNamed) {
  const RpcRead read = read_messages(R"({"jsonrpc":"2.0","id":1,"id":2,"result":{}})", {});
  ASSERT_EQ(read.duplicate_keys.size(), 1U);
  EXPECT_EQ(read.duplicate_keys[0], "/id");
}

TEST(JsonRpc, IdsAreComparedWithTheirType) {
  EXPECT_TRUE(same_id(Json(1), 1));
  EXPECT_FALSE(same_id(Json("1"), 1));
  EXPECT_FALSE(same_id(Json(1.0), 1));
  EXPECT_TRUE(same_id_other_type(Json("1"), 1));
  EXPECT_TRUE(same_id_other_type(Json(1.0), 1));
  EXPECT_FALSE(same_id_other_type(Json("1x"), 1));
  EXPECT_FALSE(same_id_other_type(Json("2"), 1));
}

TEST(JsonRpc, TextOfAServerIsMadeHarmless) {
  EXPECT_EQ(shown_text("a\x1b[2Jb"), "a<U+001B>[2Jb");
  EXPECT_EQ(shown_text(std::string(1000, 'a'), 10).size(), 9U + 3U);
}

TEST(HeaderValue, PlainOrBase64) {
  EXPECT_EQ(header_value("file:///a b"), "file:///a b");
  EXPECT_EQ(header_value(" a"), "=?base64?IGE=?=");
  EXPECT_EQ(header_value("\xC3\xA4"), "=?base64?w6Q=?=");
  EXPECT_EQ(header_value("a\nb"), "=?base64?YQpi?=");
  EXPECT_EQ(header_value("=?base64?YQ==?="), "=?base64?PT9iYXNlNjQ/WVE9PT89?=");
}

class MailboxTest : public ::testing::Test {
 protected:
  ChannelFacts facts;
  Mailbox mailbox{facts, 64, 1u << 20};
  Reply reply;
};

TEST_F(MailboxTest, SkipsWhatWasNotAskedAndCounts) {
  EXPECT_EQ(mailbox.expect("tools/list"), 1);
  using V = Mailbox::Verdict;
  EXPECT_EQ(mailbox.take(R"({"jsonrpc":"2.0","method":"notifications/x"})", false, reply), V::kMore);
  EXPECT_EQ(mailbox.take(R"({"jsonrpc":"2.0","id":9,"method":"roots/list"})", false, reply), V::kMore);
  EXPECT_EQ(mailbox.take(R"({"jsonrpc":"2.0","id":77,"result":{}})", false, reply), V::kMore);
  EXPECT_EQ(mailbox.take(R"({"jsonrpc":"2.0","id":1,"result":{"a":1}})", false, reply), V::kDone);
  EXPECT_EQ(reply.state, Reply::State::kResult);
  EXPECT_EQ(facts.notifications.at("notifications/x"), 1U);
  EXPECT_EQ(facts.unasked_requests.at("roots/list"), 1U);
  EXPECT_EQ(facts.wrong_ids, 1U);
  EXPECT_EQ(facts.messages, 4U);
  EXPECT_EQ(mailbox.take_refusals().size(), 1U);
  EXPECT_TRUE(mailbox.take_refusals().empty());
}

TEST_F(MailboxTest, LateAnswersBreakNoRule) {
  mailbox.expect("server/discover");
  mailbox.expect("initialize");
  EXPECT_EQ(mailbox.take(R"({"jsonrpc":"2.0","id":1,"result":{}})", false, reply), Mailbox::Verdict::kMore);
  EXPECT_EQ(facts.wrong_ids, 0U);
}

TEST_F(MailboxTest, AnIdOfAnotherTypeFailsAtOnce) {
  mailbox.expect("initialize");
  EXPECT_EQ(mailbox.take(R"({"jsonrpc":"2.0","id":"1","result":{}})", false, reply),
            Mailbox::Verdict::kFailed);
  EXPECT_EQ(reply.failure, failure::kWrongId);
}

TEST_F(MailboxTest, BothMembersFail) {
  mailbox.expect("initialize");
  EXPECT_EQ(
      mailbox.take(R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}})", false, reply),
      Mailbox::Verdict::kFailed);
  EXPECT_EQ(reply.failure, failure::kBadFrame);
}

TEST_F(MailboxTest, AFloodEnds) {
  mailbox.expect("initialize");
  Mailbox::Verdict verdict = Mailbox::Verdict::kMore;
  std::uint64_t taken = 0;
  while (verdict == Mailbox::Verdict::kMore && taken < 10'000) {
    verdict = mailbox.take(R"({"jsonrpc":"2.0","id":5000,"result":{}})", false, reply);
    ++taken;
  }
  EXPECT_EQ(verdict, Mailbox::Verdict::kFailed);
  EXPECT_EQ(reply.failure, failure::kFlood);
  EXPECT_EQ(taken, Mailbox::kMaxForeign + 1);
}

TEST_F(MailboxTest, NamesAndRefusalsAreBounded) {
  mailbox.expect("initialize");
  for (int i = 0; i < 100; ++i) {
    mailbox.take(R"({"jsonrpc":"2.0","id":9,"method":"m)" + std::to_string(i) + "\"}", false, reply);
  }
  EXPECT_EQ(facts.unasked_requests.size(), 32U);
  EXPECT_EQ(mailbox.take_refusals().size(), static_cast<std::size_t>(Mailbox::kMaxRefusals));
}

}  // namespace
}  // namespace mcpjury
