#include "text/word_table.h"

namespace mcpjury {
namespace {

bool equals_lower(std::string_view lower, std::string_view text) {
  if (lower.size() != text.size()) return false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (lower[i] != (c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c)) return false;
  }
  return true;
}

}  // namespace

void WordScanner::scan(std::string_view text, std::vector<PatternHit>& hits) {
  if (table_.slots.empty()) return;
  const std::size_t mask = table_.slots.size() - 1;
  if (++scan_ == 0) {
    seen_.assign(seen_.size(), 0);
    scan_ = 1;
  }
  for (std::size_t at = 0; at < text.size();) {
    if (!is_word_byte(static_cast<unsigned char>(text[at]))) {
      ++at;
      continue;
    }
    std::uint32_t hash = kWordHashStart;
    std::size_t end = at;
    for (; end < text.size() && is_word_byte(static_cast<unsigned char>(text[end])); ++end) {
      const auto c = static_cast<unsigned char>(text[end]);
      hash = word_hash_step(hash, static_cast<unsigned char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c));
    }
    const std::string_view word = text.substr(at, end - at);
    at = end;
    for (std::size_t slot = hash & mask; !table_.slots[slot].word.empty(); slot = (slot + 1) & mask) {
      const WordSlot& entry = table_.slots[slot];
      if (!equals_lower(entry.word, word)) continue;
      for (std::uint16_t i = 0; i < entry.count; ++i) {
        const std::uint16_t pattern = table_.patterns[entry.first + i];
        if (seen_[pattern] == scan_) continue;
        seen_[pattern] = scan_;
        hits.push_back({pattern, static_cast<std::uint32_t>(end)});
      }
      break;
    }
  }
}

}  // namespace mcpjury
