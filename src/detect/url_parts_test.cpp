#include "detect/url_parts.h"

#include <gtest/gtest.h>

#include <vector>

#include "detect/uri_facts.h"

namespace mcpjury {
namespace {

TEST(UrlParts, TakenApart) {
  const UrlParts parts = url_parts("https://user:pass@h.example:8443/a;x=1/b?k=v&token=#frag");
  EXPECT_EQ(parts.scheme, "https");
  EXPECT_EQ(parts.userinfo, "user:pass@");
  EXPECT_EQ(parts.host, "h.example");
  EXPECT_EQ(parts.path, "/a;x=1/b");
  EXPECT_EQ(parts.query, "k=v&token=");
  EXPECT_TRUE(parts.has_query);
  EXPECT_TRUE(parts.has_fragment);
  std::vector<std::string_view> keys;
  for_each_query_key(parts.query, [&](std::string_view key) { keys.push_back(key); });
  EXPECT_EQ(keys, (std::vector<std::string_view>{"k", "token"}));
}

TEST(UrlParts, AnAtSignElsewhereIsNoUser) {
  EXPECT_TRUE(url_parts("https://h.example/@a?b=c@d").userinfo.empty());
  EXPECT_FALSE(url_parts("https://@h.example/").userinfo.empty());
  EXPECT_TRUE(url_parts("urn:x:y").host.empty());
  EXPECT_TRUE(url_parts("").scheme.empty());
}

TEST(UrlParts, KeysWithoutCase) {
  EXPECT_TRUE(secret_query_key("Access_Token"));
  EXPECT_FALSE(secret_query_key("page_token"));
  EXPECT_TRUE(session_query_key("sessionId"));
  EXPECT_FALSE(session_query_key("session_type"));
}

TEST(Site, RegisteredDomains) {
  EXPECT_EQ(site_of("a.b.example.com"), "example.com");
  EXPECT_EQ(site_of("example.com."), "example.com");
  EXPECT_EQ(site_of("www.acme.co.uk"), "acme.co.uk");
  EXPECT_EQ(site_of("mcp.acme.de"), "acme.de");
  EXPECT_EQ(site_of("x.one.workers.dev"), "one.workers.dev");
  EXPECT_EQ(site_of("workers.dev"), "workers.dev");
  EXPECT_EQ(site_of("ab.ngrok-free.app"), "ab.ngrok-free.app");
  EXPECT_EQ(site_of("10.1.2.3"), "10.1.2.3");
  EXPECT_EQ(site_of("::1"), "::1");
  EXPECT_EQ(site_of("localhost"), "localhost");
  EXPECT_EQ(site_of(""), "");
}

TEST(Site, Addresses) {
  EXPECT_TRUE(is_address("127.0.0.1"));
  EXPECT_TRUE(is_address("2130706433"));
  EXPECT_TRUE(is_address("2001:db8::1"));
  EXPECT_FALSE(is_address("1.2.3.4.example"));
  EXPECT_FALSE(is_address(""));
}

}  // namespace
}  // namespace mcpjury
