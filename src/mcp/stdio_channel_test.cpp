#include "mcp/stdio_channel.h"

#include <gtest/gtest.h>

#include "mcp/failure.h"
#include "mcp/test_fakes.h"

namespace mcpjury {
namespace {

using testing::FakeProcess;

std::string answer_to(const Json& line, std::string_view result) {
  return R"({"jsonrpc":"2.0","id":)" + std::to_string(find(line, "id")->get_int64()) + R"(,"result":)" +
         std::string(result) + "}";
}

class StdioChannelTest : public ::testing::Test {
 protected:
  Reply ask(std::function<std::vector<std::string>(const Json&)> answer) {
    script_->answer = std::move(answer);
    ChannelOptions options;
    options.message_bytes = 1'000;
    channel_ =
        std::make_unique<StdioChannel>(std::make_unique<FakeProcess>(script_), options, Milliseconds(1));
    Frame frame;
    frame.method = "tools/list";
    return channel_->exchange(frame);
  }
  std::shared_ptr<FakeProcess::Script> script_ = std::make_shared<FakeProcess::Script>();
  std::unique_ptr<StdioChannel> channel_;
};

TEST_F(StdioChannelTest, OneLineAMessageInPiecesOfEverySize) {
  for (std::size_t step = 1; step < 40; ++step) {
    const Reply reply = ask([&](const Json& line) {
      const std::string text = "banner\n\r\n" + answer_to(line, R"({"a":1})") + "\r\n";
      std::vector<std::string> pieces;
      for (std::size_t at = 0; at < text.size(); at += step) pieces.push_back(text.substr(at, step));
      return pieces;
    });
    ASSERT_EQ(reply.state, Reply::State::kResult) << step;
    EXPECT_EQ(channel_->facts().non_json_lines, 1U);
  }
}

TEST_F(StdioChannelTest, GarbageIsSkippedAndCounted) {
  script_->greeting = {"Starting…\n{ not json\n[info] ready\n", "\x1b[32mok\x1b[0m\n"};
  const Reply reply = ask([](const Json& line) {
    return std::vector<std::string>{R"({"jsonrpc":"2.0","method":"notifications/tools/list_changed"})"
                                    "\n",
                                    answer_to(line, "{}") + "\n"};
  });
  EXPECT_EQ(reply.state, Reply::State::kResult);
  EXPECT_EQ(channel_->facts().non_json_lines, 4U);
  EXPECT_EQ(channel_->facts().notifications.size(), 1U);
}

TEST_F(StdioChannelTest, LimitOfAMessage) {
  EXPECT_EQ(ask([](const Json& line) {
              return std::vector<std::string>{answer_to(line, "\"" + std::string(900, 'x') + "\"") + "\n"};
            }).state,
            Reply::State::kResult);
  EXPECT_EQ(ask([](const Json&) { return std::vector<std::string>{"{" + std::string(1'001, ' ')}; }).failure,
            failure::kTooLarge);
  EXPECT_EQ(ask([](const Json& line) {
              return std::vector<std::string>{answer_to(line, "\"" + std::string(1'000, 'x') + "\"") + "\n"};
            }).failure,
            failure::kTooLarge);
}

TEST_F(StdioChannelTest, SilenceIsATimeoutAndCancelled) {
  EXPECT_EQ(ask([](const Json&) { return std::vector<std::string>{}; }).failure, failure::kResponseTimeout);
  ASSERT_EQ(script_->lines.size(), 2U);
  EXPECT_EQ(find_string(script_->lines[1].get_object(), "method"), "notifications/cancelled");
}

TEST_F(StdioChannelTest, AChildThatEnds) {
  EXPECT_EQ(ask([](const Json&) { return std::vector<std::string>{"EXIT"}; }).failure, failure::kExited);
  // What it said before is heard, also without the last line end.
  EXPECT_EQ(ask([](const Json& line) {
              return std::vector<std::string>{answer_to(line, "{}"), "EXIT"};
            }).state,
            Reply::State::kResult);
  channel_->close();
  EXPECT_TRUE(script_->ended);
  EXPECT_EQ(channel_->exchange({}).failure, failure::kClosed);
}

TEST_F(StdioChannelTest, GarbageWithoutEndEnds) {
  EXPECT_EQ(ask([](const Json&) {
              return std::vector<std::string>(200, [] {
                std::string many;
                for (int i = 0; i < 100; ++i) many += "x\n";
                return many;
              }());
            }).failure,
            failure::kFlood);
}

TEST_F(StdioChannelTest, RequestsOfTheServerAreRefused) {
  const Reply reply = ask([](const Json& line) {
    if (find(line, "method") == nullptr) return std::vector<std::string>{};
    return std::vector<std::string>{R"({"jsonrpc":"2.0","id":"r","method":"sampling/createMessage"})"
                                    "\n",
                                    answer_to(line, "{}") + "\n"};
  });
  EXPECT_EQ(reply.state, Reply::State::kResult);
  ASSERT_EQ(script_->lines.size(), 2U);
  EXPECT_EQ(script_->lines[1].get_object().at("id").get_string(), "r");
}

}  // namespace
}  // namespace mcpjury
