#include "text/scan_memo.h"

#include <gtest/gtest.h>

#include <string>

namespace mcpjury {
namespace {

using Hits = std::vector<PatternHit>;

TEST(ScanMemo, RecallsWhatItWasTold) {
  ScanMemo memo;
  Hits hits = {{9, 9}};
  EXPECT_FALSE(memo.recall("a text", hits));
  hits.push_back({3, 4});
  hits.push_back({5, 6});
  memo.remember("a text", hits, 1);
  Hits again;
  const std::string copy = "a text";  // other memory, the same bytes
  ASSERT_TRUE(memo.recall(copy, again));
  ASSERT_EQ(again.size(), 2U);
  EXPECT_EQ(again[0].pattern, 3U);
  EXPECT_EQ(again[1].end, 6U);
  EXPECT_FALSE(memo.recall("another text", again));
}

TEST(ScanMemo, ATextWithoutHitsIsKnownToo) {
  ScanMemo memo;
  Hits hits;
  EXPECT_FALSE(memo.recall("", hits));
  memo.remember("", hits, 0);
  EXPECT_TRUE(memo.recall("", hits));
  EXPECT_TRUE(hits.empty());
}

TEST(ScanMemo, ForgetsWhenCleared) {
  ScanMemo memo;
  Hits hits;
  EXPECT_FALSE(memo.recall("x", hits));
  memo.remember("x", hits, 0);
  memo.clear();
  EXPECT_FALSE(memo.recall("x", hits));
}

// More texts than slots, and more hits than are kept: an answer is right or there is none.
TEST(ScanMemo, DisplacedTextsAreForgottenNotMistaken) {
  ScanMemo memo;
  std::vector<std::string> texts;
  for (std::uint32_t i = 0; i < 3000; ++i) texts.push_back("text " + std::to_string(i));
  Hits hits;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    hits.assign(40, {i, i});
    Hits none;
    EXPECT_FALSE(memo.recall(texts[i], none));
    memo.remember(texts[i], hits, 0);
  }
  std::size_t known = 0;
  for (std::uint32_t i = 0; i < texts.size(); ++i) {
    Hits found;
    if (!memo.recall(texts[i], found)) continue;
    ++known;
    ASSERT_EQ(found.size(), 40U);
    EXPECT_EQ(found.front().pattern, i);
    EXPECT_EQ(found.back().pattern, i);
  }
  EXPECT_GT(known, 0U);
  EXPECT_LT(known, texts.size());
}

}  // namespace
}  // namespace mcpjury
