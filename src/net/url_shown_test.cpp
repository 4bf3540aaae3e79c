#include <gtest/gtest.h>

#include "net/url.h"

namespace mcpjury {
namespace {

TEST(ShownUrl, PlainStays) {
  for (const char* text : {"https://h.example/mcp", "https://h.example:8443/a/b?x=1&page=2#part",
                           "https://h.example/?tokens_per_page=5&keyword=x&codec=y",
                           "https://h.example/?token=", "https://h.example/@scope/pkg",
                           "/relative/@scope?q=1", "https://[2606:4700::1]/"}) {
    EXPECT_EQ(shown_url(std::string_view(text)), text);
  }
}

TEST(ShownUrl, SecretsAreReplaced) {
  for (const char* key : {"token",
                          "api_key",
                          "apikey",
                          "apiKey",
                          "API-KEY",
                          "x-api-key",
                          "key",
                          "access_token",
                          "refresh_token",
                          "id_token",
                          "password",
                          "secret",
                          "client_secret",
                          "sig",
                          "signature",
                          "X-Amz-Signature",
                          "X-Amz-Security-Token",
                          "code",
                          "session",
                          "sessionId",
                          "session_id",
                          "sid",
                          "jwt",
                          "auth",
                          "passwd",
                          "%74oken",
                          "client_assertion",
                          "code_verifier"}) {
    const std::string text = std::string("https://h.example/p?a=1&") + key + "=hunter2%21&z=2";
    const std::string shown = shown_url(parse_url(text).value());
    EXPECT_EQ(shown.find("hunter2"), std::string::npos) << shown;
    EXPECT_TRUE(shown.starts_with("https://h.example/p?a=1&")) << shown;
    EXPECT_TRUE(shown.ends_with("]&z=2")) << shown;
    EXPECT_NE(shown.find("=[url-secret:"), std::string::npos) << shown;
  }
  EXPECT_EQ(shown_url("https://h.example/#access_token=hunter2&x=1").find("hunter2"), std::string::npos);
  EXPECT_EQ(shown_url("https://h.example/?a=1;token=hunter2;b").find("hunter2"), std::string::npos);
}

TEST(ShownUrl, EqualSecretsLookEqual) {
  EXPECT_EQ(shown_url("https://h.example/?key=abc"), shown_url("https://h.example/?key=abc"));
  EXPECT_NE(shown_url("https://h.example/?key=abc"), shown_url("https://h.example/?key=abd"));
}

TEST(ShownUrl, UserinfoIsReplaced) {
  const std::string shown = shown_url(parse_url("https://user:hunter2@h.example/a").value());
  EXPECT_TRUE(shown.starts_with("https://[url-userinfo:")) << shown;
  EXPECT_TRUE(shown.ends_with("]@h.example/a")) << shown;
  for (const char* text :
       {"https://hunter2@h.example/", "https://a:hunter2@b@h.example/", "http:/a:hunter2@h/",
        "http:\\\\a:hunter2@h/", "//a:hunter2@h/", "ftp://a:hunter2@h/", "https://a:hunter2@"}) {
    EXPECT_EQ(shown_url(std::string_view(text)).find("hunter2"), std::string::npos) << text;
  }
}

TEST(ShownUrl, KnownKeysInPathAndOtherValues) {
  const std::string key = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";
  for (const std::string& text : {"https://h.example/" + key + "/sse", "https://h.example/?q=" + key}) {
    EXPECT_EQ(shown_url(text).find(key), std::string::npos) << shown_url(text);
  }
}

TEST(ShownUrl, HostileText) {
  EXPECT_EQ(shown_url("https://h.example/\x1b[31m\n"), "https://h.example/<U+001B>[31m ");
  EXPECT_LE(shown_url(std::string(100'000, 'a')).size(), kMaxUrlLength + 3);
  EXPECT_EQ(shown_url(""), "");
}

}  // namespace
}  // namespace mcpjury
