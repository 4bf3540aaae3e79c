#include "mcp/sse.h"

#include <gtest/gtest.h>

#include <vector>

namespace mcpjury {
namespace {

constexpr std::size_t kLimit = 1u << 20;

std::vector<SseEvent> parse(SseParser& parser, std::string_view text, std::size_t step) {
  std::vector<SseEvent> out;
  for (std::size_t at = 0; at < text.size(); at += step) {
    parser.feed(text.substr(at, step));
    while (auto event = parser.next()) out.push_back(std::move(*event));
  }
  return out;
}

std::string shown(const std::vector<SseEvent>& events) {
  std::string out;
  for (const SseEvent& event : events) out += event.type + "|" + event.data + "|" + event.id + ";";
  return out;
}

struct Case {
  std::string_view text, expected;
};
using namespace std::string_view_literals;
constexpr Case kCases[] = {
    {"data: a\n\n", "message|a|;"},
    {"data:a\n\n", "message|a|;"},
    {"data:  a\n\n", "message| a|;"},
    {"data: a\r\rdata: b\r\n\r\ndata: c\n\n", "message|a|;message|b|;message|c|;"},
    {"\xEF\xBB\xBF"
     "data: a\n\n",
     "message|a|;"},
    {"\xEF\xBB\xBF\xEF\xBB\xBF"
     "data: a\n\n",
     ""},  // the second mark belongs to the field's name
    {"\xEF\xBB"
     "data: a\n\ndata: b\n\n",
     "message|b|;"},  // half a mark is text
    {": comment\ndata: a\n\n", "message|a|;"},
    {"data: a\ndata: b\n\n", "message|a\nb|;"},
    {"data\ndata: b\n\n", "message|\nb|;"},
    {"event: endpoint\ndata: /message\n\n", "endpoint|/message|;"},
    {"event: x\n\ndata: a\n\n", "message|a|;"},  // the type does not outlive its event
    {"id: 1\ndata: a\n\ndata: b\n\n", "message|a|1;message|b|1;"},
    {"id: 1\ndata:\n\ndata: b\n\n", "message|b|1;"},  // a primer
    {"id: 1\ndata: a\n\nid\ndata: b\n\n", "message|a|1;message|b|;"},
    {"id: 1\nid: a\0b\ndata: a\n\n"sv, "message|a|1;"},
    {"unknown: 1\n data: 2\ndata: a\n\n", "message|a|;"},
    {"data: a\n", ""},  // not dispatched
    {"\n\n\r\n\rdata: a\n\n", "message|a|;"},
    {"data: a:b\n\n", "message|a:b|;"},
};

TEST(Sse, VectorsInPiecesOfEverySize) {
  for (const Case& one : kCases) {
    for (std::size_t step = 1; step <= one.text.size(); ++step) {
      SseParser parser(kLimit, kLimit);
      EXPECT_EQ(shown(parse(parser, one.text, step)), one.expected) << one.text << " step " << step;
    }
  }
}

TEST(Sse, RetryTakesDigitsOnly) {
  SseParser parser(kLimit, kLimit);
  parse(parser, "retry: 500\n\nretry: 5s\n\nretry: -1\n\nretry:\n\nretry: 99999999999999999999\n\n", 3);
  EXPECT_EQ(parser.retry_ms(), 500U);
}

TEST(Sse, PrimerLeavesIdAndRetry) {
  SseParser parser(kLimit, kLimit);
  EXPECT_TRUE(parse(parser, "id: e-1\nretry: 250\ndata:\n\n", 1).empty());
  EXPECT_EQ(parser.last_event_id(), "e-1");
  EXPECT_EQ(parser.retry_ms(), 250U);
}

TEST(Sse, ALineHasALimit) {
  SseParser parser(10, 100);
  EXPECT_EQ(parse(parser, "data: abcd\n\n", 4).size(), 1U);
  parse(parser, "data: abcde", 4);
  EXPECT_EQ(parser.state(), SseParser::State::kLineTooLong);
  EXPECT_TRUE(parse(parser, "\n\ndata: a\n\n", 4).empty());  // and stays stopped
}

TEST(Sse, CommentsCountAsLines) {
  SseParser parser(10, 100);
  parse(parser, ": a comment that is long", 1);
  EXPECT_EQ(parser.state(), SseParser::State::kLineTooLong);
}

TEST(Sse, AnEventHasALimit) {
  SseParser parser(100, 10);
  parse(parser, "data: abcd\ndata: abcd\ndata: a\n\n", 5);
  EXPECT_EQ(parser.state(), SseParser::State::kEventTooLong);
}

}  // namespace
}  // namespace mcpjury
