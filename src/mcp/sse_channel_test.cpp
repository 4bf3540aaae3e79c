#include "mcp/sse_channel.h"

#include <gtest/gtest.h>

#include "mcp/failure.h"
#include "mcp/test_fakes.h"

namespace mcpjury {
namespace {

using testing::Answer;
using testing::FakeHttpClient;
using testing::Sent;

class SseChannelTest : public ::testing::Test {
 protected:
  // The stream begins with `greeting`; each POST is answered with 202 and its message on the stream.
  SseChannel& channel(std::string greeting) {
    channel_.reset();
    client_ = std::make_unique<FakeHttpClient>([this, greeting](const Sent& sent) {
      if (sent.request.method == "GET") {
        Answer stream = testing::events({greeting});
        stream.hangs = true;
        return stream;
      }
      for (const std::string& text : answers_(sent)) stream_->push("event: message\ndata: " + text + "\n\n");
      return testing::status(202, "text/plain", "Accepted");
    });
    ChannelOptions options;
    options.message_bytes = 10'000;
    channel_ =
        std::make_unique<SseChannel>(*client_, testing::endpoint("https://mcp.example/a/sse"), options);
    return *channel_;
  }
  Reply connect(std::string greeting) {
    Reply reply = channel(std::move(greeting)).connect();
    stream_ = client_->last_stream;
    return reply;
  }

  std::function<std::vector<std::string>(const Sent&)> answers_ = [](const Sent& sent) {
    return std::vector<std::string>{R"({"jsonrpc":"2.0","method":"notifications/x"})",
                                    testing::result_text(sent, "{}")};
  };
  testing::FakeStream* stream_ = nullptr;
  std::unique_ptr<FakeHttpClient> client_;
  std::unique_ptr<SseChannel> channel_;
};

Frame ask_sse(std::string method) {
  Frame frame;
  frame.method = std::move(method);
  return frame;
}

TEST_F(SseChannelTest, AsksAtTheEndpointAndReadsTheStream) {
  EXPECT_EQ(connect("event: endpoint\ndata: /message?sessionId=abc123\n\n").failure, "");
  EXPECT_EQ(channel_->exchange(ask_sse("initialize")).state, Reply::State::kResult);
  EXPECT_EQ(client_->log[1].request.url.dial(), "https://mcp.example/message?sessionId=abc123");
  EXPECT_FALSE(client_->log[1].request.follow_redirects);
  EXPECT_EQ(channel_->facts().sse_endpoint, "/message?sessionId=");
  EXPECT_TRUE(channel_->facts().session_in_url);
  EXPECT_EQ(channel_->facts().session_ids, std::vector<std::string>{"abc123"});
  EXPECT_EQ(channel_->facts().notifications.at("notifications/x"), 1U);
  Frame note = ask_sse("notifications/initialized");
  note.notification = true;
  EXPECT_EQ(channel_->exchange(note).http_status, 202);
}

TEST_F(SseChannelTest, ResolvesRelativeReferences) {
  for (const auto& [reference, expected] : std::vector<std::pair<std::string, std::string>>{
           {"messages/?session_id=1", "https://mcp.example/a/messages/?session_id=1"},
           {"?s=1", "https://mcp.example/a/sse?s=1"},
           {"https://mcp.example/x", "https://mcp.example/x"},
           {"//mcp.example/x", "https://mcp.example/x"}}) {
    EXPECT_EQ(connect("event: endpoint\ndata: " + reference + "\n\n").failure, "");
    channel_->exchange(ask_sse("initialize"));
    EXPECT_EQ(client_->log[1].request.url.dial(), expected);
  }
}

TEST_F(SseChannelTest, AnotherOriginIsNotContacted) {
  for (const std::string reference : {"https://evil.example/message?sessionId=abc", "//evil.example/m",
                                      "http://mcp.example/m", "https://mcp.example:8443/m"}) {
    EXPECT_EQ(connect("event: endpoint\ndata: " + reference + "\n\n").failure, failure::kCrossOrigin)
        << reference;
    EXPECT_EQ(channel_->exchange(ask_sse("initialize")).failure, failure::kClosed);
    EXPECT_EQ(client_->log.size(), 1U);
    EXPECT_EQ(channel_->facts().violations[0].what, "cross_origin_endpoint");
    EXPECT_FALSE(channel_->facts().sse_same_origin);
  }
}

TEST_F(SseChannelTest, NoEndpointNoConversation) {
  EXPECT_EQ(connect(": hello\n\n").failure, failure::kResponseTimeout);
  EXPECT_EQ(connect("event: endpoint\ndata: javascript:alert(1)\n\n").failure, failure::kNoEndpoint);
  EXPECT_EQ(connect("data: " + std::string(20'000, 'x')).failure, failure::kSseLine);
}

TEST_F(SseChannelTest, SilenceAndWrongIdsHaveNames) {
  connect("event: endpoint\ndata: /m\n\n");
  answers_ = [](const Sent&) { return std::vector<std::string>{}; };
  EXPECT_EQ(channel_->exchange(ask_sse("initialize")).failure, failure::kResponseTimeout);
  answers_ = [](const Sent&) {
    return std::vector<std::string>{R"({"jsonrpc":"2.0","id":"x","result":{}})"};
  };
  EXPECT_EQ(channel_->exchange(ask_sse("initialize")).failure, failure::kWrongId);
}

TEST_F(SseChannelTest, RequestsOfTheServerAreRefused) {
  connect("event: endpoint\ndata: /m\n\n");
  answers_ = [](const Sent& sent) {
    if (sent.method().empty()) return std::vector<std::string>{};
    return std::vector<std::string>{R"({"jsonrpc":"2.0","id":5,"method":"roots/list"})",
                                    testing::result_text(sent, "{}")};
  };
  EXPECT_EQ(channel_->exchange(ask_sse("tools/list")).state, Reply::State::kResult);
  ASSERT_EQ(client_->log.size(), 3U);
  EXPECT_NE(find(client_->log[2].frame, "error"), nullptr);
}

}  // namespace
}  // namespace mcpjury
