#include "base/json.h"

#include <gtest/gtest.h>

#include <boost/json/monotonic_resource.hpp>
#include <boost/json/static_resource.hpp>
#include <string>
#include <thread>

#include "base/json_fault.h"
#include "base/test_data.h"

namespace mcpjury {
namespace {

std::string error_of(std::string_view text, std::size_t depth = 128) {
  JsonReadOptions options;
  options.max_depth = depth;
  const auto result = parse_json(text, "f.json", options);
  if (result.ok()) return "accepted";
  EXPECT_EQ(result.error().code == ErrorCode::kLimit,
            result.error().message.find("nested") != std::string::npos);
  return result.error().message;
}

TEST(Json, AcceptsValuesAndKeepsIntegers) {
  const auto result =
      parse_json("\xEF\xBB\xBF {\"a\":[1,-2,18446744073709551615,1.5,true,null,\"x\"]}\n", "t", {});
  ASSERT_TRUE(result.ok());
  EXPECT_TRUE(result->duplicate_keys.empty());
  const JsonArray& array = find(result->value, "a")->get_array();
  EXPECT_EQ(array[0].get_int64(), 1);
  EXPECT_EQ(array[2].get_uint64(), 18446744073709551615u);
  EXPECT_EQ(array[3].get_double(), 1.5);
}

TEST(Json, ErrorsNamePlaceAndReason) {
  EXPECT_EQ(error_of(""), "f.json:1:1: the text is empty");
  EXPECT_EQ(error_of(" \n "), "f.json:2:2: the text is empty");
  EXPECT_EQ(error_of("\xEF\xBB\xBF"), "f.json:1:1: the text is empty");
  EXPECT_EQ(error_of("\xEF\xBB\xBF{]"), "f.json:1:2: unexpected ']', a member name in quotes should be here");
  EXPECT_EQ(error_of("{\"a\":1,\n \"b\" 2}"), "f.json:2:6: unexpected '2', ':' should be here");
  EXPECT_EQ(error_of("[1,]"), "f.json:1:4: unexpected ']', a value should be here");
  EXPECT_EQ(error_of("[1"), "f.json:1:3: the text ends where ',' or ']' should be");
  EXPECT_EQ(error_of("{\"a\":1}}"), "f.json:1:8: text after the end of the JSON value");
  EXPECT_EQ(error_of("1 2"), "f.json:1:3: text after the end of the JSON value");
  EXPECT_EQ(error_of("trux"), "f.json:1:4: unexpected 'x', \"true\" should be here");
  EXPECT_EQ(error_of("\"abc"), "f.json:1:5: the text ends inside a string");
  EXPECT_EQ(error_of("[\"a\nb\"]"), "f.json:1:4: control character U+000A in a string");
  EXPECT_EQ(error_of("[\x1b[31m]"), "f.json:1:2: unexpected U+001B, a value should be here");
  EXPECT_EQ(error_of("[\xE2\x80\xAE]"), "f.json:1:2: unexpected U+202E, a value should be here");
  EXPECT_EQ(error_of("\"\\x\""), "f.json:1:2: unknown escape in a string");
  EXPECT_EQ(error_of("\"\\u12\""), "f.json:1:2: \\u is not followed by four hexadecimal digits");
  EXPECT_EQ(error_of("01"), "f.json:1:2: a number may not begin with 0");
  EXPECT_EQ(error_of("-"), "f.json:1:2: the text ends where a digit should be");
  EXPECT_EQ(error_of("[NaN]"), "f.json:1:2: unexpected 'N', a value should be here");
}

TEST(Json, RefusesBadTextInsideStrings) {
  EXPECT_EQ(error_of("{\"a\":\n\"x\xFF\"}"), "f.json:2:3: not valid UTF-8 at byte 8");
  EXPECT_EQ(error_of("{\"\xC0\x80\":1}"), "f.json:1:3: not valid UTF-8 at byte 2");
  EXPECT_EQ(error_of("\xFF"), "f.json:1:1: not valid UTF-8 at byte 0");
  EXPECT_EQ(error_of("[\"\\uD800\"]"), "f.json:1:3: lone surrogate escape \\ud800");
  EXPECT_EQ(error_of("[\"\\ud800\\u0041\"]"), "f.json:1:3: lone surrogate escape \\ud800");
  EXPECT_EQ(error_of("[\"a\\udc00\"]"), "f.json:1:4: lone surrogate escape \\udc00");
  EXPECT_EQ(error_of("[\"\\uD83D\\uDCA9\"]"), "accepted");
}

TEST(Json, RefusesNumbersThatAreNotFinite) {
  EXPECT_EQ(error_of("[1,\n 1e400]"), "f.json:2:2: number is too large, it would be infinite");
  EXPECT_EQ(error_of("-1E+309"), "f.json:1:1: number is too large, it would be infinite");
  EXPECT_EQ(error_of(std::string(400, '9')), "f.json:1:1: number is too large, it would be infinite");
  EXPECT_EQ(error_of("0." + std::string(500, '0') + "1e900"),
            "f.json:1:1: number is too large, it would be infinite");
  for (std::string_view fine : {"1e308", "1e-400", "-1e-999999999", "0e999999999", "0.0e400",
                                "1.7976931348623157e308", "100000000000000000000000"})
    EXPECT_EQ(error_of(fine), "accepted") << fine;
  EXPECT_EQ(error_of("0." + std::string(500, '0') + "1e500"), "accepted");
  EXPECT_NE(error_of("[1e-99999999999999999999]").find("exponent overflow"), std::string::npos);
}

TEST(Json, DoublesAreTheNearest) {
  for (const auto& [text, wanted] :
       std::vector<std::pair<std::string, double>>{{"0.1", 0.1},
                                                   {"9.999999999999997e22", 9.999999999999997e22},
                                                   {"5e-324", 5e-324},
                                                   {"333333333.3333332", 333333333.3333332},
                                                   {"2.2250738585072011e-308", 2.2250738585072011e-308},
                                                   {"9007199254740993.0", 9007199254740992.0},
                                                   {"1e23", 1e23},
                                                   {"1e-400", 0.0}}) {
    const auto result = parse_json(text, "t", {});
    ASSERT_TRUE(result.ok()) << text;
    EXPECT_EQ(result->value.get_double(), wanted) << text;
  }
}

TEST(Json, DepthIsALimit) {
  const auto nested = [](std::size_t n) { return std::string(n, '[') + std::string(n, ']'); };
  EXPECT_EQ(error_of(nested(128)), "accepted");
  EXPECT_EQ(error_of(nested(129)), "f.json:1:129: nested deeper than 128 levels");
  EXPECT_EQ(error_of(nested(3), 3), "accepted");
  EXPECT_EQ(error_of("{\"a\":{\"b\":[[]]}}", 3), "f.json:1:12: nested deeper than 3 levels");
  EXPECT_EQ(error_of(nested(1024), 1'000'000), "accepted");
  EXPECT_EQ(error_of(nested(1025), 1'000'000), "f.json:1:1025: nested deeper than 1024 levels");
  EXPECT_EQ(error_of(std::string(5'000'000, '[')), "f.json:1:129: nested deeper than 128 levels");
}

TEST(Json, NotesDuplicateKeys) {
  const auto result = parse_json(
      "{\"a\":1,\n \"b\":{\"x/y\":1, \"x\\/y\":2},\"a\":{\"c\":0,\"\\u0063\":1},\"a\":3}", "t", {});
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(find(result->value, "a")->get_int64(), 3);
  ASSERT_EQ(result->duplicate_keys.size(), 4u);
  EXPECT_EQ(result->duplicate_keys[0].pointer, "/b/x~1y");
  EXPECT_EQ(result->duplicate_keys[0].place.line, 2u);
  EXPECT_EQ(result->duplicate_keys[0].place.column, 16u);
  EXPECT_EQ(result->duplicate_keys[1].pointer, "/a");
  EXPECT_EQ(result->duplicate_keys[2].pointer, "/a/c");
  EXPECT_EQ(result->duplicate_keys[3].pointer, "/a");

  JsonReadOptions quiet;
  quiet.note_duplicate_keys = false;
  EXPECT_TRUE(parse_json("{\"a\":1,\"a\":2}", "t", quiet)->duplicate_keys.empty());
}

TEST(Json, KeepsTheFirstHundredDuplicates) {
  std::string text = "{\"o\":[";
  for (int i = 0; i < 1000; ++i) text += "{\"k\":1,\"k\":2},";
  text += "0],\"o\":1}";
  const auto result = parse_json(text, "t", {});
  ASSERT_TRUE(result.ok());
  ASSERT_EQ(result->duplicate_keys.size(), 100u);
  EXPECT_EQ(result->duplicate_keys[0].pointer, "/o/0/k");
  EXPECT_EQ(result->duplicate_keys[99].pointer, "/o/99/k");

  std::string wide = "{";
  for (int i = 0; i < 50'000; ++i) wide += "\"k" + std::to_string(i % 25'000) + "\":0,";
  wide += "\"z\":0}";
  EXPECT_EQ(parse_json(wide, "t", {})->duplicate_keys.size(), 100u);
  const std::string key(700'000, 'k');
  const std::string fat = "{\"" + key + "\":[{\"a\":0,\"a\":1,\"a\":2,\"a\":3,\"a\":4}]}";
  EXPECT_EQ(parse_json(fat, "t", {})->duplicate_keys.size(), 2u);
}

TEST(Json, UsesTheStorageGiven) {
  boost::json::monotonic_resource arena;
  JsonReadOptions options;
  options.storage = &arena;
  const auto result = parse_json("{\"a\":[\"a string long enough to be stored apart\"]}", "t", options);
  ASSERT_TRUE(result.ok());
  EXPECT_EQ(result->value.storage().get(), &arena);
  EXPECT_EQ(find(result->value, "a")->storage().get(), &arena);

  unsigned char room[256];
  boost::json::static_resource small(room);
  options.storage = &small;
  const auto full = parse_json("[\"" + std::string(1000, 'x') + "\"]", "t", options);
  ASSERT_FALSE(full.ok());
  EXPECT_EQ(full.error().code, ErrorCode::kLimit);
  EXPECT_TRUE(parse_json("[1]", "t", {}).ok());  // the reader of this thread still works
}

TEST(Json, HostileNamesAreEscaped) {
  const auto result = parse_json("x", "a\n\x1b[31m\xFF", {});
  ASSERT_FALSE(result.ok());
  EXPECT_EQ(result.error().message.substr(0, 19), "a <U+001B>[31m\xEF\xBF\xBD:1");
}

TEST(Json, PlaceOfOffset) {
  const TextPlace place = place_of_offset("ab\ncd", 4);
  EXPECT_EQ(place.line, 2u);
  EXPECT_EQ(place.column, 2u);
  EXPECT_EQ(place_of_offset("ab", 99).column, 3u);
}

TEST(Json, LookUpsAreTotal) {
  const auto result = parse_json(R"({"o":{"a":1},"l":[1],"s":"x","n":null})", "t", {});
  ASSERT_TRUE(result.ok());
  const JsonObject& root = result->value.get_object();
  EXPECT_NE(find_object(root, "o"), nullptr);
  EXPECT_EQ(find_object(root, "l"), nullptr);
  EXPECT_NE(find_array(root, "l"), nullptr);
  EXPECT_EQ(find_array(root, "missing"), nullptr);
  EXPECT_EQ(find_string(root, "s"), "x");
  EXPECT_EQ(find_string(root, "n"), "");
  EXPECT_EQ(find(*find(root, "l"), "a"), nullptr);
}

// RFC 6901, section 5.
TEST(Json, PointersOfTheRfc) {
  const auto result = parse_json(
      R"({"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\j":5,"k\"l":6," ":7,"m~n":8})", "t",
      {});
  ASSERT_TRUE(result.ok());
  const Json& root = result->value;
  EXPECT_EQ(resolve_pointer(root, ""), &root);
  EXPECT_EQ(resolve_pointer(root, "/foo/0")->get_string(), "bar");
  int wanted = 0;
  for (std::string_view pointer : {"/", "/a~1b", "/c%d", "/e^f", "/g|h", "/i\\j", "/k\"l", "/ ", "/m~0n"}) {
    ASSERT_NE(resolve_pointer(root, pointer), nullptr) << pointer;
    EXPECT_EQ(resolve_pointer(root, pointer)->get_int64(), wanted++);
  }
  for (std::string_view bad :
       {"foo", "/foo/2", "/foo/-", "/foo/00", "/foo/01", "/foo/", "/foo/+1", "/foo/1e0", "/m~n", "/m~",
        "/m~2n", "/foo/0/x", "/foo/99999999999999999999999", "//"})
    EXPECT_EQ(resolve_pointer(root, bad), nullptr) << bad;
  EXPECT_EQ(pointer_escape("a/~b"), "a~1~0b");
}

TEST(Json, ThreadsReadApart) {
  const auto work = [] {
    for (int i = 0; i < 200; ++i) {
      JsonReadOptions options;
      options.max_depth = i % 2 == 0 ? 10 : 20;
      EXPECT_TRUE(parse_json("{\"a\":[1,2,{\"b\":null}]}", "t", options).ok());
      EXPECT_FALSE(parse_json("{\"a\":[1,2,{\"b\":null]}", "t", options).ok());
    }
  };
  std::thread one(work);
  std::thread two(work);
  one.join();
  two.join();
}

TEST(Json, PublishedParsingCases) {
  const auto folder = test::data_path("robustness/json/test_parsing");
  if (!std::filesystem::exists(folder)) {
    std::cout << "data absent: " << folder.filename() << "\n";
    return;
  }
  int cases = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename();
    const std::string text = test::read_file(entry.path()).value_or("");
    const auto result = parse_json(text, name, {});
    if (name[0] == 'y') {
      EXPECT_TRUE(result.ok()) << name;
    }
    if (name[0] == 'n') {
      EXPECT_FALSE(result.ok()) << name;
    }
    if (name.find("surrogate") != std::string::npos && name[0] == 'i') {
      EXPECT_FALSE(result.ok()) << name;
    }
    if (!result.ok()) {
      EXPECT_EQ(result.error().message.find('\n'), std::string::npos) << name;
    }
    // The scan that explains must agree with the parser that decides.
    const bool bom = text.rfind("\xEF\xBB\xBF", 0) == 0;
    EXPECT_EQ(find_json_fault(text, bom ? 3 : 0, 128).has_value(), !result.ok()) << name;
    for (std::size_t i = 0; i < text.size() && text.size() < 200; ++i) {
      for (char c : {'"', '\\', '{', ']', ',', '0', 'e', '\x80', '\xED', ' '}) {
        std::string changed = text;
        changed[i] = c;
        const bool mark = changed.rfind("\xEF\xBB\xBF", 0) == 0;
        const auto verdict = parse_json(changed, "m", {});
        // An exponent beyond 32 bits is the one thing only the parser objects to.
        if (!verdict.ok() && verdict.error().message.find("exponent") != std::string::npos) continue;
        EXPECT_EQ(find_json_fault(changed, mark ? 3 : 0, 128).has_value(), !verdict.ok())
            << name << " at " << i;
      }
    }
    ++cases;
  }
  EXPECT_GT(cases, 300);
}

}  // namespace
}  // namespace mcpjury
