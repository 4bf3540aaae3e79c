#include "base/schema_check.h"

#include <gtest/gtest.h>

#include "base/test_data.h"

namespace mcpjury {
namespace {

Json parsed(std::string_view text) {
  auto result = parse_json(text, "test", {});
  EXPECT_TRUE(result.ok()) << text;
  return result.ok() ? std::move(result->value) : Json();
}

std::string complaints(std::string_view schema, std::string_view value, std::size_t most = 20) {
  std::string all;
  for (const auto& c : check_schema(parsed(schema), parsed(value), most))
    all += c.pointer + ": " + c.message + "\n";
  return all;
}

TEST(SchemaCheck, Types) {
  EXPECT_EQ(complaints(R"({"type":"integer"})", "1"), "");
  EXPECT_EQ(complaints(R"({"type":"integer"})", "1.0"), "");
  EXPECT_EQ(complaints(R"({"type":"number"})", "1"), "");
  EXPECT_EQ(complaints(R"({"type":["string","null"]})", "null"), "");
  EXPECT_EQ(complaints(R"({"type":"integer"})", "1.5"), ": is number, not \"integer\"\n");
  EXPECT_EQ(complaints(R"({"type":["string","null"]})", "[]"), ": is array, not [\"string\",\"null\"]\n");
  EXPECT_EQ(complaints("true", "1"), "");
  EXPECT_EQ(complaints("false", "1"), ": nothing is allowed here\n");
}

TEST(SchemaCheck, Objects) {
  const std::string_view schema =
      R"({"type":"object","required":["a"],"properties":{"a":{"type":"string"},"b~/":{}},
    "additionalProperties":false})";
  EXPECT_EQ(complaints(schema, R"({"a":"x","b~/":1})"), "");
  EXPECT_EQ(complaints(schema, R"({"a":1,"c/d":2})"),
            "/a: is integer, not \"string\"\n/c~1d: is a member that is not allowed here\n");
  EXPECT_EQ(complaints(schema, "{}"), ": lacks the member \"a\"\n");
  EXPECT_EQ(complaints(R"({"additionalProperties":{"type":"number"}})", R"({"x":"y"})"),
            "/x: is string, not \"number\"\n");
}

TEST(SchemaCheck, ArraysStringsNumbers) {
  EXPECT_EQ(complaints(R"({"items":{"maximum":2},"minItems":1,"maxItems":3})", "[1,2,3]"),
            "/2: is 3, above 2\n");
  EXPECT_EQ(complaints(R"({"minItems":1})", "[]"), ": has 0 elements, fewer than 1\n");
  EXPECT_EQ(complaints(R"({"maxItems":1})", "[1,2]"), ": has 2 elements, more than 1\n");
  EXPECT_EQ(complaints(R"({"uniqueItems":true})", "[1,\"1\",1.0]"), ": holds 1 twice\n");
  EXPECT_EQ(complaints(R"({"uniqueItems":false})", "[1,1]"), "");
  EXPECT_EQ(complaints(R"({"minLength":2,"maxLength":2})", "\"\xC3\xA9\xC3\xA9\""), "");
  EXPECT_EQ(complaints(R"({"maxLength":1})", "\"ab\""), ": has 2 characters, more than 1\n");
  EXPECT_EQ(complaints(R"({"minimum":0.5})", "0"), ": is 0, below 0.5\n");
}

TEST(SchemaCheck, Choices) {
  EXPECT_EQ(complaints(R"({"enum":[1,"a",{"b":1}]})", R"({"b":1.0})"), "");
  EXPECT_EQ(complaints(R"({"enum":[1,"a"]})", "2"), ": is 2, not one of [1,\"a\"]\n");
  EXPECT_EQ(complaints(R"({"const":1})", "1.0"), "");
  EXPECT_EQ(complaints(R"({"const":null})", "0"), ": is 0, not null\n");
  const std::string_view either = R"([{"type":"integer"},{"minimum":5}])";
  EXPECT_EQ(complaints("{\"anyOf\":" + std::string(either) + "}", "7"), "");
  EXPECT_EQ(complaints("{\"anyOf\":" + std::string(either) + "}", "1.5"),
            ": fits none of the schemas of anyOf\n");
  EXPECT_EQ(complaints("{\"oneOf\":" + std::string(either) + "}", "7"),
            ": fits 2 schemas of oneOf, not exactly one\n");
  EXPECT_EQ(complaints("{\"oneOf\":" + std::string(either) + "}", "1"), "");
}

