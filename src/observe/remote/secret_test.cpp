#include "observe/remote/secret.h"

#include <gtest/gtest.h>

#include "observe/remote/credential_echo.h"
#include "observe/remote/scripted_client.h"

namespace mcpjury {
namespace {

TEST(Secret, MovesAwayAndWipes) {
  Secret one(std::string("short"));
  Secret two(std::move(one));
  EXPECT_TRUE(one.empty());
  EXPECT_EQ(two.reveal(), "short");
  Secret three;
  three = two;
  two.wipe();
  EXPECT_TRUE(two.empty());
  EXPECT_EQ(three.reveal(), "short");
}

TEST(Secret, WipesWhereItStood) {
  Secret secret(std::string(100, 'x') + "canary");
  const char* const place = secret.reveal().data();
  secret.wipe();
  // The room is still the string's own, only its length is none.
  EXPECT_EQ(std::string_view(place, 106).find_first_not_of('\0'), std::string_view::npos);
}

TEST(CredentialEcho, StringsAndNames) {
  std::vector<Secret> secrets;
  add_header_secret("Authorization", "Bearer canary-value", secrets);
  Json value = testing::json(
      R"({"a":["canary-value","x Bearer canary-value y canary-value"],"canary-value":{"b":1},"c":"canary"})");
  remove_echo(value, secrets);
  EXPECT_EQ(
      value,
      testing::json(
          R"({"a":["[credential]","x [credential] y [credential]"],"[credential]":{"b":1},"c":"canary"})"));
}

TEST(CredentialEcho, ShortValuesSpoilNothing) {
  std::vector<Secret> secrets;
  add_header_secret("X-Api-Key", "1", secrets);
  add_header_secret("X-Tenant", "acme-corp", secrets);
  EXPECT_EQ(without_echo("11:41 acme-corp", secrets), "11:41 acme-corp");
}

}  // namespace
}  // namespace mcpjury
