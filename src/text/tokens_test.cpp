#include "text/tokens.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace mcpjury {
namespace {

std::string words(std::string_view name) {
  std::string out;
  append_name_words(out, name);
  std::string joined;
  for (const std::string& word : split_name(name)) joined += (joined.empty() ? "" : " ") + word;
  EXPECT_EQ(out, joined) << name;
  return out;
}

TEST(Names, Styles) {
  EXPECT_EQ(words("read_file"), "read file");
  EXPECT_EQ(words("read-file"), "read file");
  EXPECT_EQ(words("fs.read/file"), "fs read file");
  EXPECT_EQ(words("readFile"), "read file");
  EXPECT_EQ(words("ReadFile"), "read file");
  EXPECT_EQ(words("READ_FILE"), "read file");
  EXPECT_EQ(words("HTTPServer"), "http server");
  EXPECT_EQ(words("getHTTPUrl2"), "get http url 2");
  EXPECT_EQ(words("__private__"), "private");
  EXPECT_EQ(words(""), "");
  EXPECT_EQ(words("---"), "");
}

TEST(Names, DigitsAndPlurals) {
  EXPECT_EQ(words("v2Name"), "v2 name");
  EXPECT_EQ(words("list_s3_buckets"), "list s3 buckets");
  EXPECT_EQ(words("k8sApply"), "k8s apply");
  EXPECT_EQ(words("base64Encode"), "base 64 encode");
  EXPECT_EQ(words("sha256sum"), "sha 256 sum");
  EXPECT_EQ(words("getURLs"), "get urls");
  EXPECT_EQ(words("deleteIDsByName"), "delete ids by name");
  EXPECT_EQ(words("HTMLSanitizer"), "html sanitizer");
}

TEST(Names, OtherScriptsStayWhole) {
  EXPECT_EQ(words("search_документы"), "search документы");
  EXPECT_EQ(words("caféMenu"), "café menu");
  EXPECT_EQ(words("搜索"), "搜索");
}

TEST(Names, Bounds) {
  std::string many;
  for (int i = 0; i < 200; ++i) many += "a_";
  EXPECT_EQ(split_name(many).size(), 64U);
  std::string out = "before: ";
  append_name_words(out, "aB");
  EXPECT_EQ(out, "before: a b");
}

TEST(EditDistance, Known) {
  EXPECT_EQ(edit_distance("", "", 3), 0U);
  EXPECT_EQ(edit_distance("abc", "abc", 0), 0U);
  EXPECT_EQ(edit_distance("read_file", "raed_file", 2), 1U);  // transposition
  EXPECT_EQ(edit_distance("ca", "abc", 5), 3U);               // optimal string alignment, not Damerau
  EXPECT_EQ(edit_distance("kitten", "sitting", 5), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting", 2), 3U);
  EXPECT_EQ(edit_distance("", "abcd", 2), 3U);
  EXPECT_EQ(edit_distance("", "abcd", static_cast<std::size_t>(-1)), 4U);
}

std::size_t full_distance(std::string_view a, std::string_view b) {
  std::vector<std::vector<std::size_t>> d(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) d[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) d[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      d[i][j] =
          std::min({d[i - 1][j] + 1, d[i][j - 1] + 1, d[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        d[i][j] = std::min(d[i][j], d[i - 2][j - 2] + 1);
      }
    }
  }
  return d[a.size()][b.size()];
}

TEST(EditDistance, AgreesWithTheFullTable) {
  std::mt19937 random(7);
  for (int round = 0; round < 20000; ++round) {
    std::string a;
    std::string b;
    for (auto n = random() % 9; n > 0; --n) a += static_cast<char>('a' + random() % 3);
    for (auto n = random() % 9; n > 0; --n) b += static_cast<char>('a' + random() % 3);
    const std::size_t full = full_distance(a, b);
    for (std::size_t limit = 0; limit < 10; ++limit) {
      ASSERT_EQ(edit_distance(a, b, limit), std::min(full, limit + 1)) << a << " " << b << " " << limit;
    }
  }
}

}  // namespace
}  // namespace mcpjury
