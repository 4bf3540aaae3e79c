#include "net/www_authenticate.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

Challenges parse(std::vector<std::string_view> lines) { return parse_www_authenticate(lines); }

// "scheme token68|name=value|…" a challenge, for short comparisons.
std::string shown(const Challenges& challenges) {
  std::string out;
  for (const Challenge& challenge : challenges.list) {
    if (!out.empty()) out += " + ";
    out += challenge.scheme;
    if (!challenge.token68.empty()) out += " " + challenge.token68;
    for (const AuthParameter& each : challenge.parameters) out += "|" + each.name + "=" + each.value;
  }
  return out + (challenges.malformed ? " !" : "") + (challenges.cut ? " cut" : "");
}
std::string shown(std::string_view line) { return shown(parse({line})); }

TEST(WwwAuthenticate, OfMcpServers) {
  const Challenges challenges = parse(
      {R"(Bearer error="invalid_token", error_description="Missing, \"or\" bad", )"
       R"(resource_metadata="https://h.example/.well-known/oauth-protected-resource/mcp", scope="a b")"});
  ASSERT_EQ(challenges.list.size(), 1u);
  EXPECT_FALSE(challenges.malformed);
  const Challenge* bearer = challenges.first("bearer");
  ASSERT_NE(bearer, nullptr);
  EXPECT_EQ(*bearer->parameter("error"), "invalid_token");
  EXPECT_EQ(*bearer->parameter("error_description"), "Missing, \"or\" bad");
  EXPECT_EQ(*bearer->parameter("resource_metadata"),
            "https://h.example/.well-known/oauth-protected-resource/mcp");
  EXPECT_EQ(*bearer->parameter("scope"), "a b");
  EXPECT_EQ(bearer->parameter("realm"), nullptr);
  EXPECT_EQ(challenges.first("Basic"), nullptr);
}

TEST(WwwAuthenticate, ExampleOfTheRfc) {
  EXPECT_EQ(shown(R"(Basic realm="simple", Newauth realm="apps", type=1, title="Login to \"apps\"")"),
            R"(Basic|realm=simple + Newauth|realm=apps|type=1|title=Login to "apps")");
}

TEST(WwwAuthenticate, Forms) {
  EXPECT_EQ(shown(""), "");
  EXPECT_EQ(shown(" , ,, "), "");
  EXPECT_EQ(shown("Bearer"), "Bearer");
  EXPECT_EQ(shown("Negotiate, NTLM"), "Negotiate + NTLM");
  EXPECT_EQ(shown("Negotiate YII+/a~._-=="), "Negotiate YII+/a~._-==");
  EXPECT_EQ(shown("Negotiate abc= , Basic realm=x"), "Negotiate abc= + Basic|realm=x");
  EXPECT_EQ(shown("BEARER REALM=x"), "BEARER|realm=x");
  EXPECT_EQ(shown("Bearer realm = \"x\" ,\tscope =y"), "Bearer|realm=x|scope=y");
  EXPECT_EQ(shown("Bearer realm=\"\""), "Bearer|realm=");
  EXPECT_EQ(shown("Bearer realm=\"a,b=c, Basic realm=d\""), "Bearer|realm=a,b=c, Basic realm=d");
  EXPECT_EQ(shown("X-Unknown!1 a=b"), "X-Unknown!1|a=b");
  EXPECT_EQ(shown(",Bearer realm=x,,scope=y,"), "Bearer|realm=x|scope=y");
}

TEST(WwwAuthenticate, SeveralLines) {
  EXPECT_EQ(shown(parse({"Basic realm=x", "Bearer scope=y"})), "Basic|realm=x + Bearer|scope=y");
  EXPECT_EQ(shown(parse({"Bearer realm=x", "scope=y"})), "Bearer|realm=x|scope=y");
  EXPECT_EQ(shown(parse({"Basic realm=\"open", "Bearer scope=y"})), "Basic|realm=open + Bearer|scope=y !");
  EXPECT_EQ(shown(parse({})), "");
}

TEST(WwwAuthenticate, WhatServersGetWrong) {
  EXPECT_EQ(shown("Bearer resource_metadata=https://h.example/a?b=c"),
            "Bearer|resource_metadata=https://h.example/a?b=c !");
  EXPECT_EQ(shown("Bearer realm=\"x\" scope=\"y\""), "Bearer|realm=x|scope=y !");
  EXPECT_EQ(shown("Bearer realm=\"x\"scope=\"y\""), "Bearer|realm=x|scope=y !");
  EXPECT_EQ(shown("Basic realm=\"x\" Bearer scope=y"), "Basic|realm=x + Bearer|scope=y !");
  EXPECT_EQ(shown("realm=\"x\""), " !");
  EXPECT_EQ(shown("Bearer realm=\"x"), "Bearer|realm=x !");
  EXPECT_EQ(shown("Bearer realm=\"x\\"), "Bearer|realm=x !");
  EXPECT_EQ(shown("Bearer realm=x, realm=y"), "Bearer|realm=x|realm=y !");
  EXPECT_EQ(*parse({"Bearer realm=x, realm=y"}).list[0].parameter("realm"), "x");
  EXPECT_EQ(shown("\"Bearer, x\", Basic realm=y"), "Basic|realm=y !");
  EXPECT_EQ(shown("Bearer: realm=x"), "Bearer !");
  EXPECT_EQ(shown("Bearer realm=x, scope="), "Bearer|realm=x|scope= !");
  EXPECT_EQ(shown("<html>"), " !");
  EXPECT_EQ(shown(std::string_view("\0\xff=\x80,Bearer", 11)), "Bearer !");
}

TEST(WwwAuthenticate, Bounds) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "S" + std::to_string(i) + " a=b, ";
  const Challenges challenges = parse({many, "c=d"});
  EXPECT_EQ(challenges.list.size(), kMaxChallenges);
  EXPECT_TRUE(challenges.cut);
  EXPECT_EQ(challenges.list.back().scheme, "S63");
  EXPECT_EQ(challenges.list.back().parameters.size(), 1u);  // those of the later ones do not slip in

  std::string wide = "Bearer ";
  for (int i = 0; i < 100; ++i) wide += "p" + std::to_string(i) + "=v, ";
  EXPECT_EQ(parse({wide}).list.at(0).parameters.size(), kMaxAuthParameters);
  EXPECT_TRUE(parse({wide}).cut);

  const std::string long_value = "Bearer realm=\"" + std::string(20'000, 'x') + "\", scope=y";
  const Challenges cut = parse({long_value, "Basic"});
  EXPECT_TRUE(cut.cut);
  ASSERT_EQ(cut.list.size(), 1u);
  EXPECT_LT(cut.list[0].parameter("realm")->size(), kMaxAuthHeaderBytes);
}

}  // namespace
}  // namespace mcpjury
