#include "observe/package/package_name.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(PackageName, IsReadAsPeopleWriteIt) {
  auto name = parse_package_name("npm:@acme/tool-server@1.2.3");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->name, "@acme/tool-server");
  EXPECT_EQ(name->wanted, "1.2.3");
  EXPECT_EQ(parse_package_name("npm:@acme/tool")->wanted, "");
  EXPECT_EQ(parse_package_name("npm:tool@next")->wanted, "next");
  EXPECT_EQ(parse_package_name("npm:tool@^1.0.0")->wanted, "^1.0.0");
  name = parse_package_name("pypi:MCP_Server.Time@0.6.2");
  ASSERT_TRUE(name.ok());
  EXPECT_EQ(name->name, "mcp-server-time");
  EXPECT_EQ(name->wanted, "0.6.2");
  EXPECT_EQ(parse_package_name("pypi:tool==1.0")->wanted, "1.0");
  EXPECT_EQ(parse_package_name("pypi:tool>=1,<2")->wanted, ">=1,<2");
  EXPECT_EQ(parse_package_name("pypi:tool@latest")->wanted, "");
}

TEST(PackageName, WhatIsNoNameIsRefused) {
  for (const char* text :
       {"npm:", "npm:../x", "npm:a/b", "npm:@a", "npm:@a/", "npm:.hidden", "npm:a@", "npm:a@git+https://x/y",
        "npm:a@file:../x", "npm:a b", "npm:a%2f..", "pypi:", "pypi:-a", "pypi:a/../b", "pypi:a@",
        "pypi:a @ https://x", "gem:rails", "npm", "npm:a@1/../../-/x"})
    EXPECT_FALSE(parse_package_name(text).ok()) << text;
}

}  // namespace
}  // namespace mcpjury
