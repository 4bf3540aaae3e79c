#include "net/address_policy.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

Url url(std::string_view text) {
  const auto parsed = parse_url(text);
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? *parsed : Url();
}

std::string why(const AddressPolicy& policy, std::string_view text) {
  const auto refused = policy.check(url(text));
  return refused ? std::string(name_of(refused->why)) : "passes";
}
std::string why(std::string_view text) { return why(AddressPolicy(), text); }

TEST(AddressPolicy, PublicPasses) {
  for (const char* text :
       {"https://example.com/mcp", "http://example.com/", "https://example.com.", "https://mcp.example/",
        "https://8.8.8.8/", "http://[2606:4700::1111]/", "https://example.com:8443/",
        "http://example.com:3000/", "http://example.com:1024/", "http://example.com:65535/",
        "https://localhost.example.com/", "https://internal.example.com/", "https://notlocal.example/"}) {
    EXPECT_EQ(why(text), "passes") << text;
  }
}

TEST(AddressPolicy, Names) {
  for (const char* host : {"localhost",      "LOCALHOST",     "localhost.",    "a.localhost",
                           "a.b.localhost.", "printer.local", "db.internal",   "wiki.intranet",
                           "nas.lan",        "x.home.arpa",   "x.localdomain", "localhost.localdomain",
                           "abc.onion",      "x.test",        "x.invalid",     "intranet",
                           "wiki",           "x.corp",        "local",         "metadata2"}) {
    EXPECT_EQ(why(std::string("https://") + host + "/"), "host_name") << host;
  }
  for (const char* host : {"metadata.google.internal", "METADATA.google.internal.", "metadata",
                           "instance-data", "metadata.goog"}) {
    EXPECT_EQ(why(std::string("http://") + host + "/computeMetadata/v1/"), "metadata") << host;
  }
}

TEST(AddressPolicy, LiteralAddresses) {
  for (const char* host : {"127.0.0.1",
                           "127.255.255.254",
                           "10.0.0.1",
                           "192.168.1.1",
                           "172.20.0.1",
                           "100.64.0.1",
                           "0.0.0.0",
                           "255.255.255.255",
                           "224.0.0.1",
                           "[::1]",
                           "[::]",
                           "[0:0:0:0:0:0:0:1]",
                           "[::ffff:127.0.0.1]",
                           "[::ffff:7f00:1]",
                           "[0:0:0:0:0:ffff:127.0.0.1]",
                           "[::127.0.0.1]",
                           "[::7f00:1]",
                           "[64:ff9b::127.0.0.1]",
                           "[64:ff9b:1::127.0.0.1]",
                           "[2002:7f00:1::]",
                           "[2001:0:1:2:3:4:80ff:fffe]",
                           "[fe80::1]",
                           "[fd00::1]",
                           "[fec0::1]",
                           "[::ffff:0:127.0.0.1]",
                           "[ff02::1]",
                           "[2001:db8::1]"}) {
    EXPECT_EQ(why(std::string("http://") + host + "/"), "address") << host;
  }
  for (const char* host :
       {"169.254.169.254", "100.100.100.200", "[fd00:ec2::254]", "[::ffff:169.254.169.254]",
        "[::ffff:a9fe:a9fe]", "[64:ff9b::a9fe:a9fe]", "[2002:a9fe:a9fe::]", "[::a9fe:a9fe]"}) {
    EXPECT_EQ(why(std::string("http://") + host + "/latest/meta-data/"), "metadata") << host;
  }
}

TEST(AddressPolicy, Ports) {
  for (const char* port :
       {"0",    "1",    "22",   "25",   "53",   "81",   "110",  "143",  "389",  "445",   "587",   "993",
        "1023", "2375", "2379", "3306", "5432", "6000", "6379", "6443", "9200", "10250", "11211", "27017"}) {
    EXPECT_EQ(why(std::string("https://example.com:") + port + "/"), "port") << port;
  }
  EXPECT_EQ(AddressPolicy().check(url("http://example.com:6379"))->detail, "port 6379 (Redis)");
}

