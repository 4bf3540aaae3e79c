#include "detect/schema_refs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "base/test_data.h"

namespace mcpjury {
namespace {

Json parsed(std::string_view text) {
  auto result = parse_json(text, "test", {});
  EXPECT_TRUE(result) << text;
  return result ? result->value : Json(JsonObject());
}

std::string kind_of(std::string_view text, Confidence confidence = Confidence::kHigh) {
  const Json schema = parsed(text);
  const SchemaFault fault = check_schema(schema.get_object());
  if (!fault.kind) return "";
  EXPECT_EQ(fault.confidence, confidence) << text;
  return fault.kind;
}

TEST(SchemaRefs, TakesWhatIsLocal) {
  EXPECT_EQ(
      kind_of(R"({"type":"object","properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":{"type":"string"}}})"),
      "");
  EXPECT_EQ(kind_of(R"({"$ref":"#/properties/a","properties":{"a":true}})"), "");
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"#here"}},"$defs":{"x":{"$anchor":"here"}}})"), "");
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"#here"}},"definitions":{"x":{"$id":"#here"}}})"), "");
  EXPECT_EQ(
      kind_of(
          R"({"properties":{"a":{"$ref":"urn:x#/properties/b"}},"$defs":{"x":{"$id":"urn:x","properties":{"b":{}}}}})"),
      "");
  EXPECT_EQ(
      kind_of(R"({"properties":{"$ref":{"type":"string"}},"default":{"$ref":"http://foreign.invalid/"}})"),
      "");
  EXPECT_EQ(kind_of(R"({"oneOf":[{"$ref":"#/x-parts/1"}],"x-parts":[1,{"type":"string"}]})"), "");
  EXPECT_EQ(kind_of(R"({})"), "");
}

TEST(SchemaRefs, NamesWhatIsWrong) {
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"#/$defs/x"}}})"), "ref_unresolvable");
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"#/$defs/x~2"}},"$defs":{"x~2":{}}})"), "ref_unresolvable");
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"#nowhere"}}})"), "ref_unresolvable");
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"#/type"}},"type":"object"})"), "ref_unresolvable");
  EXPECT_EQ(kind_of(R"({"properties":{"a":{"$ref":"other.json"}}})"), "ref_nonlocal");
  EXPECT_EQ(kind_of(R"({"items":[{"$ref":"file:///etc/hostname"}]})"), "ref_nonlocal");
}

TEST(SchemaRefs, TellsEndlessFromRecursive) {
  EXPECT_EQ(kind_of(R"({"$ref":"#"})"), "ref_cycle");
  EXPECT_EQ(kind_of(R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"anyOf":[{"$ref":"#/$defs/a"}]}}})"),
            "ref_cycle");
  EXPECT_EQ(kind_of(R"({"properties":{"child":{"$ref":"#"}}})", Confidence::kLow), "ref_cycle");
  EXPECT_EQ(kind_of(R"({"$defs":{"a":{"items":{"$ref":"#/$defs/a"}}},"$ref":"#/$defs/a"})", Confidence::kLow),
            "ref_cycle");
  EXPECT_EQ(
      kind_of(
          R"({"$defs":{"a":{"$ref":"#/$defs/c"},"b":{"$ref":"#/$defs/c"},"c":{}},"allOf":[{"$ref":"#/$defs/a"},{"$ref":"#/$defs/b"}]})"),
      "");
}

TEST(SchemaRefs, BoundsSizeAndDepth) {
  std::string deep;
  for (int i = 0; i < 16; ++i) deep += R"({"p":[)";
  std::string close;
  for (int i = 0; i < 16; ++i) close += "]}";
  EXPECT_EQ(kind_of(deep + close), "");
  EXPECT_EQ(kind_of(deep + "[]" + close), "too_deep");
  const std::string open = R"({"description":")";
  const std::string fill(kMaxSchemaBytes - open.size() - 2, 'x');
  EXPECT_EQ(kind_of(open + fill + "\"}"), "");
  EXPECT_EQ(kind_of(open + fill + "x\"}"), "oversized");
}

TEST(SchemaRefs, CountsWhatWouldBeWritten) {
  for (std::string_view text :
       {R"({})", R"({"a":[]})", R"({"a":[1,-20,1.5,true,false,null,"x\n\u0001\"\\é"],"b":{"c":{}}})"}) {
    const Json value = parsed(text);
    EXPECT_EQ(serialized_size(value.get_object(), 10'000), text.size()) << text;
    EXPECT_LE(least_size(value.get_object(), 10'000), text.size()) << text;
  }
}

// A chain of references as long as the size bound allows: no recursion, linear.
TEST(SchemaRefs, SurvivesLongChains) {
  std::string text = R"({"$defs":{)";
  int count = 0;
  while (text.size() < kMaxSchemaBytes - 100) {
    text += fmt::format(R"("{}":{{"$ref":"#/$defs/{}"}},)", count, count + 1);
    ++count;
  }
  text += fmt::format(R"("{}":{{}}}}}})", count);
  EXPECT_EQ(kind_of(text), "");
}

TEST(SchemaRefs, JudgesTheCollectedBombs) {
  const std::pair<const char*, const char*> cases[] = {{"schema_ref_self_cycle.json", "ref_cycle"},
                                                       {"schema_ref_mutual_cycle.json", "ref_cycle"},
                                                       {"schema_ref_fanout_2pow40.json", ""},
                                                       {"schema_remote_refs.json", "ref_nonlocal"},
                                                       {"schema_odd_ref_tokens.json", "ref_unresolvable"},
                                                       {"schema_pattern_redos.json", ""}};
  for (const auto& [name, expected] : cases) {
    const auto text = test::read_data(std::string("robustness/bombs/") + name);
    if (!text) return;
    const Json document = parsed(*text);
    const Json* schema = resolve_pointer(document, "/result/tools/0/inputSchema");
    ASSERT_TRUE(schema && schema->is_object()) << name;
    const SchemaFault fault = check_schema(schema->get_object());
    EXPECT_STREQ(fault.kind ? fault.kind : "", expected) << name;
  }
}

}  // namespace
}  // namespace mcpjury
