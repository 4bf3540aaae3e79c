#include "feeds/lookalike.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

std::string seen(std::string_view ecosystem, std::string_view name, bool confirmed = false) {
  const auto found = find_lookalike(ecosystem, name, confirmed);
  return found ? found->similar_to + " " + std::string(found->kind) : "";
}

TEST(Lookalike, SlipsAndTricks) {
  EXPECT_EQ(seen("npm", "expresss"), "");  // a plural: not by the name alone
  EXPECT_EQ(seen("npm", "epxress"), "express typo");
  EXPECT_EQ(seen("npm", "mongose"), "mongoose typo");
  EXPECT_EQ(seen("npm", "crossenv"), "cross-env separator");
  EXPECT_EQ(seen("npm", "cross.env"), "cross-env separator");
  EXPECT_EQ(seen("npm", "1odash"), "lodash confusable");
  EXPECT_EQ(seen("npm", "@modelcontextprotocoI/sdk"), "@modelcontextprotocol/sdk scope");
  EXPECT_EQ(seen("npm", "@model-context-protocol/sdk"), "@modelcontextprotocol/sdk scope");
  EXPECT_EQ(seen("npm", "modelcontextprotocol-sdk"), "@modelcontextprotocol/sdk scope");
  EXPECT_EQ(seen("npm", "types-node"), "@types/node scope");
  EXPECT_EQ(seen("PyPI", "reqeusts"), "requests typo");
  EXPECT_EQ(seen("PyPI", "jeIlyfish"), "jellyfish confusable");
  EXPECT_EQ(seen("PyPI", "colourama"), "colorama typo");
  EXPECT_EQ(seen("PyPI", "beautifulsuop4"), "beautifulsoup4 typo");
  EXPECT_EQ(seen("npm", "\xd0\xb5xpress"), "express confusable");
}

TEST(Lookalike, HonestNames) {
  for (const char* name :
       {"express",   "preact", "@types/express", "@babel/anything", "@acme/express",   "lodash",
        "ws",        "qs",     "d3-array",       "parse5",          "parse6",          "eslint-plugin-vue",
        "react-dnd", "is-map", "is-mac",         "lodash.sets",     "typescript-json", "axios-retry",
        "color",     ""}) {
    EXPECT_EQ(seen("npm", name), "") << name;
  }
  for (const char* name : {"Django", "python_dateutil", "request-id", "httpx2", "flask-cors", "pydantic-ai"})
    EXPECT_EQ(seen("PyPI", name), "") << name;
  EXPECT_EQ(seen("Go", "github.com/spf13/cobr"), "");
}

TEST(Lookalike, AdditionsOnlyWhenConfirmed) {
  EXPECT_EQ(seen("npm", "axios-proxyhelper"), "");
  EXPECT_EQ(seen("npm", "axios-proxyhelper", true), "axios combination");
}

TEST(EditDistance, CountsSwapsAsOne) {
  EXPECT_EQ(edit_distance("abcd", "abdc", 2), 1);
  EXPECT_EQ(edit_distance("abcd", "abcd", 2), 0);
  EXPECT_EQ(edit_distance("kitten", "sitting", 3), 3);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3);
  EXPECT_EQ(edit_distance("", "ab", 2), 2);
  EXPECT_EQ(edit_distance(std::string(1000, 'a'), std::string(1000, 'a'), 2), 3);
}

}  // namespace
}  // namespace mcpjury