TEST(AddressPolicy, UserinfoAndScheme) {
  EXPECT_EQ(why("https://user:pw@example.com/"), "userinfo");
  EXPECT_EQ(why(AddressPolicy({"example.com"}), "https://user:pw@example.com/"), "userinfo");
  Url by_hand = url("https://example.com/");
  by_hand.scheme = "file";
  EXPECT_EQ(AddressPolicy().check(by_hand)->why, Refusal::kScheme);
  EXPECT_EQ(AddressPolicy().check(Url())->why, Refusal::kScheme);
  by_hand.scheme = "https";
  by_hand.host = "";
  EXPECT_EQ(AddressPolicy().check(by_hand)->why, Refusal::kUrl);
}

TEST(AddressPolicy, OneBadAnswerRefusesAll) {
  const AddressPolicy policy;
  const Url target = url("https://rebind.example/");
  const IpAddress good = *parse_ip("8.8.8.8");
  const IpAddress good6 = *parse_ip("2606:4700::1111");
  EXPECT_FALSE(policy.check(target, std::vector{good, good6}));
  EXPECT_FALSE(policy.check(target, {}));
  for (const char* bad : {"127.0.0.1", "10.0.0.1", "::1", "::ffff:8.8.8.8", "fe80::1", "0.0.0.0"}) {
    const auto refused = policy.check(target, std::vector{good, good6, *parse_ip(bad)});
    ASSERT_TRUE(refused) << bad;
    EXPECT_EQ(refused->why, Refusal::kAddress);
    EXPECT_NE(refused->detail.find(bad), std::string::npos) << refused->detail;
  }
  const auto refused = policy.check(target, std::vector{*parse_ip("169.254.169.254"), good});
  ASSERT_TRUE(refused);
  EXPECT_EQ(refused->why, Refusal::kMetadata);
  // The first check holds here too.
  EXPECT_TRUE(policy.check(url("https://localhost/"), std::vector{good}));
}

TEST(AddressPolicy, LiftedForOneHostOnly) {
  const AddressPolicy policy({"localhost", "127.0.0.1", "[::1]", "dev.internal"});
  for (const char* text :
       {"http://localhost:3000/mcp", "http://LOCALHOST./", "http://localhost:22/", "https://127.0.0.1:6379/",
        "http://[::1]:8080/", "http://[0:0::1]/", "https://dev.internal/.well-known/x"}) {
    EXPECT_EQ(why(policy, text), "passes") << text;
  }
  EXPECT_FALSE(policy.check(url("http://localhost:3000/"), std::vector{*parse_ip("127.0.0.1")}));
  EXPECT_EQ(why(policy, "http://a.localhost/"), "host_name");
  EXPECT_EQ(why(policy, "http://127.0.0.2/"), "address");
  EXPECT_EQ(why(policy, "http://[::ffff:127.0.0.1]/"), "address");
  EXPECT_EQ(why(policy, "http://prod.internal/"), "host_name");
  EXPECT_EQ(why(policy, "http://169.254.169.254/"), "metadata");
  EXPECT_TRUE(policy.check(url("https://example.com/"), std::vector{*parse_ip("127.0.0.1")}));
  EXPECT_FALSE(policy.lifted_for(""));
  EXPECT_FALSE(AddressPolicy().lifted_for("localhost"));
  EXPECT_TRUE(AddressPolicy({"LocalHost"}).lifted_for("localhost"));
  const AddressPolicy below({"*.corp.example", "*.0.1", "*."});
  EXPECT_TRUE(below.lifted_for("a.b.Corp.example."));
  EXPECT_FALSE(below.lifted_for("corp.example"));
  EXPECT_FALSE(below.lifted_for("acorp.example"));
  EXPECT_FALSE(below.lifted_for("127.0.0.1"));
  EXPECT_FALSE(below.lifted_for("other.example"));
}

TEST(AddressPolicy, ReasonForRules) {
  EXPECT_EQ(private_host_reason(url("https://example.com/")), "");
  EXPECT_EQ(private_host_reason(url("https://example.com:22/")), "");
  EXPECT_EQ(private_host_reason(url("http://127.0.0.1/")), "loopback");
  EXPECT_EQ(private_host_reason(url("http://[fd00::1]/")), "unique_local");
  EXPECT_EQ(private_host_reason(url("http://nas.local/")), "suffix .local");
  EXPECT_EQ(private_host_reason(url("http://localhost:3000/")), "the name localhost");
  EXPECT_EQ(private_host_reason(url("http://wiki/")), "a name without a dot");
  EXPECT_EQ(private_host_reason(url("http://metadata.google.internal/")), "metadata");
}

}  // namespace
}  // namespace mcpjury
