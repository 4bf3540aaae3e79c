#include "mcp/http_channel.h"

#include <gtest/gtest.h>

#include "mcp/failure.h"
#include "mcp/test_fakes.h"

namespace mcpjury {
namespace {

using testing::Answer;
using testing::FakeHttpClient;
using testing::Sent;

Frame ask(std::string method) {
  Frame frame;
  frame.method = std::move(method);
  return frame;
}

class HttpChannelTest : public ::testing::Test {
 protected:
  HttpChannel& channel(FakeHttpClient::Server server, HttpEndpoint where = testing::endpoint()) {
    channel_.reset();  // it says goodbye through the client it was made with
    client_ = std::make_unique<FakeHttpClient>(std::move(server));
    ChannelOptions options;
    options.client_name = "mcpjury";
    options.client_version = "1";
    options.message_bytes = 100'000;
    channel_ = std::make_unique<HttpChannel>(
        *client_, where, options, [this](Milliseconds pause) { pauses_.push_back(pause.count()); });
    channel_->use(Era::kLegacy, "2025-11-25");
    return *channel_;
  }
  Reply answer(const Answer& answer) {
    return channel([answer](const Sent&) { return answer; }).exchange(ask("tools/list"));
  }
  const std::vector<Sent>& log() const { return client_->log; }

