#include "base/canonical_json.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>
#include <random>

namespace mcpjury {
namespace {

std::string canonical(std::string_view text) {
  const auto parsed = parse_json(text, "t", {});
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? canonical_json(parsed->value) : "";
}

double from_bits(std::uint64_t bits) {
  double number = 0;
  std::memcpy(&number, &bits, sizeof number);
  return number;
}

std::string number(double value) {
  std::string out;
  append_number(out, value);
  return out;
}

// RFC 8785, appendix B.
TEST(CanonicalJson, NumbersOfTheRfc) {
  const std::pair<std::uint64_t, const char*> samples[] = {
      {0x0000000000000000, "0"},
      {0x8000000000000000, "0"},
      {0x0000000000000001, "5e-324"},
      {0x8000000000000001, "-5e-324"},
      {0x7fefffffffffffff, "1.7976931348623157e+308"},
      {0xffefffffffffffff, "-1.7976931348623157e+308"},
      {0x4340000000000000, "9007199254740992"},
      {0xc340000000000000, "-9007199254740992"},
      {0x4430000000000000, "295147905179352830000"},
      {0x44b52d02c7e14af5, "9.999999999999997e+22"},
      {0x44b52d02c7e14af6, "1e+23"},
      {0x44b52d02c7e14af7, "1.0000000000000001e+23"},
      {0x444b1ae4d6e2ef4e, "999999999999999700000"},
      {0x444b1ae4d6e2ef4f, "999999999999999900000"},
      {0x444b1ae4d6e2ef50, "1e+21"},
      {0x3eb0c6f7a0b5ed8c, "9.999999999999997e-7"},
      {0x3eb0c6f7a0b5ed8d, "0.000001"},
      {0x41b3de4355555553, "333333333.3333332"},
      {0x41b3de4355555554, "333333333.33333325"},
      {0x41b3de4355555555, "333333333.3333333"},
      {0x41b3de4355555556, "333333333.3333334"},
      {0x41b3de4355555557, "333333333.33333343"},
      {0xbecbf647612f3696, "-0.0000033333333333333333"},
      {0x43143ff3c1cb0959, "1424953923781206.2"},
  };
  for (const auto& [bits, text] : samples) EXPECT_EQ(number(from_bits(bits)), text);
}

TEST(CanonicalJson, NumbersReadBack) {
  std::mt19937_64 random(8785);
  for (int i = 0; i < 20'000; ++i) {
    const double value = from_bits(random());
    if (!std::isfinite(value)) continue;
    const auto parsed = parse_json(number(value), "t", {});
    ASSERT_TRUE(parsed.ok());
    ASSERT_EQ(parsed->value.to_number<double>(), value) << number(value);
  }
}

TEST(CanonicalJson, Integers) {
  EXPECT_EQ(
      canonical(
          "[9007199254740992,9007199254740993,-9007199254740993,18446744073709551615,-0,1E30,4.50,2e-3]"),
      "[9007199254740992,9007199254740992,-9007199254740992,18446744073709552000,0,1e+30,4.5,0.002]");
  EXPECT_EQ(number(std::numeric_limits<double>::infinity()), "null");
}

// RFC 8785, sections 3.2.2 to 3.2.4.
TEST(CanonicalJson, SampleOfTheRfc) {
  const std::string text = canonical(R"({
    "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
    "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
    "literals": [null, true, false]
  })");
  EXPECT_EQ(text,
            "{\"literals\":[null,true,false],\"numbers\":[333333333.3333333,1e+30,4.5,0.002,1e-27],"
            "\"string\":\"\xE2\x82\xAC$\\u000f\\nA'B\\\"\\\\\\\\\\\"/\"}");
}

TEST(CanonicalJson, SortsByUtf16CodeUnits) {
  EXPECT_EQ(
      canonical(R"({"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh",
    "1":"One","\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"})"),
      "{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\xC2\x80\":\"Control\","
      "\"\xC3\xB6\":\"Latin Small Letter O With Diaeresis\",\"\xE2\x82\xAC\":\"Euro Sign\","
      "\"\xF0\x9F\x98\x80\":\"Emoji: Grinning Face\",\"\xEF\xAC\xB3\":\"Hebrew Letter Dalet With Dagesh\"}");
  EXPECT_EQ(canonical(R"({"ab":1,"a":2,"":3,"\ud7ff":4,"\ud800\udc00":5,"\ue000":6})"),
            "{\"\":3,\"a\":2,\"ab\":1,\"\xED\x9F\xBF\":4,\"\xF0\x90\x80\x80\":5,\"\xEE\x80\x80\":6}");
}

TEST(CanonicalJson, StringEscapes) {
  std::string out;
  append_json_string(out, std::string_view("\0\b\t\n\f\r\x1f\"\\/\x7f", 11));
  EXPECT_EQ(out, "\"\\u0000\\b\\t\\n\\f\\r\\u001f\\\"\\\\/\x7f\"");
}

Json random_value(std::mt19937_64& random, int depth) {
  const auto text = [&] {
    static constexpr const char* kPieces[] = {
        "a", "\"", "\\", "\n", "\x01", "\xC3\xA9", "\xF0\x9F\x92\xA9", "\xEF\xAC\xB3"};
    std::string out;
    for (std::uint64_t n = random() % 5; n > 0; --n) out += kPieces[random() % 8];
    return out;
  };
  switch (random() % (depth > 0 ? 8 : 6)) {
    case 0:
      return nullptr;
    case 1:
      return random() % 2 == 0;
    case 2:
      return static_cast<std::int64_t>(random());
    case 3:
      return random();
    case 4: {
      const double value = from_bits(random());
      return std::isfinite(value) ? value : 0.5;
    }
    case 5:
      return Json(text());
    case 6: {
      JsonArray array;
      for (std::uint64_t n = random() % 5; n > 0; --n) array.push_back(random_value(random, depth - 1));
      return array;
    }
    default: {
      JsonObject object;
      for (std::uint64_t n = random() % 5; n > 0; --n) object[text()] = random_value(random, depth - 1);
      return object;
    }
  }
}

TEST(CanonicalJson, IsAFixedPoint) {
  std::mt19937_64 random(42);
  for (int i = 0; i < 3000; ++i) {
    const Json value = random_value(random, 4);
    const std::string once = canonical_json(value);
    ASSERT_EQ(canonical(once), once);
    ASSERT_EQ(canonical(pretty_json(value)), once);
  }
}

TEST(CanonicalJson, Pretty) {
  const auto parsed = parse_json(R"({"b":[1,{"c":[]}],"a":{},"d":-0.0})", "t", {});
  ASSERT_TRUE(parsed.ok());
  EXPECT_EQ(pretty_json(parsed->value),
            "{\n  \"b\": [\n    1,\n    {\n      \"c\": []\n    }\n  ],\n  \"a\": {},\n  \"d\": 0\n}");
}

}  // namespace
}  // namespace mcpjury
