#include "report/markdown_text.h"

#include <gtest/gtest.h>

#include "report/purl.h"

namespace mcpjury {
namespace {

TEST(MarkdownText, NobodyIsNotified) {
  EXPECT_EQ(markdown_text("@octocat fixes #1"), "\\@<!-- -->octocat fixes \\#<!-- -->1");
  EXPECT_EQ(markdown_text("a@b"), "a\\@<!-- -->b");
  EXPECT_EQ(markdown_text("https://x"), "https\\:<!-- -->//x");
  EXPECT_EQ(markdown_text("WWW.x"), "WWW\\.<!-- -->x");
  EXPECT_EQ(markdown_text(""), "");
}

TEST(MarkdownText, ACodeSpanEndsWhereItShould) {
  EXPECT_EQ(markdown_code("plain"), "`plain`");
  EXPECT_EQ(markdown_code("a`b"), "``a`b``");
  EXPECT_EQ(markdown_code("``"), "``` `` ```");
  EXPECT_EQ(markdown_code("a\nb"), "`a b`");
  EXPECT_EQ(markdown_code("  "), "`(blank)`");
  EXPECT_EQ(markdown_code(""), "`(blank)`");
}

TEST(Purl, ByTheTypesOfTheSpecification) {
  EXPECT_EQ(purl_of("npm", "@scope/name", "1.0.0"), "pkg:npm/%40scope/name@1.0.0");
  EXPECT_EQ(purl_of("PyPI", "Some_Name", "1!2.0+x"), "pkg:pypi/some-name@1%212.0%2Bx");
  EXPECT_EQ(purl_of("Maven", "org.x:y", ""), "pkg:maven/org.x/y");
  EXPECT_EQ(purl_of("binary", "a b\n", "1"), "pkg:generic/a%20b%0A@1");
  EXPECT_EQ(purl_of("npm", "", "1"), "");
}

}  // namespace
}  // namespace mcpjury
