#include "packages/versions.h"

#include <gtest/gtest.h>

#include <string>

namespace mcpjury {
namespace {

TEST(Ecosystems, AreNamedAsOsvNamesThem) {
  for (const std::string name :
       {"npm", "PyPI", "Go", "crates.io", "Maven", "NuGet", "RubyGems", "Packagist"}) {
    const Ecosystem ecosystem = ecosystem_from(name);
    EXPECT_NE(ecosystem, Ecosystem::kOther) << name;
    EXPECT_EQ(osv_name(ecosystem), name);
    EXPECT_EQ(ecosystem_from(name + ":some repository"), ecosystem);
  }
  EXPECT_EQ(ecosystem_from("Debian:12"), Ecosystem::kOther);
  EXPECT_EQ(ecosystem_from(""), Ecosystem::kOther);
  EXPECT_EQ(osv_name(Ecosystem::kOther), "");
}

TEST(Ecosystems, NormaliseNames) {
  EXPECT_EQ(normal_name(Ecosystem::kNpm, "@Scope/Name"), "@Scope/Name");
  EXPECT_EQ(normal_name(Ecosystem::kNuGet, "Newtonsoft.Json"), "newtonsoft.json");
  EXPECT_EQ(normal_name(Ecosystem::kPackagist, "Symfony/HttpFoundation"), "symfony/httpfoundation");
  EXPECT_EQ(normal_name(Ecosystem::kGo, "github.com/Azure/go"), "github.com/Azure/go");
}

TEST(Ecosystems, UnknownOnesCompareNothing) {
  EXPECT_EQ(compare_versions(Ecosystem::kOther, "1.0.0", "1.0.0"), std::nullopt);
  EXPECT_EQ(range_holds(Ecosystem::kOther, "*", "1.0.0"), std::nullopt);
}

}  // namespace
}  // namespace mcpjury
