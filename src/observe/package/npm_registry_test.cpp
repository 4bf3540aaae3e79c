#include "observe/package/npm_registry.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(NpmRegistry, IsReadFromNpmrc) {
  const std::string_view text =
      "# comment\n; registry=https://no.example\n  registry = \"https://packages.example/npm/\" \r\n"
      "@acme:registry=https://acme.example/\n//packages.example/:_authToken=secret\n";
  EXPECT_EQ(registry_in_npmrc(text, "left-pad"), "https://packages.example/npm/");
  EXPECT_EQ(registry_in_npmrc(text, "@acme/tool"), "https://acme.example/");
  EXPECT_EQ(registry_in_npmrc(text, "@other/tool"), "https://packages.example/npm/");
  EXPECT_EQ(registry_in_npmrc("save-exact=true", "left-pad"), "");
  EXPECT_EQ(registry_in_npmrc("", "left-pad"), "");
}

}  // namespace
}  // namespace mcpjury
