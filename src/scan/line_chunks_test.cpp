#include "scan/line_chunks.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>
#include <vector>

namespace mcpjury {
namespace {

// What comes out of a pipe that somebody else fills.
std::vector<LineChunk> chunks_of(const std::string& input, std::size_t max_line) {
  int ends[2];
  EXPECT_EQ(::pipe(ends), 0);
  std::thread writer([&] {
    for (std::size_t at = 0; at < input.size();) {
      const ssize_t put = ::write(ends[1], input.data() + at, input.size() - at);
      if (put <= 0) break;
      at += static_cast<std::size_t>(put);
    }
    ::close(ends[1]);
  });
  LineChunks source(ends[0], max_line);
  std::vector<LineChunk> out;
  for (LineChunk chunk; source.next(chunk); chunk = {}) out.push_back(chunk);
  writer.join();
  ::close(ends[0]);
  EXPECT_EQ(source.failure(), 0);
  return out;
}

TEST(LineChunks, LosesNothingAndCountsLines) {
  std::string input;
  for (int i = 0; i < 60'000; ++i) input += std::string(static_cast<std::size_t>(i % 40), 'x') + "\n";
  input += "the last has no break";
  std::string joined;
  std::uint64_t lines = 1;
  for (const LineChunk& chunk : chunks_of(input, 1u << 20)) {
    EXPECT_EQ(chunk.first_line, lines);
    EXPECT_FALSE(chunk.overlong);
    for (const char c : chunk.text) lines += c == '\n' ? 1 : 0;
    joined += chunk.text;
  }
  EXPECT_EQ(joined, input);
}

TEST(LineChunks, PassesOverALineThatIsTooLong) {
  const std::string input = "a\n{\"id\":7," + std::string(3'000'000, 'x') + "\nb\n";
  std::string rest;
  bool seen = false;
  for (const LineChunk& chunk : chunks_of(input, 500'000)) {
    if (chunk.overlong) {
      seen = true;
      EXPECT_EQ(chunk.first_line, 2u);
      EXPECT_TRUE(chunk.text.starts_with("{\"id\":7,"));
      EXPECT_LE(chunk.text.size(), 4096u);
    } else {
      rest += chunk.text;
      if (chunk.text == "b\n") {
        EXPECT_EQ(chunk.first_line, 3u);
      }
    }
  }
  EXPECT_TRUE(seen);
  EXPECT_EQ(rest, "a\nb\n");
}

TEST(LineChunks, SaysWhyItCannotRead) {
  LineChunks source(-1, 100);
  LineChunk chunk;
  EXPECT_FALSE(source.next(chunk));
  EXPECT_NE(source.failure(), 0);
}

}  // namespace
}  // namespace mcpjury
