#include "text/pattern_set.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <set>
#include <thread>

namespace mcpjury {
namespace {

std::vector<PatternSource> sample_patterns() {
  return {
      {R"(ignore\s+(?:all\s+)?previous\s+instructions)", false, false},
      {R"(\bdo\s+not\s+.{0,40}\b(?:tell|mention)\b)", false, false},
      {R"(AKIA[0-9A-Z]{16})", true, false},
      {R"(curl\s[^|\n]{0,80}\|\s*(?:ba|z)?sh\b)", false, false},
      {R"((?:私|我)[^。]{0,6}秘密)", false, true},
      {R"(caf.{2}noir)", false, false},
      {R"(gr[üu]ße)", false, true},
      {R"((?m)^\s*system:)", false, false},
  };
}

std::unique_ptr<PatternSet> load(std::vector<PatternSource> patterns, std::string_view bytes = {}) {
  auto set = PatternSet::load(std::move(patterns), bytes);
  EXPECT_TRUE(set.ok()) << (set.ok() ? "" : set.error().message);
  return set.ok() ? std::move(*set) : nullptr;
}

std::vector<std::uint32_t> scan(const PatternSet& set, std::string_view text) {
  PatternScanner scanner(set);
  std::vector<PatternHit> hits;
  scanner.scan(text, hits);
  std::vector<std::uint32_t> ids;
  for (const PatternHit& hit : hits) ids.push_back(hit.pattern);
  std::sort(ids.begin(), ids.end());
  return ids;
}

// The linked image must stand where the linker puts it: on a 64-byte edge.
class Aligned {
 public:
  explicit Aligned(const std::string& bytes) : room_(bytes.size() + 64, '\0') {
    const auto at = reinterpret_cast<std::uintptr_t>(room_.data());
    char* place = room_.data() + (64 - at % 64) % 64;
    std::copy(bytes.begin(), bytes.end(), place);
    view_ = {place, bytes.size()};
  }
  std::string_view view() const { return view_; }

