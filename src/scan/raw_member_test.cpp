#include "scan/raw_member.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(RawMember, GivesTheTextAsItStood) {
  EXPECT_EQ(raw_member(R"({"id":1.0,"tools":[]})", "id"), "1.0");
  EXPECT_EQ(raw_member(R"( { "tools" : [ {"id":2} ] , "id" : "a\"}\u0041" } )", "id"), R"("a\"}\u0041")");
  EXPECT_EQ(raw_member(R"({"id":{"a":["}",1]},"x":2})", "id"), R"({"a":["}",1]})");
  EXPECT_EQ(raw_member(R"({"id":null})", "id"), "null");
  EXPECT_EQ(raw_member("\xEF\xBB\xBF{\"id\":12345678901234567890}", "id"), "12345678901234567890");
}

TEST(RawMember, LooksOnlyAtTheTop) {
  EXPECT_EQ(raw_member(R"({"a":{"id":1}})", "id"), "");
  EXPECT_EQ(raw_member(R"([{"id":1}])", "id"), "");
  EXPECT_EQ(raw_member("", "id"), "");
}

TEST(RawMember, EndsOnAnything) {
  for (const char* text :
       {"{", "{\"", "{\"id\"", "{\"id\":", "{\"id\":\"", "{\"id\":[[[", "{\"id\":\"\\", "{\"a\":1,,"}) {
    const std::string_view got = raw_member(text, "id");
    EXPECT_LE(got.size(), std::string_view(text).size());
  }
}

}  // namespace
}  // namespace mcpjury
