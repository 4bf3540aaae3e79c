#include "base/places.h"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace mcpjury {
namespace {

std::vector<std::pair<std::string, std::uint32_t>> places_of(std::string_view text) {
  std::vector<std::pair<std::string, std::uint32_t>> all;
  walk_places(text, [&](std::string_view pointer, std::uint32_t line) { all.emplace_back(pointer, line); });
  return all;
}

using Places = std::vector<std::pair<std::string, std::uint32_t>>;

TEST(Places, ObjectsAndStringsInDocumentOrder) {
  const Places wanted = {{"", 1},         {"/tools/0", 3},   {"/tools/0/name", 4}, {"/tools/0/n/1", 5},
                         {"/tools/1", 7}, {"/tools/1/x", 7}, {"/last", 8}};
  EXPECT_EQ(places_of("{\n \"tools\": [\n  {\n   \"name\": \"a\",\n   \"n\": [1, \"two\", null]\n  },\n"
                      "  {\"x\":\"{\\\"y\\\": [\"}],\n\"last\" : \"\"}"),
            wanted);
}

TEST(Places, KeysAreEscapedAndUnescaped) {
  const Places wanted = {{"", 1}, {"/a~1b", 1}, {"/c~0d", 1}, {"/\xF0\x9F\x92\xA9\"", 1}, {"/", 1}, {"/", 1}};
  EXPECT_EQ(places_of(R"({"a\/b":"1","c~d":"2","\uD83D\uDCA9\"":"3","":"4","":"5"})"), wanted);
}

TEST(Places, ScalarsAndEmptyContainers) {
  EXPECT_EQ(places_of("\"x\""), (Places{{"", 1}}));
  EXPECT_EQ(places_of("\xEF\xBB\xBF\n{}"), (Places{{"", 2}}));
  EXPECT_EQ(places_of("[[],{},[{}],-1.5e3,true]"), (Places{{"/1", 1}, {"/2/0", 1}}));
}

TEST(Places, EveryPointerResolves) {
  const std::string_view text = R"({"a":[{"b":["x",{"c":"y"}]},"z"],"d~/":{"e":"f"}})";
  const auto parsed = parse_json(text, "t", {});
  ASSERT_TRUE(parsed.ok());
  for (const auto& [pointer, line] : places_of(text)) {
    const Json* value = resolve_pointer(parsed->value, pointer);
    ASSERT_NE(value, nullptr) << pointer;
    EXPECT_TRUE(value->is_object() || value->is_string());
  }
}

TEST(Places, OtherTextDoesNoHarm) {
  for (std::string_view text :
       {"", "}", "]]", "\"", "\"\\", "{\"a", "{{{", "[\"\\u12", ",,,:::", "{\"\\ud83d", "tru"})
    places_of(text);
}

}  // namespace
}  // namespace mcpjury
