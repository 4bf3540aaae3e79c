#include "mcp/line_frames.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace mcpjury {
namespace {

std::vector<std::string> frames_of(LineFrames& frames) {
  std::vector<std::string> out;
  while (auto frame = frames.next())
    out.push_back(frame->too_large ? "<too large>" : std::string(frame->text));
  return out;
}

using Texts = std::vector<std::string>;

TEST(LineFrames, CutsAtLineEnds) {
  LineFrames frames(100);
  frames.feed("{\"a\":1}\r\n\nrest");
  EXPECT_EQ(frames_of(frames), (Texts{"{\"a\":1}", ""}));
  EXPECT_EQ(frames.rest(), "rest");
  frames.feed(" of it\n");
  EXPECT_EQ(frames_of(frames), (Texts{"rest of it"}));
  EXPECT_EQ(frames.held(), 0u);
}

TEST(LineFrames, BytesAreThoseThatCame) {
  LineFrames frames(100);
  frames.feed("x \r\ny\n");
  EXPECT_EQ(frames.next()->bytes, "x \r\n");
  EXPECT_EQ(frames.next()->bytes, "y\n");
}

TEST(LineFrames, AnyCutOfTheBytesGivesTheSameLines) {
  const std::string text = "one\r\n\ntwo two\nlong long long long long line\nthree\n";
  const Texts whole = {"one", "", "two two", "<too large>", "three"};
  for (std::size_t piece = 1; piece <= text.size(); ++piece) {
    LineFrames frames(10);
    Texts got;
    for (std::size_t at = 0; at < text.size(); at += piece) {
      frames.feed(std::string_view(text).substr(at, piece));
      for (std::string& line : frames_of(frames)) got.push_back(std::move(line));
      EXPECT_LE(frames.held(), 10u + piece);
    }
    EXPECT_EQ(got, whole) << piece;
  }
}

TEST(LineFrames, AnEndlessLineIsNotHeld) {
  LineFrames frames(1000);
  for (int i = 0; i < 10'000; ++i) {
    frames.feed("0123456789");
    EXPECT_FALSE(frames.next());
    ASSERT_LE(frames.held(), 1001u);
  }
  frames.feed("\nnext\n");
  EXPECT_EQ(frames_of(frames), (Texts{"<too large>", "next"}));
}

TEST(LineFrames, ACarriageReturnAloneAtTheLimitWaitsForItsLineFeed) {
  LineFrames frames(4);
  frames.feed("abcd\r");
  EXPECT_FALSE(frames.next());
  frames.feed("\n");
  EXPECT_EQ(frames_of(frames), (Texts{"abcd"}));
}

TEST(LineFrames, ALineOfExactlyTheLimitPasses) {
  LineFrames frames(4);
  frames.feed("abcd\nabcde\nabcd\r\n");
  EXPECT_EQ(frames_of(frames), (Texts{"abcd", "<too large>", "abcd"}));
}

}  // namespace
}  // namespace mcpjury
