#include "net/well_known.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mcpjury {
namespace {

using testing::ElementsAre;

std::vector<std::string> lines(const std::vector<MetadataUrl>& urls) {
  std::vector<std::string> out;
  for (const MetadataUrl& each : urls) out.push_back(std::string(each.via) + " " + each.url);
  return out;
}

std::vector<std::string> resource(std::string_view endpoint, std::optional<std::string> challenge = {}) {
  return lines(resource_metadata_urls(parse_url(endpoint).value(), challenge, {}).urls);
}

// The table of methodology agentreserve 2.7.
TEST(WellKnown, ResourceTable) {
  EXPECT_THAT(resource("https://h"), ElementsAre("root https://h/.well-known/oauth-protected-resource"));
  EXPECT_THAT(resource("https://h/"), ElementsAre("root https://h/.well-known/oauth-protected-resource"));
  EXPECT_THAT(resource("https://h/public/mcp"),
              ElementsAre("insertion https://h/.well-known/oauth-protected-resource/public/mcp",
                          "root https://h/.well-known/oauth-protected-resource"));
  EXPECT_THAT(resource("https://h:8443/mcp?k=v"),
              ElementsAre("insertion https://h:8443/.well-known/oauth-protected-resource/mcp?k=v",
                          "root https://h:8443/.well-known/oauth-protected-resource"));
  EXPECT_THAT(resource("https://h/mcp/"),
              ElementsAre("insertion https://h/.well-known/oauth-protected-resource/mcp/",
                          "variant https://h/.well-known/oauth-protected-resource/mcp",
                          "root https://h/.well-known/oauth-protected-resource"));
}

TEST(WellKnown, ResourceWithQueryAtTheRoot) {
  for (const char* endpoint : {"https://h?k=v", "https://h/?k=v#f"}) {
    EXPECT_THAT(resource(endpoint),
                ElementsAre("insertion https://h/.well-known/oauth-protected-resource?k=v",
                            "root https://h/.well-known/oauth-protected-resource"));
  }
  EXPECT_THAT(resource("https://u:p@h/a/?k"),
              ElementsAre("insertion https://h/.well-known/oauth-protected-resource/a/?k",
                          "variant https://h/.well-known/oauth-protected-resource/a?k",
                          "root https://h/.well-known/oauth-protected-resource"));
}

TEST(WellKnown, ChallengeComesFirstAndOnce) {
  EXPECT_THAT(resource("https://h/mcp", "https://auth.example/meta"),
              ElementsAre("challenge https://auth.example/meta",
                          "insertion https://h/.well-known/oauth-protected-resource/mcp",
                          "root https://h/.well-known/oauth-protected-resource"));
  EXPECT_THAT(resource("https://h/mcp", "https://h/.well-known/oauth-protected-resource/mcp"),
              ElementsAre("challenge https://h/.well-known/oauth-protected-resource/mcp",
                          "root https://h/.well-known/oauth-protected-resource"));
}

TEST(WellKnown, ChallengeMustBeAbsoluteAndHttps) {
  const Url endpoint = parse_url("http://localhost:3000/mcp").value();
  for (const char* bad : {"", "/meta", "//h/meta", "http://h.example/meta", "file:///etc/passwd",
                          "http://127.1/meta", "http://localhost:3000/meta"}) {
    const auto out = resource_metadata_urls(endpoint, bad, {});
    EXPECT_FALSE(out.challenge_fault.empty()) << bad;
    EXPECT_EQ(out.urls.size(), 2u);
    EXPECT_EQ(out.urls[0].via, "insertion");
  }
  const AddressPolicy lifted({"localhost"});
  const auto out = resource_metadata_urls(endpoint, "http://localhost:3000/meta", lifted);
  EXPECT_EQ(out.challenge_fault, "");
  EXPECT_EQ(out.urls.at(0).via, "challenge");
  EXPECT_EQ(resource_metadata_urls(endpoint, "http://other.example/meta", lifted).challenge_fault,
            "not https");
  EXPECT_EQ(resource_metadata_urls(endpoint, std::nullopt, lifted).challenge_fault, "");
}

TEST(WellKnown, IssuerTable) {
  for (const char* issuer : {"https://a", "https://a/"}) {
    EXPECT_THAT(lines(issuer_metadata_urls(issuer)),
                ElementsAre("oauth https://a/.well-known/oauth-authorization-server",
                            "oidc_suffix https://a/.well-known/openid-configuration"));
  }
  for (const char* issuer : {"https://a/t1", "https://a/t1/"}) {
    EXPECT_THAT(lines(issuer_metadata_urls(issuer)),
                ElementsAre("oauth https://a/.well-known/oauth-authorization-server/t1",
                            "oidc_insertion https://a/.well-known/openid-configuration/t1",
                            "oidc_suffix https://a/t1/.well-known/openid-configuration"));
  }
  EXPECT_EQ(issuer_metadata_urls("https://a:8443/t/u")[2].url,
            "https://a:8443/t/u/.well-known/openid-configuration");
  EXPECT_TRUE(issuer_metadata_urls("not a URL").empty());
}

TEST(WellKnown, Issuers) {
  const AddressPolicy policy({"localhost"});
  for (const char* good :
       {"https://a.example", "https://a.example/", "https://a.example:8443/t/u", "http://localhost:9000/"}) {
    EXPECT_EQ(issuer_fault(good, policy), "") << good;
  }
  for (const char* bad : {"", "a.example", "http://a.example", "https://u@a.example", "https://a.example?",
                          "https://a.example/?x=y", "https://a.example/#", "javascript:x", "https://127.1/",
                          "http://127.0.0.1:9000/", " https://a.example"}) {
    EXPECT_NE(issuer_fault(bad, policy), "") << bad;
  }
}

TEST(WellKnown, ResourceMatch) {
  const std::pair<const char*, const char*> cases[] = {
      {"https://h.example/mcp", "equal"},
      {"https://h.example/mcp/", "trailing_slash_only"},
      {"https://h.example", "prefix_same_origin"},
      {"https://h.example/", "prefix_same_origin"},
      {"https://H.example/mcp", "prefix_same_origin"},
      {"https://h.example:443/mcp", "prefix_same_origin"},
      {"https://h.example/mc", "different"},
      {"https://h.example/mcp/deeper", "different"},
      {"https://h.example/other", "different"},
      {"https://h.example/mcp?x", "different"},
      {"https://h.example/mcp#x", "different"},
      {"https://u@h.example/mcp", "different"},
      {"http://h.example/mcp", "different"},
      {"https://h.example:8443/mcp", "different"},
      {"https://other.example/mcp", "different"},
      {"https://h.example.evil.example/mcp", "different"},
      {"", "different"},
      {"h.example", "different"},
  };
  for (const auto& [written, expected] : cases) {
    EXPECT_EQ(name_of(match_resource("https://h.example/mcp", written)), expected) << written;
  }
  EXPECT_EQ(match_resource("https://h.example/mcp", std::nullopt), Match::kMissing);
  EXPECT_EQ(match_resource("https://h.example", "https://h.example/"), Match::kTrailingSlashOnly);
  EXPECT_EQ(match_resource("https://h.example/a/b?k=v", "https://h.example/a/"), Match::kPrefixSameOrigin);
}

TEST(WellKnown, IssuerMatch) {
  EXPECT_EQ(match_issuer("https://a/t", "https://a/t"), Match::kEqual);
  EXPECT_EQ(match_issuer("https://a/t", "https://a/t/"), Match::kTrailingSlashOnly);
  EXPECT_EQ(match_issuer("https://a/", "https://a"), Match::kTrailingSlashOnly);
  EXPECT_EQ(match_issuer("https://a/", "https://a//"), Match::kTrailingSlashOnly);
  EXPECT_EQ(match_issuer("https://a/t", "https://a"), Match::kDifferent);
  EXPECT_EQ(match_issuer("https://a", "https://A"), Match::kDifferent);
  EXPECT_EQ(match_issuer("https://a", ""), Match::kDifferent);
  EXPECT_EQ(match_issuer("https://a", std::nullopt), Match::kMissing);
}

}  // namespace
}  // namespace mcpjury
