#include <gtest/gtest.h>

#include <random>

#include "net/address_policy.h"

namespace mcpjury {
namespace {

std::string again(std::string_view text) {
  const auto address = parse_ip(text);
  return address ? to_string(*address) : "none";
}

TEST(IpAddress, StrictIpv4) {
  EXPECT_EQ(again("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(again("255.255.255.255"), "255.255.255.255");
  for (const char* text : {"", "1", "1.2.3", "1.2.3.4.", ".1.2.3.4", "1.2.3.4.5", "01.2.3.4", "1.2.3.04",
                           "256.1.1.1", "1.2.3.-4", "1.2.3.+4", "0x1.2.3.4", "1.2.3.4 ", " 1.2.3.4", "1..2.3",
                           "1.2.3.", "1.2.3.4/8", "1.2.3.1000", "2130706433"}) {
    EXPECT_EQ(again(text), "none") << text;
  }
}

TEST(IpAddress, Ipv6AsRfc5952Writes) {
  EXPECT_EQ(again("::"), "::");
  EXPECT_EQ(again("::1"), "::1");
  EXPECT_EQ(again("0:0:0:0:0:0:0:1"), "::1");
  EXPECT_EQ(again("2001:DB8:0:0:1:0:0:1"), "2001:db8::1:0:0:1");
  EXPECT_EQ(again("2001:db8:0:1:1:1:1:1"), "2001:db8:0:1:1:1:1:1");
  EXPECT_EQ(again("1::"), "1::");
  EXPECT_EQ(again("1:2:3:4:5:6:7::"), "1:2:3:4:5:6:7:0");
  EXPECT_EQ(again("::ffff:7f00:1"), "::ffff:127.0.0.1");
  EXPECT_EQ(again("64:ff9b::8.8.8.8"), "64:ff9b::808:808");
  EXPECT_EQ(again("fe80:0000:0000:0000:0000:0000:0000:000a"), "fe80::a");
}

TEST(IpAddress, NotIpv6) {
  for (const char* text : {":",
                           ":::",
                           "1",
                           "1:2:3:4:5:6:7",
                           "1:2:3:4:5:6:7:8:9",
                           "::1::",
                           "1::2::3",
                           "12345::",
                           "::g",
                           "fe80::1%eth0",
                           "fe80::1%25eth0",
                           "[::1]",
                           "::1.2.3",
                           "::1.2.3.4.5",
                           "1.2.3.4::",
                           "::1.2.3.4:5",
                           ":1:2:3:4:5:6:7:8",
                           "1:2:3:4:5:6:7:8:",
                           "1:",
                           "1:2:3:4:5:6:7:1.2.3.4",
                           "::127.0.0.01",
                           "1:2:3:4:5:6:7:8::",
                           "::1 "}) {
    EXPECT_EQ(again(text), "none") << text;
  }
}

TEST(IpAddress, EveryAddressComesBack) {
  std::mt19937 random(7);  // fixed, so that a failure repeats
  for (int i = 0; i < 20'000; ++i) {
    IpAddress address;
    address.v6 = i % 4 != 0;
    // Many zero bytes, so that runs of all lengths and places occur.
    for (std::size_t b = 0; b < (address.v6 ? 16u : 4u); ++b) {
      address.bytes[b] = random() % 3 == 0 ? static_cast<std::uint8_t>(random()) : std::uint8_t{0};
    }
    const std::string text = to_string(address);
    const auto back = parse_ip(text);
    ASSERT_TRUE(back) << text;
    EXPECT_EQ(*back, address) << text;
    EXPECT_EQ(to_string(*back), text);
  }
}

}  // namespace
}  // namespace mcpjury
