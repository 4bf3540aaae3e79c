#include "base/base64.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

TEST(Base64, VectorsOfRfc4648) {
  EXPECT_EQ(base64_encode(""), "");
  EXPECT_EQ(base64_encode("f"), "Zg==");
  EXPECT_EQ(base64_encode("fo"), "Zm8=");
  EXPECT_EQ(base64_encode("foo"), "Zm9v");
  EXPECT_EQ(base64_encode("foob"), "Zm9vYg==");
  EXPECT_EQ(base64_encode("fooba"), "Zm9vYmE=");
  EXPECT_EQ(base64_encode("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64_encode("\xff\xfe\xfd"), "//79");
}

TEST(Base64, ReadsBackWhatItWrites) {
  std::string bytes;
  for (int length = 0; length < 300; ++length) {
    EXPECT_EQ(base64_decode(base64_encode(bytes)), bytes);
    bytes += static_cast<char>(length * 37);
  }
  for (const char* wrong : {"A", "A===", "AA=A", "AA==AAAA", "A*AA", "AAA\n"}) {
    EXPECT_FALSE(base64_decode(wrong)) << wrong;
  }
  EXPECT_FALSE(base64_decode("-_-_"));
  EXPECT_EQ(base64_decode("-_-_", Base64Alphabet::kBoth), base64_decode("+/+/"));
}

}  // namespace
}  // namespace mcpjury
