#include "observe/remote/text_members.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/utf8.h"

namespace mcpjury {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const std::string kToken = "ghp_16C7e42F292c6912E7710c838347Ae178B4a";

TEST(KeptText, RepairsUtf8) {
  EXPECT_EQ(kept_text("a\xff z", 10), "a\xEF\xBF\xBD z");
  EXPECT_TRUE(is_valid_utf8(kept_text(std::string("\xC3\x28\xE2\x82\0\x80", 6), 100)));
}

TEST(KeptText, CutsOnCharacters) { EXPECT_EQ(kept_text("ääää", 3), "ää…"); }

TEST(KeptText, NoHalfSecretAtTheCut) {
  const std::string text = kept_text(std::string(20, 'x') + " " + kToken, 30);
  EXPECT_THAT(text, Not(HasSubstr("ghp_16")));
}

// What is replaced makes the text shorter: a secret far behind moves to the front, whole.
TEST(KeptText, NoHalfSecretBehindALongOne) {
  std::string pem = "-----BEGIN RSA PRIVATE KEY-----\n";
  for (int line = 0; line < 90; ++line)
    pem += "MIIEpAIBAAKCAQEA7bq3Zk1Vd9xT2wQm8sLr4Yc6Hn5Jf0Gp3Ea9Ub1Xi7Ok2Wt5z\n";
  pem += "-----END RSA PRIVATE KEY-----";
  for (std::size_t gap = 0; gap < 60; ++gap) {
    const std::string text = kept_text(pem.substr(0, pem.size()) + std::string(gap, ' ') + kToken, 200);
    EXPECT_THAT(text, Not(HasSubstr("ghp_16"))) << gap;
  }
}

TEST(SecretQueryKeys, AsWritten) {
  EXPECT_THAT(secret_query_keys("a=1&TOKEN=x&api_key&b=token&password="),
              ElementsAre("TOKEN", "api_key", "password"));
  EXPECT_THAT(secret_query_keys(""), IsEmpty());
  EXPECT_THAT(secret_query_keys("&&=token"), IsEmpty());
}

TEST(HasSessionKey, QueryAndPath) {
  EXPECT_TRUE(has_session_key(*parse_url("https://h.example/mcp?SessionId=1")));
  EXPECT_TRUE(has_session_key(*parse_url("https://h.example/mcp;jsessionid=1")));
  EXPECT_FALSE(has_session_key(*parse_url("https://h.example/session?x=session")));
}

}  // namespace
}  // namespace mcpjury
