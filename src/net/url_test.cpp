#include "net/url.h"

#include <gtest/gtest.h>

#include "net/address_policy.h"

namespace mcpjury {
namespace {

Url parsed_url(std::string_view text) {
  auto parsed = parse_url(text);
  EXPECT_TRUE(parsed.ok()) << text << ": " << (parsed.ok() ? "" : parsed.error().message);
  return parsed.ok() ? *std::move(parsed) : Url();
}

Refusal refusal(std::string_view text) {
  const auto parsed = parse_url(text);
  EXPECT_FALSE(parsed.ok()) << text << " has host " << (parsed.ok() ? parsed->host : "");
  return parsed.ok() ? Refusal::kDowngrade : refused_url(parsed.error()).why;
}

TEST(Url, Parts) {
  const Url it = parsed_url("HTTPS://Mcp.Example.COM:8443/a/B%20c?x=[1]&y=/?#frag");
  EXPECT_EQ(it.raw, "HTTPS://Mcp.Example.COM:8443/a/B%20c?x=[1]&y=/?#frag");
  EXPECT_EQ(it.scheme, "https");
  EXPECT_EQ(it.host, "mcp.example.com");
  EXPECT_EQ(it.port, 8443);
  EXPECT_TRUE(it.port_written);
  EXPECT_EQ(it.path, "/a/B%20c");
  EXPECT_EQ(it.query, "x=[1]&y=/?");
  EXPECT_TRUE(it.has_query);
  EXPECT_TRUE(it.has_fragment);
  EXPECT_FALSE(it.has_userinfo);
  EXPECT_EQ(it.authority(), "mcp.example.com:8443");
  EXPECT_EQ(it.origin(), "https://mcp.example.com:8443");
  EXPECT_EQ(it.dial(), "https://mcp.example.com:8443/a/B%20c?x=[1]&y=/?");
}

TEST(Url, Defaults) {
  const Url bare = parsed_url("http://example.com");
  EXPECT_EQ(bare.port, 80);
  EXPECT_EQ(bare.path, "");
  EXPECT_EQ(bare.dial(), "http://example.com/");
  EXPECT_EQ(parsed_url("https://example.com?x").dial(), "https://example.com/?x");
  EXPECT_TRUE(parsed_url("https://example.com/?").has_query);
  for (const char* text : {"https://example.com:443/", "https://example.com:/", "https://example.com/"}) {
    EXPECT_EQ(parsed_url(text).port, 443);
    EXPECT_FALSE(parsed_url(text).port_written);
    EXPECT_EQ(parsed_url(text).origin(), "https://example.com");
  }
  EXPECT_EQ(parsed_url("https://example.com:80/").origin(), "https://example.com:80");
  EXPECT_EQ(parsed_url("http://example.com:0/").port, 0);
  EXPECT_TRUE(parsed_url("https://h.example/").same_origin(parsed_url("https://H.example:443/x")));
  EXPECT_FALSE(parsed_url("https://h.example/").same_origin(parsed_url("http://h.example/")));
  EXPECT_FALSE(parsed_url("https://h.example/").same_origin(parsed_url("https://h.example:444/")));
}

TEST(Url, Userinfo) {
  EXPECT_TRUE(parsed_url("https://user:pa%20ss@example.com/").has_userinfo);
  EXPECT_TRUE(parsed_url("https://@example.com/").has_userinfo);
  EXPECT_EQ(parsed_url("https://127.0.0.1@example.com/").host, "example.com");
  EXPECT_EQ(parsed_url("https://user:secret@example.com/a").dial(), "https://example.com/a");
  EXPECT_EQ(parsed_url("https://example.com/@127.0.0.1").host, "example.com");
  EXPECT_EQ(refusal("https://a@b@example.com/"), Refusal::kUrl);
}

TEST(Url, Ipv6) {
  const Url it = parsed_url("http://[2606:4700:0:0::1111]:8080/mcp");
  EXPECT_TRUE(it.is_ipv6);
  EXPECT_EQ(it.host, "2606:4700::1111");
  EXPECT_EQ(it.origin(), "http://[2606:4700::1111]:8080");
  for (const char* text :
       {"http://[::1%25eth0]/", "http://[::1%eth0]/", "http://[::1", "http://::1/", "http://[]/",
        "http://[1.2.3.4]/", "http://[::1]x/", "http://[::1]x:80/", "http://x[::1]/", "http://[v1.a]/",
        "http://[::1]]/", "http://[[::1]]/", "http://[::1]:80:80/"}) {
    EXPECT_EQ(refusal(text), Refusal::kUrl) << text;
  }
}

TEST(Url, OtherSchemes) {
  for (const char* text : {"file:///etc/passwd", "gopher://example.com/", "javascript:alert(' ')", "data:,x",
                           "ftp://h/", "ws://example.com/", "mailto:a@b", "localhost:8080/mcp", "FILE:/x"}) {
    const auto parsed = parse_url(text);
    ASSERT_FALSE(parsed.ok()) << text;
    EXPECT_EQ(parsed.error().code, ErrorCode::kUnknownScheme) << text;
    EXPECT_EQ(refused_url(parsed.error()).why, Refusal::kScheme);
  }
}

TEST(Url, NotUrls) {
  for (const char* text : {"",
                           "example.com",
                           "//example.com",
                           "/mcp",
                           "http:",
                           "http:/example.com",
                           "http:example.com",
                           "http://",
                           "http:///x",
                           "http:////example.com",
                           "https://:80/",
                           "https://@/",
                           "https://?x",
                           "https://#x",
                           " https://example.com",
                           "https://example.com ",
                           "https://exa mple.com",
                           "https://example.com/a b",
                           "https://example.com\\@127.0.0.1/",
                           "https:\\\\example.com",
                           "https://example.com/\\..",
                           "https://example.com/\tx",
                           "https://example.com\n.evil.example/",
                           "https://example.com/\x7f",
                           "https://example.com/\xc3\xa9",
                           "https://example.com/?\xc3\xa9",
                           "https://example.com/#\xc3\xa9",
                           "https://\xc3\xa9@example.com/",
                           "https://example.com/%",
                           "https://example.com/%4",
                           "https://example.com/%zz",
                           "https://example.com/?%",
                           "https://example.com/{id}",
                           "https://{host}/",
                           "https://example.com/<x>",
                           "https://example.com/a|b",
                           "https://example.com/\"",
                           "https://example.com/`",
                           "https://example.com:65536/",
                           "https://example.com:99999999999/",
                           "https://example.com:080/",
                           "https://example.com:+80/",
                           "https://example.com:-1/",
                           "https://example.com:8a/",
                           "https://example.com:80:80/",
                           "https://a..b/",
                           "https://.a.b/",
                           "https://a.b../",
                           "https://./",
                           "https://-a.b/",
                           "https://a-.b/",
                           "https://a*b.example/",
                           "https://a,b/",
                           "https://ex%61mple.com/",
                           "https://\xff\xfe/",
                           "https://xn--a.example/",
                           "https://xn--zz--.example/",
                           "https://a\xe2\x84\x80.example/",
                           "https://a\xe2\x80\xae.example/",
                           "https://\xe1\xba\x9e.example/"}) {
    EXPECT_EQ(refusal(text), Refusal::kUrl) << text;
  }
  EXPECT_EQ(refusal(std::string("https://example.com/\0x", 22)), Refusal::kUrl);
}

TEST(Url, Lengths) {
  const std::string start = "https://example.com/";
  EXPECT_TRUE(parse_url(start + std::string(kMaxUrlLength - start.size(), 'a')).ok());
  EXPECT_EQ(refusal(start + std::string(kMaxUrlLength - start.size() + 1, 'a')), Refusal::kUrl);
  EXPECT_TRUE(parse_url("https://" + std::string(63, 'a') + ".example/").ok());
  EXPECT_EQ(refusal("https://" + std::string(64, 'a') + ".example/"), Refusal::kUrl);
  std::string host;
  while (host.size() < 250) host += "abcd.";
  EXPECT_TRUE(parse_url("https://" + host + "ab").ok());
  EXPECT_EQ(refusal("https://" + host + "abcd"), Refusal::kUrl);
}

TEST(Url, HostNames) {
  EXPECT_EQ(parsed_url("https://B\xc3\x9c"
                       "cher.example/")
                .host,
            "xn--bcher-kva.example");
  EXPECT_EQ(parsed_url("https://XN--BCHER-KVA.example/").host, "xn--bcher-kva.example");
  EXPECT_EQ(parsed_url("https://\xef\xbd\x85xample.com/").host, "example.com");  // full-width e
  EXPECT_EQ(parsed_url("https://example\xe3\x80\x82"
                       "com/")
                .host,
            "example.com");                                               // ideographic full stop
  EXPECT_EQ(parsed_url("https://local\xc2\xadhost/").host, "localhost");  // soft hyphen
  EXPECT_EQ(parsed_url("https://example.com./").host, "example.com.");
  EXPECT_EQ(parsed_url("https://my_server.example.com/").host, "my_server.example.com");
  EXPECT_EQ(parsed_url("https://1e100.net/").host, "1e100.net");
  EXPECT_EQ(parsed_url("https://127.0.0.1.example.com/").host, "127.0.0.1.example.com");
}

// Every spelling of loopback and of the metadata address that some parser or resolver reads as one.
TEST(Url, OddNumberForms) {
  for (const char* host :
       {"127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0X7F000001",
        "0x7f.0.0.1",
        "0x7f.1",
        "127.0.0.0x1",
        "0177.0.0.1",
        "0177.1",
        "017700000001",
        "127.0.0.01",
        "127.0.0.001",
        "127.00.0.1",
        "0127.0.0.1",
        "00000177.0.0.1",
        "0x7f.0x0.0x0.0x1",
        "0x0000007f.1",
        "127.0.0.1.",
        "2130706433.",
        "127.1.",
        "0",
        "0.",
        "00",
        "0x",
        "0x0",
        "0.0",
        "0x.0x.0x.0x",
        "1",
        "256.0.0.1",
        "127.0.0.256",
        "127.0.0.1.1",
        "4294967296",
        "4294967295",
        "6425673729",
        "127.65537",
        "127.0.257",
        "425.510.425.510",
        "2852039166",
        "0xa9fea9fe",
        "0xA9.0xFE.0xA9.0xFE",
        "0251.0376.0251.0376",
        "025177524776",
        "169.254.43518",
        "169.16689662",
        "0xa9.254.0251.254",
        "169.254.169.254.",
        "169.254.169.0376",
        "example.com.1",
        "foo.0x1",
        "a.08",
        "%31%32%37.0.0.1",
        "127.0.0.%31",
        "127%2e0%2e0%2e1",
        "%30x7f000001",
        "127.0.0.1%2e",
        "%32130706433",
        "%EF%BC%91.1",
        "\xef\xbc\x91\xef\xbc\x92\xef\xbc\x97.0.0.1",  // full-width 127
        "127\xe3\x80\x82"
        "0\xe3\x80\x82"
        "0\xe3\x80\x82"
        "1",  // ideographic full stops
        "127\xef\xbc\x8e"
        "0\xef\xbc\x8e"
        "0\xef\xbc\x8e"
        "1",  // full-width full stops
        "\xe2\x91\xa0\xe2\x91\xa1\xe2\x91\xa6.\xe2\x93\xaa.\xe2\x93\xaa.\xe2\x91\xa0",  // circled digits
        "\xf0\x9d\x9f\xb7\xf0\x9d\x9f\xb8\xf0\x9d\x9f\xbd.0.0.1",                       // mathematical digits
        "127.0.0.\xc2\xad"
        "1",                 // soft hyphen
        "127.0.0.\xc2\xb9",  // superscript one
        "\xef\xbc\x90\xef\xbd\x98"
        "7f000001"}) {  // full-width 0x
    EXPECT_EQ(refusal(std::string("http://") + host + "/"), Refusal::kOddNumber) << host;
    EXPECT_EQ(refusal(std::string("http://") + host + ":8080/"), Refusal::kOddNumber) << host;
    EXPECT_EQ(refusal(std::string("http://user@") + host), Refusal::kOddNumber) << host;
  }
}

TEST(Url, MessagesAreOneLineWithoutTheText) {
  for (const char* text : {"https://user:hunter2@exa mple/?token=hunter2", "https://h/?token=hunter2%",
                           "https://user:hunter2@127.1/\n", "https://user:hunter2@127.1/hunter2"}) {
    const auto parsed = parse_url(text);
    ASSERT_FALSE(parsed.ok());
    EXPECT_EQ(parsed.error().message.find("hunter2"), std::string::npos) << parsed.error().message;
    EXPECT_EQ(parsed.error().message.find('\n'), std::string::npos);
  }
}

}  // namespace
}  // namespace mcpjury