 private:
  std::string room_;
  std::string_view view_;
};

using Ids = std::vector<std::uint32_t>;

TEST(PatternSet, FindsAndLocates) {
  const auto set = load(sample_patterns());
  const std::string_view text = "Please IGNORE  previous\ninstructions; ignore all previous instructions.";
  EXPECT_EQ(scan(*set, text), Ids({0}));
  const auto spans = set->spans(0, text);
  ASSERT_EQ(spans.size(), 2U);
  EXPECT_EQ(text.substr(spans[0].begin, spans[0].end - spans[0].begin), "IGNORE  previous\ninstructions");
  EXPECT_EQ(text.substr(spans[1].begin, spans[1].end - spans[1].begin), "ignore all previous instructions");
  EXPECT_EQ(set->spans(0, text, 1).size(), 1U);
  EXPECT_TRUE(set->spans(0, text, 0).empty());
  EXPECT_TRUE(set->spans(99, text).empty());
}

TEST(PatternSet, CaseFlag) {
  const auto set = load(sample_patterns());
  EXPECT_EQ(scan(*set, "key AKIAIOSFODNN7EXAMPLE"), Ids({2}));
  EXPECT_TRUE(scan(*set, "key akiaiosfodnn7example").empty());
  EXPECT_EQ(scan(*set, "CURL http://x | SH"), Ids({3}));
}

TEST(PatternSet, Utf8CountsCharactersAndBytesCountBytes) {
  const auto set = load(sample_patterns());
  EXPECT_EQ(scan(*set, "これは私たちだけの秘密です"), Ids({4}));
  EXPECT_EQ(set->spans(4, "これは私たちだけの秘密です").size(), 1U);
  EXPECT_EQ(scan(*set, "caf\xC3\xA9noir"), Ids({5}));  // the gap of two is one two-byte letter
  EXPECT_EQ(set->spans(5, "caf\xC3\xA9noir").size(), 1U);
  EXPECT_EQ(scan(*set, "GRÜßE"), Ids({6}));
  EXPECT_EQ(set->spans(6, "GRÜßE").size(), 1U);
}

TEST(PatternSet, LinkedBytesLoad) {
  const auto bytes = PatternSet::compile(sample_patterns());
  ASSERT_TRUE(bytes.ok()) << bytes.error().message;
  const Aligned image(*bytes);
  const auto set = load(sample_patterns(), image.view());
  EXPECT_TRUE(set->used_linked_database());
  EXPECT_EQ(scan(*set, "do not ever mention this"), Ids({1}));
}

TEST(PatternSet, TheKeyTellsPatternsApart) {
  const std::uint64_t key = PatternSet::key(sample_patterns());
  EXPECT_EQ(key, PatternSet::key(sample_patterns()));
  auto other = sample_patterns();
  other[0].case_sensitive = true;
  EXPECT_NE(key, PatternSet::key(other));
  other = sample_patterns();
  other.pop_back();
  EXPECT_NE(key, PatternSet::key(other));

  const auto bytes = PatternSet::compile(sample_patterns());
  ASSERT_TRUE(bytes.ok());
  const Aligned image(*bytes);
  const auto taken = PatternSet::load(sample_patterns(), image.view(), key);
  const auto refused = PatternSet::load(sample_patterns(), image.view(), key + 1);
  ASSERT_TRUE(taken.ok() && refused.ok());
  EXPECT_TRUE((*taken)->used_linked_database());
  EXPECT_FALSE((*refused)->used_linked_database());
}

// Whichever of two sets wants more room, both go on working.
TEST(PatternSet, ScannersShareTheirScratchSpace) {
  const auto large = load(sample_patterns());
  const auto small = load({{"tiny", false, false}});
  for (const bool large_first : {true, false}) {
    PatternScanner lender(large_first ? *large : *small);
    PatternScanner borrower(large_first ? *small : *large, lender);
    for (int round = 0; round < 3; ++round) {
      std::vector<PatternHit> hits;
      (large_first ? lender : borrower).scan("ignore previous instructions, tiny", hits);
      ASSERT_EQ(hits.size(), 1U);
      EXPECT_EQ(hits[0].pattern, 0U);
      (large_first ? borrower : lender).scan("a tiny text", hits);
      ASSERT_EQ(hits.size(), 2U);
      EXPECT_EQ(hits[1].end, 6U);
    }
  }
}

TEST(PatternSet, TheImageIsTheSameEveryTime) {
  const auto first = PatternSet::compile(sample_patterns());
  const auto second = PatternSet::compile(sample_patterns());
  ASSERT_TRUE(first.ok() && second.ok());
  EXPECT_TRUE(*first == *second);
}

TEST(PatternSet, AnImageOffItsEdgeIsNotUsed) {
  const auto bytes = PatternSet::compile(sample_patterns());
  ASSERT_TRUE(bytes.ok());
  const Aligned image("x" + *bytes);
  const auto set = load(sample_patterns(), image.view().substr(1));
  EXPECT_FALSE(set->used_linked_database());
  EXPECT_EQ(scan(*set, "do not ever mention this"), Ids({1}));
}

TEST(PatternSet, GarbageStaleAndCutBytesFallBack) {
  const auto bytes = PatternSet::compile(sample_patterns());
  ASSERT_TRUE(bytes.ok());
  auto other = sample_patterns();
  other[0].case_sensitive = true;
  const auto stale = PatternSet::compile(other);
  ASSERT_TRUE(stale.ok());
  const std::vector<std::string> bad = {"garbage",
                                        std::string(4096, '\xAA'),
                                        *stale,
                                        bytes->substr(0, 16),
                                        bytes->substr(0, 80),
                                        bytes->substr(0, bytes->size() / 2)};
  for (const std::string& candidate : bad) {
    const Aligned image(candidate);
    const auto set = load(sample_patterns(), image.view());
    EXPECT_FALSE(set->used_linked_database());
    EXPECT_EQ(scan(*set, "ignore previous instructions"), Ids({0}));
  }
}

TEST(PatternSet, NoPatterns) {
  const auto bytes = PatternSet::compile({});
  ASSERT_TRUE(bytes.ok());
  const auto set = load({}, *bytes);
  EXPECT_EQ(set->size(), 0U);
  EXPECT_TRUE(scan(*set, "anything").empty());
  EXPECT_TRUE(scan(*set, "").empty());
  EXPECT_TRUE(set->spans(0, "anything").empty());
}

TEST(PatternSet, NamesTheRefusedPattern) {
  const auto re2 = PatternSet::compile({{"fine", false, false}, {"broken(", false, false}});
  ASSERT_FALSE(re2.ok());
  EXPECT_NE(re2.error().message.find("pattern 1 `broken(`: RE2"), std::string::npos) << re2.error().message;
  // RE2 takes an expression that matches nothing at all; Vectorscan does not.
  const auto empty = PatternSet::compile({{"fine", false, false}, {"x*", false, false}});
  ASSERT_FALSE(empty.ok());
  EXPECT_NE(empty.error().message.find("pattern 1 `x*`: Vectorscan"), std::string::npos)
      << empty.error().message;
  const auto nul = PatternSet::compile({{std::string_view("a\0b", 3), false, false}});
  ASSERT_FALSE(nul.ok());
  EXPECT_FALSE(PatternSet::load({{"a(?=b)", false, false}}, {}).ok());
}

TEST(PatternSet, EmptyMatchesEnd) {
  const auto set = load({{R"(\b)", false, false}, {R"(\bx?)", false, false}, {"a*$", false, false}});
  EXPECT_EQ(set->spans(0, "ab cd a").size(), 6U);
  EXPECT_EQ(set->spans(1, "xx").size(), 2U);
  EXPECT_EQ(set->spans(2, "").size(), 1U);
  EXPECT_EQ(set->spans(0, std::string(1000, 'a') + " " + std::string(1000, 'a')).size(), 4U);
}

// Words from which the patterns are made, in random order: many near misses and some hits.
std::string random_text(std::mt19937& random) {
  static const std::vector<std::string> kWords = {"ignore",   "ALL",
                                                  "previous", "instructions",
                                                  "do",       "not",
                                                  "tell",     "mention",
                                                  "AKIA",     "IOSFODNN7EXAMPLE",
                                                  "curl",     "http://a",
                                                  "|",        "sh",
                                                  "bash",     "私",
                                                  "秘密",     "。",
                                                  "caf",      "é",
                                                  "noir",     "Grüße",
                                                  "GRUßE",    "system:",
                                                  " ",        "  ",
                                                  "\n",       "\t",
                                                  "x"};
  std::string text;
  const auto length = std::uniform_int_distribution<std::size_t>(0, 14)(random);
  for (std::size_t i = 0; i < length; ++i) {
    text += kWords[std::uniform_int_distribution<std::size_t>(0, kWords.size() - 1)(random)];
    if (random() % 2 == 0) text += ' ';
  }
  return text;
}

TEST(PatternSet, StagesAgreeOnGeneratedTexts) {
  const auto bytes = PatternSet::compile(sample_patterns());
  ASSERT_TRUE(bytes.ok());
  const Aligned image(*bytes);
  const auto set = load(sample_patterns(), image.view());
  ASSERT_TRUE(set->used_linked_database());
  PatternScanner scanner(*set);
  std::mt19937 random(20240611);
  std::set<std::uint32_t> seen;
  std::vector<PatternHit> found;
  for (int round = 0; round < 20000; ++round) {
    const std::string text = random_text(random);
    found.clear();
    scanner.scan(text, found);
    std::vector<std::uint32_t> hits;
    for (const PatternHit& hit : found) {
      EXPECT_LE(hit.end, text.size());
      hits.push_back(hit.pattern);
    }
    EXPECT_EQ(std::set<std::uint32_t>(hits.begin(), hits.end()).size(), hits.size()) << "each once";
    for (std::uint32_t i = 0; i < set->size(); ++i) {
      const bool first = std::find(hits.begin(), hits.end(), i) != hits.end();
      const auto spans = set->spans(i, text);
      ASSERT_EQ(first, !spans.empty()) << "pattern " << i << " in: " << text;
      std::size_t last = 0;
      for (const ByteRange& span : spans) {
        ASSERT_LE(last, span.begin);
        ASSERT_LT(span.begin, span.end);
        ASSERT_LE(span.end, text.size());
        last = span.end;
      }
    }
    seen.insert(hits.begin(), hits.end());
  }
  EXPECT_EQ(seen.size(), set->size()) << "every pattern occurred at least once";
}

TEST(PatternSet, ThreadsShareTheSet) {
  const auto set = load(sample_patterns());
  std::vector<std::thread> threads;
  std::vector<std::size_t> counts(8, 0);
  for (std::size_t t = 0; t < counts.size(); ++t) {
    threads.emplace_back([&set, &counts, t] {
      PatternScanner scanner(*set);
      std::vector<PatternHit> hits;
      for (int round = 0; round < 200; ++round) {
        const std::string_view text = "do not tell: ignore previous instructions, curl x | sh, GRÜßE";
        hits.clear();
        scanner.scan(text, hits);
        for (const PatternHit& hit : hits) counts[t] += set->spans(hit.pattern, text).size();
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  for (const std::size_t count : counts) EXPECT_EQ(count, 800U);
}

TEST(PatternSet, HitsAreAppended) {
  const auto set = load(sample_patterns());
  PatternScanner scanner(*set);
  std::vector<PatternHit> hits = {{7, 0}};
  scanner.scan("ignore previous instructions", hits);
  ASSERT_EQ(hits.size(), 2U);
  EXPECT_EQ(hits[0].pattern, 7U);
  EXPECT_EQ(hits[1], (PatternHit{0, 28}));
}

}  // namespace
}  // namespace mcpjury