  std::vector<std::int64_t> pauses_;
  std::unique_ptr<FakeHttpClient> client_;
  std::unique_ptr<HttpChannel> channel_;
};

constexpr std::string_view kGood = R"({"jsonrpc":"2.0","id":1,"result":{"ok":true}})";
std::string event(std::string_view data) { return "event: message\ndata: " + std::string(data) + "\n\n"; }

TEST_F(HttpChannelTest, HeadersOfTheOldEra) {
  HttpEndpoint where = testing::endpoint();
  where.credential = {{"Authorization", "Bearer t"}};
  channel([](const Sent& sent) { return testing::result(sent, "{}"); }, where).exchange(ask("tools/list"));
  const Sent& sent = log()[0];
  EXPECT_EQ(sent.header("Content-Type"), "application/json");
  EXPECT_EQ(sent.header("Accept"), "application/json, text/event-stream");
  EXPECT_EQ(sent.header("MCP-Protocol-Version"), "2025-11-25");
  EXPECT_EQ(sent.header("Authorization"), "Bearer t");
  EXPECT_EQ(sent.header("Mcp-Method"), "");
  EXPECT_TRUE(sent.request.carries_secret);
  EXPECT_EQ(find(sent.frame, "params"), nullptr);
}

TEST_F(HttpChannelTest, HeadersAndMetaOfTheNewEra) {
  HttpChannel& made = channel([](const Sent& sent) { return testing::result(sent, "{}"); });
  made.use(Era::kModern, "2026-07-28");
  Frame frame = ask("resources/read");
  frame.name = "https://a/\xC3\xA4";
  made.exchange(frame);
  const Sent& sent = log()[0];
  EXPECT_EQ(sent.header("MCP-Protocol-Version"), "2026-07-28");
  EXPECT_EQ(sent.header("Mcp-Method"), "resources/read");
  EXPECT_EQ(sent.header("Mcp-Name"), "=?base64?aHR0cHM6Ly9hL8Ok?=");
  const Json* meta = resolve_pointer(sent.frame, "/params/_meta");
  ASSERT_NE(meta, nullptr);
  EXPECT_EQ(find_string(meta->get_object(), "io.modelcontextprotocol/protocolVersion"), "2026-07-28");
  EXPECT_NE(find_object(meta->get_object(), "io.modelcontextprotocol/clientCapabilities"), nullptr);
}

TEST_F(HttpChannelTest, AnswersOfBothKinds) {
  EXPECT_EQ(answer({200, "application/json; charset=utf-8", {std::string(kGood)}, {}}).state,
            Reply::State::kResult);
  EXPECT_EQ(answer({200, "Application/JSON", {std::string(kGood)}, {}}).state, Reply::State::kResult);
  EXPECT_EQ(answer(testing::events({"id: 1\ndata:\n\n", event(kGood)})).state, Reply::State::kResult);
  EXPECT_EQ(answer({200, "Text/Event-Stream", {event(kGood)}, {}}).state, Reply::State::kResult);
}

TEST_F(HttpChannelTest, StopsAtOurIdOnAStreamThatGoesOn) {
  Answer endless = testing::events({event(R"({"jsonrpc":"2.0","method":"notifications/x"})"), event(kGood)});
  endless.hangs = true;
  const Reply reply = answer(endless);
  EXPECT_EQ(reply.state, Reply::State::kResult);
  EXPECT_EQ(channel_->facts().notifications.at("notifications/x"), 1U);
}

TEST_F(HttpChannelTest, ErrorBodiesWithoutIdAreRead) {
  const Reply reply =
      answer({400, "application/json", {testing::error_text("null", -32000, "No valid session")}, {}});
  EXPECT_EQ(reply.state, Reply::State::kError);
  EXPECT_EQ(reply.error.code, -32000);
  EXPECT_EQ(reply.http_status, 400);
}

TEST_F(HttpChannelTest, RefusalsWithAnIdOfTheirOwnAreRead) {
  const Reply reply = answer(
      {400, "application/json", {testing::error_text("\"server-error\"", -32600, "Missing session ID")}, {}});
  EXPECT_EQ(reply.state, Reply::State::kError);
  EXPECT_EQ(reply.error.code, -32600);
  EXPECT_TRUE(channel_->facts().violations.empty());
}

TEST_F(HttpChannelTest, WhatGoesWrongHasAName) {
  EXPECT_EQ(answer(testing::status(200)).failure, failure::kMediaType);
  EXPECT_EQ(answer(testing::status(200, "application/json", "nonsense")).failure, failure::kNotJson);
  EXPECT_EQ(answer(testing::status(200, "application/json", "")).failure, failure::kNoReply);
  EXPECT_EQ(answer(testing::status(200, "application/json", "\"text\"")).failure, failure::kBadFrame);
  EXPECT_EQ(
      answer(testing::status(200, "application/json", R"({"jsonrpc":"2.0","id":"1","result":{}})")).failure,
      failure::kWrongId);
  EXPECT_EQ(
      answer(testing::status(200, "application/json", R"({"jsonrpc":"2.0","id":2,"result":{}})")).failure,
      failure::kWrongId);
  EXPECT_EQ(
      answer(testing::status(200, "application/json",
                             R"({"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}})"))
          .failure,
      failure::kBadFrame);
  EXPECT_EQ(
      answer(testing::status(200, "application/json", std::string(80, '[') + std::string(80, ']'))).failure,
      failure::kJsonLimit);
  EXPECT_EQ(answer(testing::status(500)).failure, "http_500");
  EXPECT_EQ(answer(testing::status(404, "application/json", R"({"error":"nope"})")).failure, "http_404");
  EXPECT_EQ(answer(testing::status(200, "application/json", std::string(100'001, ' '))).failure,
            failure::kTooLarge);
  EXPECT_EQ(answer(testing::events({"data: " + std::string(100'001, 'x')})).failure, failure::kSseLine);
  EXPECT_EQ(answer(testing::events({})).failure, failure::kNoReply);
  Answer silent = testing::events({": still here\n", ": still here\n"});
  silent.hangs = true;
  EXPECT_EQ(answer(silent).failure, failure::kResponseTimeout);
  Answer refused;
  refused.failure = HttpFailure::kDns;
  EXPECT_EQ(answer(refused).failure, name_of(HttpFailure::kDns));
  Answer reset = testing::status(200, "application/json", "{\"jsonrpc\"");
  reset.body_failure = HttpFailure::kClosedEarly;
  EXPECT_EQ(answer(reset).failure, name_of(HttpFailure::kClosedEarly));
}

TEST_F(HttpChannelTest, AMislabelledAnswerIsTakenAndNoted) {
  EXPECT_EQ(answer({200, "text/plain", {std::string(kGood)}, {}}).state, Reply::State::kResult);
  ASSERT_EQ(channel_->facts().violations.size(), 1U);
  EXPECT_EQ(channel_->facts().violations[0].what, "unexpected_media_type");
}

TEST_F(HttpChannelTest, AFloodOfForeignAnswersEnds) {
  std::vector<std::string> pieces(10'000, event(R"({"jsonrpc":"2.0","id":99,"result":{}})"));
  EXPECT_EQ(answer(testing::events(std::move(pieces))).failure, failure::kFlood);
}

TEST_F(HttpChannelTest, ChallengesAreKeptLineByLine) {
  Answer closed = testing::status(401, "application/json", "{}");
  closed.headers = {{"WWW-Authenticate", "Bearer a=b"}, {"WWW-Authenticate", "Basic"}, {"Retry-After", "5"}};
  const Reply reply = answer(closed);
  EXPECT_EQ(reply.failure, "http_401");
  EXPECT_EQ(reply.www_authenticate, (std::vector<std::string>{"Bearer a=b", "Basic"}));
  EXPECT_EQ(reply.retry_after, "5");
}

TEST_F(HttpChannelTest, RequestsOfTheServerAreRefusedAFewTimes) {
  int refusals = 0;
  HttpChannel& made = channel([&](const Sent& sent) {
    if (sent.method().empty()) {
      ++refusals;
      EXPECT_EQ(find(sent.frame, "error")->get_object().at("code").get_int64(), -32601);
      return testing::status(202, "", "");
    }
    std::vector<std::string> pieces;
    for (int i = 0; i < 50; ++i) {
      pieces.push_back(event(R"({"jsonrpc":"2.0","id":)" + std::to_string(900 + i) +
                             R"(,"method":"sampling/createMessage"})"));
    }
    pieces.push_back(event(kGood));
    return testing::events(std::move(pieces));
  });
  EXPECT_EQ(made.exchange(ask("tools/list")).state, Reply::State::kResult);
  EXPECT_EQ(refusals, Mailbox::kMaxRefusals);
  EXPECT_EQ(made.facts().unasked_requests.at("sampling/createMessage"), 50U);
}

TEST_F(HttpChannelTest, ABrokenStreamIsTakenUpAgain) {
  HttpChannel& made = channel([&](const Sent& sent) {
    if (sent.request.method == "POST") return testing::events({"id: e1\nretry: 500\ndata:\n\n"});
    EXPECT_EQ(sent.header("Last-Event-ID"), "e1");
    EXPECT_EQ(sent.header("Accept"), "text/event-stream");
    EXPECT_EQ(sent.header("MCP-Protocol-Version"), "2025-11-25");
    return testing::events({event(kGood)});
  });
  EXPECT_EQ(made.exchange(ask("tools/list")).state, Reply::State::kResult);
  EXPECT_EQ(pauses_, std::vector<std::int64_t>{500});
}

TEST_F(HttpChannelTest, ResumingIsBounded) {
  HttpChannel& made = channel([](const Sent&) { return testing::events({"id: e\nretry: 0\ndata:\n\n"}); });
  EXPECT_EQ(made.exchange(ask("tools/list")).failure, failure::kNoReply);
  EXPECT_EQ(log().size(), 6U);
  HttpChannel& long_pause =
      channel([](const Sent&) { return testing::events({"id: e\nretry: 3600000\ndata:\n\n"}); });
  EXPECT_EQ(long_pause.exchange(ask("initialize")).failure, failure::kResponseTimeout);
  EXPECT_EQ(log().size(), 1U);
  HttpChannel& modern = channel([](const Sent&) { return testing::events({"id: e\nretry: 0\ndata:\n\n"}); });
  modern.use(Era::kModern, "2026-07-28");
  EXPECT_EQ(modern.exchange(ask("tools/list")).failure, failure::kNoReply);
  EXPECT_EQ(log().size(), 1U);
}

Answer with_session(const Sent& sent, std::string id) {
  Answer out = testing::result(sent, "{}");
  out.headers.push_back({"Mcp-Session-Id", std::move(id)});
  return out;
}

TEST_F(HttpChannelTest, ASessionIsKeptAndDeleted) {
  HttpChannel& made = channel([](const Sent& sent) { return with_session(sent, "abc"); });
  made.exchange(ask("initialize"));
  made.exchange(ask("tools/list"));
  EXPECT_EQ(log()[0].header("Mcp-Session-Id"), "");
  EXPECT_EQ(log()[1].header("Mcp-Session-Id"), "abc");
  made.close();
  made.close();
  ASSERT_EQ(log().size(), 3U);
  EXPECT_EQ(log()[2].request.method, "DELETE");
  EXPECT_EQ(log()[2].header("Mcp-Session-Id"), "abc");
  EXPECT_TRUE(made.facts().session_deleted);
  EXPECT_EQ(made.exchange(ask("tools/list")).failure, failure::kClosed);
}

TEST_F(HttpChannelTest, ASessionIdWithControlsIsNotSentBack) {
  HttpChannel& made = channel([](const Sent& sent) { return with_session(sent, "a b\x01"); });
  made.exchange(ask("initialize"));
  made.exchange(ask("tools/list"));
  EXPECT_EQ(log()[1].header("Mcp-Session-Id"), "");
  EXPECT_EQ(made.facts().violations[0].what, "bad_session_id");
  EXPECT_EQ(made.facts().session_ids.size(), 1U);
}

TEST_F(HttpChannelTest, ALostSessionIsOpenedAgainOnce) {
  for (const bool says_400 : {false, true}) {
    int opened = 0;
    HttpChannel& made = channel([&](const Sent& sent) {
      if (sent.method() == "initialize") return with_session(sent, "s" + std::to_string(++opened));
      if (sent.method() == "notifications/initialized") return testing::status(202, "", "");
      if (sent.header("Mcp-Session-Id") == "s2") return testing::result(sent, "{}");
      if (says_400) return testing::error(sent, 400, -32000, "Bad Request: No valid Session ID provided");
      return testing::status(404);
    });
    made.exchange(ask("initialize"));
    EXPECT_EQ(made.exchange(ask("tools/list")).state, Reply::State::kResult);
    EXPECT_EQ(client_->methods(), (std::vector<std::string>{"initialize", "tools/list", "initialize",
                                                            "notifications/initialized", "tools/list"}));
    EXPECT_EQ(log()[2].header("Mcp-Session-Id"), "");
    EXPECT_EQ(log()[2].header("MCP-Protocol-Version"), "");
  }
  HttpChannel& made = channel([](const Sent& sent) {
    return sent.method() == "initialize" ? with_session(sent, "s") : testing::status(404);
  });
  made.exchange(ask("initialize"));
  made.exchange(ask("tools/list"));
  EXPECT_EQ(made.exchange(ask("tools/list")).failure, "http_404");
  EXPECT_EQ(log().size(), 6U);  // no second restart
}

TEST_F(HttpChannelTest, NotificationsTakeAnyGoodStatus) {
  Frame frame = ask("notifications/initialized");
  frame.notification = true;
  for (const int code : {200, 202, 204}) {
    HttpChannel& made = channel([&](const Sent&) { return testing::status(code, "text/plain", "Accepted"); });
    const Reply reply = made.exchange(frame);
    EXPECT_EQ(reply.http_status, code);
    EXPECT_EQ(reply.failure, "");
    EXPECT_EQ(find(log()[0].frame, "id"), nullptr);
  }
}

TEST_F(HttpChannelTest, SilenceIsCancelledInTheOldEraOnly) {
  Answer silent = testing::events({});
  silent.hangs = true;
  HttpChannel& made = channel([&](const Sent&) { return silent; });
  made.exchange(ask("tools/list"));
  EXPECT_EQ(client_->methods(), (std::vector<std::string>{"tools/list", "notifications/cancelled"}));
  HttpChannel& modern = channel([&](const Sent&) { return silent; });
  modern.use(Era::kModern, "2026-07-28");
  modern.exchange(ask("tools/list"));
  EXPECT_EQ(client_->methods(), std::vector<std::string>{"tools/list"});
}

TEST_F(HttpChannelTest, BatchesAreReadWhereTheVersionHasThem) {
  HttpChannel& made = channel(
      [](const Sent&) { return testing::status(200, "application/json", "[" + std::string(kGood) + "]"); });
  made.use(Era::kLegacy, "2025-03-26");
  EXPECT_EQ(made.exchange(ask("tools/list")).state, Reply::State::kResult);
}

}  // namespace
}  // namespace mcpjury
