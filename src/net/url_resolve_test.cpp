#include <gtest/gtest.h>

#include "net/url.h"

namespace mcpjury {
namespace {

std::string resolved(std::string_view base, std::string_view reference) {
  const auto result = resolve_url(parse_url(base).value(), reference);
  return result.ok() ? result->raw : std::string(name_of(result.error().code));
}

// RFC 3986 section 5.4, with http as the scheme and a host of today.
TEST(ResolveUrl, ExamplesOfTheRfc) {
  const std::pair<const char*, const char*> cases[] = {{"g", "http://a/b/c/g"},
                                                       {"./g", "http://a/b/c/g"},
                                                       {"g/", "http://a/b/c/g/"},
                                                       {"/g", "http://a/g"},
                                                       {"//g", "http://g"},
                                                       {"?y", "http://a/b/c/d;p?y"},
                                                       {"g?y", "http://a/b/c/g?y"},
                                                       {"#s", "http://a/b/c/d;p?q#s"},
                                                       {"g#s", "http://a/b/c/g#s"},
                                                       {"g?y#s", "http://a/b/c/g?y#s"},
                                                       {";x", "http://a/b/c/;x"},
                                                       {"g;x?y#s", "http://a/b/c/g;x?y#s"},
                                                       {"", "http://a/b/c/d;p?q"},
                                                       {".", "http://a/b/c/"},
                                                       {"./", "http://a/b/c/"},
                                                       {"..", "http://a/b/"},
                                                       {"../", "http://a/b/"},
                                                       {"../g", "http://a/b/g"},
                                                       {"../..", "http://a/"},
                                                       {"../../", "http://a/"},
                                                       {"../../g", "http://a/g"},
                                                       {"../../../g", "http://a/g"},
                                                       {"../../../../g", "http://a/g"},
                                                       {"/./g", "http://a/g"},
                                                       {"/../g", "http://a/g"},
                                                       {"g.", "http://a/b/c/g."},
                                                       {".g", "http://a/b/c/.g"},
                                                       {"g..", "http://a/b/c/g.."},
                                                       {"..g", "http://a/b/c/..g"},
                                                       {"./../g", "http://a/b/g"},
                                                       {"./g/.", "http://a/b/c/g/"},
                                                       {"g/./h", "http://a/b/c/g/h"},
                                                       {"g/../h", "http://a/b/c/h"},
                                                       {"g;x=1/./y", "http://a/b/c/g;x=1/y"},
                                                       {"g;x=1/../y", "http://a/b/c/y"},
                                                       {"g?y/./x", "http://a/b/c/g?y/./x"},
                                                       {"g?y/../x", "http://a/b/c/g?y/../x"},
                                                       {"g#s/../x", "http://a/b/c/g#s/../x"}};
  for (const auto& [reference, expected] : cases) {
    EXPECT_EQ(resolved("http://a/b/c/d;p?q", reference), expected) << reference;
  }
}

TEST(ResolveUrl, Bases) {
  EXPECT_EQ(resolved("https://h.example", "g"), "https://h.example/g");
  EXPECT_EQ(resolved("https://h.example:8443/sse?k=v", "/messages?sessionId=1"),
            "https://h.example:8443/messages?sessionId=1");
  EXPECT_EQ(resolved("https://[2606:4700::1111]:8443/sse", "m"), "https://[2606:4700::1111]:8443/m");
  EXPECT_EQ(resolved("https://h.example/a//b", "../c"), "https://h.example/a/c");
  // Credentials of the base stay behind.
  EXPECT_EQ(resolved("https://u:p@h.example/a", "b"), "https://h.example/b");
}

TEST(ResolveUrl, OtherHostsAndSchemesAreSeen) {
  EXPECT_EQ(resolved("https://h.example/a", "http://h.example/b"), "http://h.example/b");
  EXPECT_EQ(resolved("https://h.example/a", "HTTPS://Other.example/x/../b"), "HTTPS://Other.example/b");
  EXPECT_EQ(resolved("https://h.example/a", "//169.254.169.254/latest"), "https://169.254.169.254/latest");
  EXPECT_EQ(resolved("https://h.example/a", "file:///etc/passwd"), "unknown_scheme");
  EXPECT_EQ(resolved("https://h.example/a", "gopher://x/"), "unknown_scheme");
  EXPECT_EQ(resolved("https://h.example/a", "data:text/html,x"), "unknown_scheme");
}

TEST(ResolveUrl, Refused) {
  for (const char* reference : {"http:b", "https:/b", "\\\\evil.example", "/\\evil.example", "//",
                                "///evil.example", "a b", "\tx", "x\n", "1:b", ":b", "//127.1/",
                                "//0x7f000001", "//a@b@c/", "%zz", "//exa%6dple.com/", "//[::1%25lo]/"}) {
    EXPECT_EQ(resolved("https://h.example/a", reference), "usage") << reference;
  }
  EXPECT_EQ(resolved("https://h.example/a", std::string(3000, 'a')), "usage");
  EXPECT_EQ(resolved("https://h.example/" + std::string(1500, 'b') + "/", std::string(1500, 'a')), "usage");
}

}  // namespace
}  // namespace mcpjury
