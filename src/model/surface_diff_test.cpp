#include "model/surface_diff.h"

#include <gtest/gtest.h>

#include "model/surface_identity.h"

namespace mcpjury {
namespace {

Json list(std::string_view text) { return parse_json(text, "test", {})->value; }

SurfaceIdentity identity_of(std::string_view text) {
  const Json definition = list(text);
  const Surface surface = make_surface(definition.get_object(), Limits{});
  return surface_identity(surface, definition.get_object());
}

TEST(SurfaceIdentity, OrderOfToolsAndKeysDoesNotMatter) {
  const auto a = identity_of(
      R"({"tools":[{"name":"a","description":"x"},{"name":"b","inputSchema":{"type":"object","properties":{}}}]})");
  const auto b = identity_of(
      R"({"tools":[{"inputSchema":{"properties":{},"type":"object"},"name":"b"},{"description":"x","name":"a"}]})");
  EXPECT_EQ(a.surface_sha256, b.surface_sha256);
  EXPECT_EQ(a.rest_sha256, b.rest_sha256);
}

TEST(SurfaceIdentity, AnInvisibleCharacterIsAChange) {
  const auto a = identity_of(R"({"tools":[{"name":"a","description":"x"}]})");
  const auto b = identity_of("{\"tools\":[{\"name\":\"a\",\"description\":\"x\u200b\"}]}");
  EXPECT_NE(a.surface_sha256, b.surface_sha256);
  EXPECT_NE(a.tools[0].description_sha256, b.tools[0].description_sha256);
}

TEST(SurfaceIdentity, NullDiffersFromAbsent) {
  EXPECT_NE(identity_of(R"({"tools":[{"name":"a"}]})").surface_sha256,
            identity_of(R"({"tools":[{"name":"a","description":null}]})").surface_sha256);
}

TEST(SurfaceIdentity, TitlesAndInstructionsAreTheRest) {
  const auto a = identity_of(R"({"tools":[{"name":"a"}]})");
  const auto b = identity_of(R"({"instructions":"be nice","tools":[{"name":"a","title":"A"}]})");
  EXPECT_EQ(a.surface_sha256, b.surface_sha256);
  EXPECT_NE(a.rest_sha256, b.rest_sha256);
}

// The published form, worked out by hand: printf 'tool-surface/1\n[{"name":"a"}]' | sha256sum
TEST(SurfaceIdentity, IsThePublishedHash) {
  EXPECT_EQ(identity_of(R"({"tools":[{"name":"a","title":"left out"}]})").surface_sha256,
            "2095c5786e66dd5d50aa5be2e6bb7f9f5f40fd00c5f2e7f18bec02cdcb5fd0c3");
}

TEST(SurfaceDiff, NamesWhatChanged) {
  const Json before =
      list(R"([{"name":"a","description":"x"},{"name":"gone"},{"name":"same","inputSchema":{"a":1,"b":2}}])");
  const Json after = list(
      R"([{"name":"same","inputSchema":{"b":2,"a":1}},{"name":"a","description":"y","title":"T"},{"name":"new"}])");
  const SurfaceDiff diff = compare_surfaces({before.if_array(), "", false}, {after.if_array(), "", false});
  ASSERT_EQ(diff.tools.size(), 3u);
  EXPECT_EQ(diff.tools[0].name, "a");
  ASSERT_EQ(diff.tools[0].members.size(), 2u);
  EXPECT_EQ(diff.tools[0].members[0].member, "title");
  EXPECT_EQ(diff.tools[0].members[1].before, "x");
  EXPECT_EQ(diff.tools[0].members[1].after, "y");
  EXPECT_EQ(diff.tools[1].kind, ToolChangeKind::kRemoved);
  EXPECT_EQ(diff.tools[2].kind, ToolChangeKind::kAdded);
}

TEST(SurfaceDiff, TwoToolsOfOneName) {
  const Json before = list(R"([{"name":"a","description":"1"},{"name":"a","description":"2"}])");
  const Json after = list(R"([{"name":"a","description":"2"},{"name":"a","description":"3"}])");
  const SurfaceDiff diff = compare_surfaces({before.if_array(), "", false}, {after.if_array(), "", false});
  ASSERT_EQ(diff.tools.size(), 1u);
  EXPECT_EQ(diff.tools[0].members[0].before, "1");
  EXPECT_EQ(diff.tools[0].members[0].after, "3");
}

TEST(SurfaceDiff, CutListsAreNotComparedAsWhole) {
  const Json list_a = list(R"([{"name":"a"}])"), list_b = list(R"([{"name":"a"},{"name":"b"}])");
  EXPECT_FALSE(
      compare_surfaces({list_a.if_array(), "", true}, {list_b.if_array(), "", false}).not_comparable.empty());
  EXPECT_TRUE(compare_surfaces({list_a.if_array(), "", true}, {list_a.if_array(), "", true}).unchanged());
  EXPECT_FALSE(compare_surfaces({nullptr, "", false}, {list_a.if_array(), "", false}).unchanged());
}

TEST(LineDiff, ShowsTheChangedStretch) {
  const auto lines = line_diff("a\nb\nc\nd\ne", "a\nb\nX\nd\ne", 1);
  EXPECT_EQ(lines, (std::vector<std::string>{"  b", "- c", "+ X", "  d"}));
  EXPECT_EQ(line_diff("", "x").size(), 1u);
  EXPECT_TRUE(line_diff("same", "same", 0).empty());
  const std::string many(1000, '\n');
  EXPECT_EQ(line_diff("", many + "x", 2, 5).size(), 6u);
}

}  // namespace
}  // namespace mcpjury
