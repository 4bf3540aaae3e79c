#include "observe/local/child_environment.h"

#include <gtest/gtest.h>

#include "observe/local/attempts.h"

namespace mcpjury {
namespace {

TEST(ChildEnvironment, PassesOnlyWhatIsMeant) {
  const Environment environment = child_environment({{"KEY", "v"},
                                                     {"SHELL_FUNCTION", "() { :; }"},
                                                     {"PATH", "/evil"},
                                                     {"HOME", "/root"},
                                                     {"BAD NAME", "x"},
                                                     {"1X", "x"},
                                                     {"LANG", "de_DE.UTF-8"},
                                                     {"NUL", std::string("a\0b", 3)}},
                                                    {"/opt/node/bin/node", "/usr/bin/python3"});
  const auto value = [&](const std::string& name) {
    for (const auto& [key, text] : environment)
      if (key == name) return text;
    return std::string("(none)");
  };
  EXPECT_EQ(value("KEY"), "v");
  EXPECT_EQ(value("LANG"), "de_DE.UTF-8");
  EXPECT_EQ(value("PATH"), "/opt/node/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin");
  for (const char* name : {"SHELL_FUNCTION", "HOME", "BAD NAME", "1X", "NUL"})
    EXPECT_EQ(value(name), "(none)") << name;
}

TEST(Attempts, DnsQuestion) {
  std::string bytes("\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00", 12);
  bytes += std::string(
      "\x03"
      "api\x07"
      "example\x03"
      "com\x00\x00\x01\x00\x01",
      21);
  EXPECT_EQ(dns_question(bytes), "api.example.com");
  for (std::size_t size = 0; size < bytes.size(); ++size)
    EXPECT_FALSE(dns_question(bytes.substr(0, size))) << size;
  std::string other = bytes;
  other[2] = '\x81';
  EXPECT_FALSE(dns_question(other));
  other = bytes;
  other[13] = '\n';
  EXPECT_FALSE(dns_question(other));
  EXPECT_FALSE(dns_question(std::string(64, '\xff')));
  EXPECT_FALSE(dns_question("POST / HTTP/1.1\r\nHost: x\r\n\r\n"));
}

}  // namespace
}  // namespace mcpjury
