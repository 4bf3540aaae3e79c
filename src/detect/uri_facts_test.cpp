#include "detect/uri_facts.h"

#include <gtest/gtest.h>

#include <utility>

namespace mcpjury {
namespace {

TEST(UriFacts, SplitsSchemeAndHost) {
  EXPECT_EQ(split_uri("https://user:pw@Host.example:8443/a?b#c").host, "Host.example");
  EXPECT_EQ(split_uri("http://[fe80::1%25eth0]:80/").host, "fe80::1%25eth0");
  EXPECT_EQ(split_uri("http:\\\\10.0.0.1\\x").host, "10.0.0.1");
  EXPECT_EQ(split_uri("file:///etc/passwd").scheme, "file");
  EXPECT_EQ(split_uri("file:///etc/passwd").host, "");
  EXPECT_EQ(split_uri("mailto:someone@host").host, "");
  EXPECT_EQ(split_uri("no scheme: here").scheme, "");
  EXPECT_EQ(split_uri("").scheme, "");
  EXPECT_EQ(split_uri("http://[").host, "");
}

TEST(UriFacts, KnowsHostsThatAreNotPublic) {
  constexpr std::pair<const char*, HostKind> kCases[] = {
      {"169.254.169.254", HostKind::kMetadata},
      {"2852039166", HostKind::kMetadata},
      {"0xa9fea9fe", HostKind::kMetadata},
      {"0251.0376.0251.0376", HostKind::kMetadata},
      {"fd00:ec2::254", HostKind::kMetadata},
      {"metadata.google.internal.", HostKind::kMetadata},
      {"::ffff:169.254.169.254", HostKind::kMetadata},
      {"100.100.100.200", HostKind::kMetadata},
      {"localhost", HostKind::kLoopback},
      {"127.1", HostKind::kLoopback},
      {"::1", HostKind::kLoopback},
      {"a.LOCALHOST", HostKind::kLoopback},
      {"10.255.255.255", HostKind::kPrivate},
      {"11.0.0.0", HostKind::kPublic},
      {"172.16.0.0", HostKind::kPrivate},
      {"172.32.0.0", HostKind::kPublic},
      {"192.168.1.1", HostKind::kPrivate},
      {"192.169.0.0", HostKind::kPublic},
      {"0.0.0.0", HostKind::kPrivate},
      {"100.127.255.255", HostKind::kPrivate},
      {"100.128.0.0", HostKind::kPublic},
      {"169.254.1.1", HostKind::kLinkLocal},
      {"fe80::1", HostKind::kLinkLocal},
      {"fc00::1", HostKind::kUniqueLocal},
      {"2001:db8::1", HostKind::kPublic},
      {"printer.local", HostKind::kPrivateSuffix},
      {"intranet", HostKind::kPrivateSuffix},
      {"fc-koeln.example", HostKind::kPublic},
      {"10.example.com", HostKind::kPublic},
      {"256.1.1.1", HostKind::kPublic},
      {"1.2.3.4.5", HostKind::kPublic},
      {"", HostKind::kPublic},
      {"0:0:0:0:0:0:0:1", HostKind::kLoopback},
      {"fe80::", HostKind::kLinkLocal},
      {"fd12:3456::1:0:2", HostKind::kUniqueLocal},
      {"::127.0.0.1", HostKind::kLoopback},
      {"::ffff:10.0.0.1", HostKind::kPrivate},
      {"2606:4700::1111", HostKind::kPublic},
      {"::", HostKind::kPrivate},
  };
  for (const auto& [host, kind] : kCases) EXPECT_EQ(host_kind(host), kind) << host;
}

// What is no address is a name without a dot, and never reads past its text.
TEST(UriFacts, RefusesBrokenAddresses) {
  for (const char* host : {"1::2::3", ":1", "1:", "1:2:3:4:5:6:7", "1:2:3:4:5:6:7:8:9", "12345::", "::1.2.3",
                           "g::1", ":::", "1:2:3:4:5:6:7:1.2.3.4", "::1.2.3.4.5", "1:2:3:4:5:6:7:8::"}) {
    EXPECT_NE(host_kind(host), HostKind::kLoopback) << host;
    EXPECT_NE(host_kind(host), HostKind::kLinkLocal) << host;
  }
}

}  // namespace
}  // namespace mcpjury
