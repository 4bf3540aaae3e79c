#include "text/word_table.h"

#include <gtest/gtest.h>

namespace mcpjury {
namespace {

class Words : public testing::Test {
 protected:
  void SetUp() override {
    for (std::string_view word : {"send", "post"}) {
      std::uint32_t hash = kWordHashStart;
      for (char c : word) hash = word_hash_step(hash, static_cast<unsigned char>(c));
      std::size_t slot = hash & 3;
      while (!slots_[slot].word.empty()) slot = (slot + 1) & 3;
      slots_[slot] = {word, 0, 2};
    }
  }
  std::vector<PatternHit> scan(std::string_view text) {
    WordScanner scanner({slots_, listed_}, 8);
    std::vector<PatternHit> hits;
    scanner.scan(text, hits);
    return hits;
  }
  WordSlot slots_[4];
  std::uint16_t listed_[2] = {3, 5};
};

TEST_F(Words, FindsWholeWordsInAnyCase) {
  EXPECT_EQ(scan("Please SEND it"), (std::vector<PatternHit>{{3, 11}, {5, 11}}));
  EXPECT_EQ(scan("a post").size(), 2u);
}

TEST_F(Words, NamesEachPatternOnce) { EXPECT_EQ(scan("send post send").size(), 2u); }

TEST_F(Words, LeavesPartsOfWordsAlone) {
  EXPECT_TRUE(scan("resend posting send_it poste").empty());
  EXPECT_TRUE(scan("").empty());
}

TEST_F(Words, NoTableFindsNothing) {
  WordScanner scanner({}, 0);
  std::vector<PatternHit> hits;
  scanner.scan("send", hits);
  EXPECT_TRUE(hits.empty());
}

}  // namespace
}  // namespace mcpjury
