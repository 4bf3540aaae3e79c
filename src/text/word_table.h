// Patterns that are nothing but whole words, looked up instead of matched.
//
// A pattern such as \b(?:send|sends|post)\b fires in nearly every text and keeps a pattern engine busy;
// a hash of each word of the text answers the same question in a few nanoseconds. The catalogue
// compiler finds such patterns, spells them out and lays the table out; nothing is built at start.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "text/pattern_hit.h"

namespace mcpjury {

struct WordSlot {
  std::string_view word;               // lower case; empty: a free slot
  std::uint16_t first = 0, count = 0;  // of WordTable::patterns
};

struct WordTable {
  std::span<const WordSlot> slots;  // a power of two of them, linear probing; empty: no table
  std::span<const std::uint16_t> patterns;
};

// FNV-1a over lower-cased bytes, one step at a time.
inline constexpr std::uint32_t kWordHashStart = 0x811C9DC5u;
constexpr std::uint32_t word_hash_step(std::uint32_t hash, unsigned char lower) {
  return (hash ^ lower) * 0x01000193u;
}

// What \b sees as part of a word.
constexpr bool is_word_byte(unsigned char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

// One per thread: remembers what it has reported for the present text.
class WordScanner {
 public:
  // `patterns` is the number of patterns the table may name.
  WordScanner(WordTable table, std::size_t patterns) : table_(table), seen_(patterns) {}

  // Appends the patterns that list a word of the text, each once, with the end of that word.
  void scan(std::string_view text, std::vector<PatternHit>& hits);

 private:
  WordTable table_;
  std::vector<std::uint32_t> seen_;  // the scan in which a pattern was last reported
  std::uint32_t scan_ = 0;
};

}  // namespace mcpjury
