#include "code/project/typed_tools.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

FileSummary file_of(std::string path, std::vector<Constant> constants) {
  FileSummary file;
  file.path = std::move(path);
  file.language = "Go";
  file.constants = std::move(constants);
  return file;
}

Constant constant(std::string name, Json value, std::string reference = {}) {
  Constant made;
  made.name = std::move(name);
  made.value.value = std::move(value);
  made.value.reference = std::move(reference);
  return made;
}

ToolSite site(std::string reference) {
  ToolSite made;
  made.name.reference = std::move(reference);
  made.line = 3;
  return made;
}

TEST(TypedTools, ReferencesGoToTheNearestMeaning) {
  std::vector<FileSummary> files = {
      file_of("a/main.go", {}),
      file_of("a/names.go", {constant("Search", "search"), constant("Alias", nullptr, "Deep")}),
      file_of("b/names.go", {constant("Search", "other"), constant("Deep", "deep")}),
      file_of("c/names.go", {constant("Twice", "x")}),
      file_of("d/names.go", {constant("Twice", "y")}),
  };
  files[0].tools = {site("names.Search"), site("Alias"), site("Twice"), site("Nowhere")};
  Discovery found;
  link_typed_tools(files, found);
  ASSERT_EQ(found.tools.size(), 2u);
  EXPECT_EQ(find_string(found.tools[0].definition, "name"), "search");
  EXPECT_EQ(find_string(found.tools[1].definition, "name"), "deep");
  EXPECT_EQ(found.tools[0].file, "a/main.go");
  EXPECT_EQ(found.unresolved, 2u);
}

TEST(TypedTools, ARingOfReferencesEnds) {
  std::vector<FileSummary> files = {
      file_of("a.go", {constant("A", nullptr, "B"), constant("B", nullptr, "A")})};
  files[0].tools = {site("A")};
  Discovery found;
  link_typed_tools(files, found);
  EXPECT_TRUE(found.tools.empty());
}

}  // namespace
}  // namespace mcpjury
