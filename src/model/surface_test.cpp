#include "model/surface.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

Json json_of(std::string_view text) {
  auto parsed = parse_json(text, "test", {});
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? parsed->value : Json();
}

TEST(Surface, ReadsTheWholeDefinition) {
  const Json data = json_of(R"({"server":{"name":"n","version":"1","title":"T"},"handshake":true,
      "protocol_version":"2025-11-25","instructions":"hi",
      "tools":[{"name":"a","title":"A","description":"","inputSchema":{"type":"object"},"outputSchema":{},
                "annotations":{"readOnlyHint":true,"destructiveHint":false,"title":"AA"}}],
      "prompts":[{"name":"p","description":"d"}],
      "resources":[{"name":"r","uri":"file:///x"}],"templates":[{"name":"t","uriTemplate":"file:///{+p}"}]})");
  const Surface surface = make_surface(data.get_object(), {});
  EXPECT_EQ(surface.server_name, "n");
  EXPECT_EQ(surface.server_version, "1");
  EXPECT_EQ(surface.server_title, "T");
  EXPECT_EQ(surface.protocol_version, "2025-11-25");
  EXPECT_EQ(surface.instructions, "hi");
  EXPECT_TRUE(surface.handshake);
  EXPECT_TRUE(surface.tools_listed);
  EXPECT_FALSE(surface.truncated);
  ASSERT_EQ(surface.tools.size(), 1u);
  const ToolView& tool = surface.tools[0];
  EXPECT_TRUE(tool.has_description);
  EXPECT_TRUE(tool.annotations.present);
  EXPECT_EQ(tool.annotations.read_only, true);
  EXPECT_EQ(tool.annotations.destructive, false);
  EXPECT_FALSE(tool.annotations.open_world.has_value());
  EXPECT_EQ(tool.annotations.title, "AA");
  EXPECT_NE(tool.input_schema, nullptr);
  EXPECT_NE(tool.output_schema, nullptr);
  EXPECT_EQ(surface.prompts[0].description, "d");
  EXPECT_EQ(surface.resources[0].uri, "file:///x");
  EXPECT_EQ(surface.templates[0].uri, "file:///{+p}");
}

TEST(Surface, WrongTypesReadAsAbsent) {
  const Json data = json_of(R"({"server":"x","handshake":"yes","protocol_version":1,"instructions":[],
      "tools":[7,{"name":3,"description":null,"inputSchema":[],"annotations":{"readOnlyHint":"true"}},null],
      "prompts":{},"resources":null,"templates":[[]]})");
  const Surface surface = make_surface(data.get_object(), {});
  EXPECT_FALSE(surface.handshake);
  EXPECT_TRUE(surface.protocol_version.empty());
  ASSERT_EQ(surface.tools.size(), 1u);
  EXPECT_EQ(surface.tools[0].index, 1u);
  EXPECT_FALSE(surface.tools[0].has_description);
  EXPECT_EQ(surface.tools[0].input_schema, nullptr);
  EXPECT_FALSE(surface.tools[0].annotations.read_only.has_value());
  EXPECT_TRUE(surface.prompts.empty());
  EXPECT_TRUE(surface.templates.empty());
}

TEST(Surface, AToolsMemberThatIsNoListIsNoList) {
  EXPECT_FALSE(make_surface(json_of(R"({"tools":{}})").get_object(), {}).tools_listed);
  EXPECT_FALSE(make_surface(json_of(R"({})").get_object(), {}).tools_listed);
}

TEST(Surface, LimitTruncatesAndSaysSo) {
  const Json data = json_of(R"({"tools":[{"name":"a"},{"name":"b"},{"name":"c"}]})");
  Limits limits;
  limits.tools = 2;
  const Surface surface = make_surface(data.get_object(), limits);
  EXPECT_EQ(surface.tools.size(), 2u);
  EXPECT_TRUE(surface.truncated);
  EXPECT_TRUE(make_surface(json_of(R"({"tools":[],"truncated":true})").get_object(), {}).truncated);
}

}  // namespace
}  // namespace mcpjury