TEST(SchemaCheck, References) {
  const std::string_view tree =
      R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object","properties":{"next":{"$ref":"#/$defs/node"}}}}})";
  EXPECT_EQ(complaints(tree, R"({"next":{"next":{}}})"), "");
  EXPECT_EQ(complaints(tree, R"({"next":{"next":1}})"), "/next/next: is integer, not \"object\"\n");
  EXPECT_EQ(complaints(R"({"$ref":"#/$defs/a","$defs":{"a":{"$ref":"#/$defs/a"}}})", "1"),
            ": the schema goes too deep here, or refers to itself without end\n");
}

TEST(SchemaCheck, LimitsComplaints) {
  EXPECT_EQ(check_schema(parsed(R"({"items":false})"), parsed("[1,2,3,4,5]"), 3).size(), 3u);
}

TEST(SchemaCheck, HostileTextIsEscapedInMessages) {
  const std::string all = complaints(R"({"const":1})", "\"\\u001b[31m\xE2\x80\xAE\"");
  EXPECT_EQ(all.find('\x1b'), std::string::npos);
  EXPECT_EQ(all.find("\xE2\x80\xAE"), std::string::npos);
}

TEST(SchemaItself, KnownKeywordsPass) {
  EXPECT_TRUE(
      check_schema_itself(parsed(R"({"$schema":"x","$id":"y","title":"t","description":"d","$comment":"c",
    "default":1,"examples":[1],"format":"uri","type":"object"})"))
          .empty());
}

TEST(SchemaItself, UnknownOrIllFormedKeywordsAreErrors) {
  for (std::string_view schema :
       {R"({"pattern":"a"})", R"({"patternProperties":{}})", R"({"properties":{"a":{"minProperties":1}}})",
        R"({"items":[{}]})", R"({"type":"text"})", R"({"type":[]})", R"({"minLength":-1})",
        R"({"minimum":"1"})", R"({"required":[1]})", R"({"$ref":"#/definitions/a"})",
        R"({"$ref":"#/$defs/none"})", R"({"anyOf":[]})", R"({"enum":1})", R"({"uniqueItems":1})",
        R"({"$defs":{"a":{"typo":1}}})", "1", R"({"additionalProperties":1})",
        R"({"properties":{"a":null}})"}) {
    EXPECT_FALSE(check_schema_itself(parsed(schema)).empty()) << schema;
    EXPECT_FALSE(check_schema(parsed(schema), parsed("1")).empty()) << schema;
  }
  const auto found = check_schema_itself(parsed(R"({"properties":{"a/b":{"pattern":"x"}}})"));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].pointer, "/properties/a~1b/pattern");
  EXPECT_EQ(found[0].message, "unknown keyword \"pattern\"");
}

// Groups of the published suite that use only what this checker knows must come out as the suite says.
TEST(SchemaCheck, PublishedSuite) {
  int cases = 0;
  for (const char* name : {"additionalProperties", "anyOf", "boolean_schema", "const", "enum", "items",
                           "maxItems", "maxLength", "maximum", "minItems", "minLength", "minimum", "oneOf",
                           "properties", "ref", "required", "type", "uniqueItems"}) {
    const auto text = test::read_data(std::string("robustness/schema/tests/draft2020-12/") + name + ".json");
    if (!text) return;
    const Json suite = parsed(*text);
    for (const Json& group : suite.get_array()) {
      const Json& schema = *find(group, "schema");
      if (!check_schema_itself(schema).empty()) continue;
      for (const Json& test : find(group, "tests")->get_array()) {
        EXPECT_EQ(check_schema(schema, *find(test, "data")).empty(), find(test, "valid")->get_bool())
            << name << ": " << find(group, "description")->get_string() << ": "
            << find(test, "description")->get_string();
        ++cases;
      }
    }
  }
  EXPECT_GT(cases, 150);
}

}  // namespace
}  // namespace mcpjury
