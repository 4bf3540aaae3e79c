#include "base/utf8.h"

#include <gtest/gtest.h>

#include "base/test_data.h"

namespace mcpjury {
namespace {

std::string replaced(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar c = decode_utf8(text, at);
    append_utf8(out, c.code);
    at += c.bytes;
  }
  return out;
}

TEST(Utf8, DecodesEveryScalarValueItEncodes) {
  for (char32_t code = 0; code <= 0x10FFFF; ++code) {
    if (code >= 0xD800 && code <= 0xDFFF) continue;
    std::string text;
    append_utf8(text, code);
    const DecodedChar c = decode_utf8(text, 0);
    ASSERT_TRUE(c.valid);
    ASSERT_EQ(c.code, code);
    ASSERT_EQ(c.bytes, text.size());
  }
}

TEST(Utf8, EncodingASurrogateGivesTheReplacementCharacter) {
  std::string text;
  append_utf8(text, 0xD800);
  append_utf8(text, 0x110000);
  EXPECT_EQ(text, "\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Utf8, RefusesBadForms) {
  for (std::string_view bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xED\xBF\xBF", "\xF0\x80\x80\x80",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xFF", "\xE2\x82", "\xF0\x9F\x92", "abc\xC3"}) {
    EXPECT_FALSE(is_valid_utf8(bad));
  }
  for (std::string_view good :
       {"", "abc", "\xC3\xA9", "\xE2\x82\xAC", "\xF0\x9F\x92\xA9", "12345678\xC3\xA9 12345678"})
    EXPECT_TRUE(is_valid_utf8(good));
}

TEST(Utf8, ConsumesTheMaximalSubpart) {
  EXPECT_EQ(replaced("\xE2\x82x"), "\xEF\xBF\xBDx");
  EXPECT_EQ(replaced("\xF0\x80\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
  EXPECT_EQ(replaced("\xED\xA0\x80"), "\xEF\xBF\xBD\xEF\xBF\xBD\xEF\xBF\xBD");
}

TEST(Utf8, Ascii) {
  EXPECT_TRUE(is_ascii(""));
  EXPECT_TRUE(is_ascii("0123456789abcdef"));
  EXPECT_FALSE(is_ascii("0123456789abcde\x80"));
}

TEST(Utf8, CharEdge) {
  const std::string_view text =
      "a\xE2\x82\xAC"
      "b";
  EXPECT_EQ(char_edge(text, 0), 0u);
  EXPECT_EQ(char_edge(text, 1), 1u);
  EXPECT_EQ(char_edge(text, 2), 1u);
  EXPECT_EQ(char_edge(text, 3), 1u);
  EXPECT_EQ(char_edge(text, 4), 4u);
  EXPECT_EQ(char_edge(text, 99), 5u);
  EXPECT_EQ(char_edge("\x80\x80\x80\x80\x80", 4), 4u);
  EXPECT_EQ(char_edge("a\x80", 1), 1u);
}

// Lines of the published case file: "num:valid hex:HEX" and "num:invalid hex:HEX:SKIPPED:REPLACED".
TEST(Utf8, PublishedCases) {
  const auto file = test::read_data("robustness/utf8/utf8tests.txt");
  if (!file) return;
  const auto unhex = [](std::string_view hex) {
    std::string out;
    std::string digits;
    for (char c : hex) {
      if (c == ' ' || c == '\r') continue;
      digits.push_back(c);
      if (digits.size() == 2) {
        out.push_back(static_cast<char>(std::stoi(digits, nullptr, 16)));
        digits.clear();
      }
    }
    return out;
  };
  int cases = 0;
  for (const std::string& line : test::lines_of(*file)) {
    const std::size_t kind = line.find(':');
    if (line.empty() || line[0] == '#' || kind == std::string::npos) continue;
    const std::string rest = line.substr(kind + 1);
    if (rest.rfind("valid hex:", 0) == 0) {
      EXPECT_TRUE(is_valid_utf8(unhex(rest.substr(10)))) << line;
      ++cases;
    } else if (rest.rfind("invalid hex:", 0) == 0) {
      const std::string body = rest.substr(12);
      const std::string bytes = unhex(body.substr(0, body.find(':')));
      EXPECT_FALSE(is_valid_utf8(bytes)) << line;
      EXPECT_EQ(replaced(bytes), unhex(body.substr(body.rfind(':') + 1))) << line;
      ++cases;
    }
  }
  EXPECT_GT(cases, 50);
}

}  // namespace
}  // namespace mcpjury
