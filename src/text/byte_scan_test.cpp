#include "text/byte_scan.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace mcpjury {
namespace {

bool is_spacer(char c) { return c == ' ' || c == '.' || c == '-' || c == '_'; }

unsigned plain_traits(std::string_view text) {
  unsigned traits = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto c = static_cast<unsigned char>(text[i]);
    if (c >= 0x80) traits |= kNonAsciiBytes;
    if ((c < 0x20 && c != '\t' && c != '\n' && c != '\r') || c == 0x7F) traits |= kControlBytes;
    if (c == '&' || c == '%' || c == '\\') traits |= kEscapeMarks;
    if (i + 4 < text.size() && is_spacer(text[i]) && text[i] == text[i + 2] && text[i] == text[i + 4] &&
        text[i] != text[i + 1] && text[i] != text[i + 3]) {
      traits |= kSpacedLetters;
    }
  }
  return traits;
}

TEST(ByteScan, AgreesWithThePlainLoopAtEveryPlace) {
  for (std::size_t length = 0; length < 70; ++length) {
    EXPECT_EQ(byte_traits(std::string(length, 'q')), 0U);
    for (std::size_t at = 0; at < length; ++at) {
      for (const char c : {'\x80', '\x01', '\x7F', '&', '%', '\\', '\t', '\n', '\r', ' ', '\0'}) {
        std::string text(length, 'q');
        text[at] = c;
        ASSERT_EQ(byte_traits(text), plain_traits(text)) << length << " " << at;
      }
    }
  }
}

TEST(ByteScan, AgreesOnSpacing) {
  std::mt19937 random(3);
  for (int round = 0; round < 50000; ++round) {
    std::string text;
    for (auto n = random() % 60; n > 0; --n) text += "ab ._"[random() % 5];
    ASSERT_EQ(byte_traits(text), plain_traits(text)) << text;
  }
}

}  // namespace
}  // namespace mcpjury
