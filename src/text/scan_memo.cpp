#include "text/scan_memo.h"

#include <functional>

namespace mcpjury {

void ScanMemo::clear() {
  ++round_;
  hits_.clear();
}

bool ScanMemo::recall(std::string_view text, std::vector<PatternHit>& hits) {
  if (slots_.empty()) slots_.resize(kSlots);
  asked_ = std::hash<std::string_view>{}(text) % kSlots;
  const Slot& slot = slots_[asked_];
  if (slot.round != round_ || slot.text != text) return false;
  for (std::uint32_t i = 0; i < slot.count; ++i) hits.push_back(hits_[slot.first + i]);
  return true;
}

void ScanMemo::remember(std::string_view text, const std::vector<PatternHit>& hits, std::size_t first) {
  if (hits_.size() + (hits.size() - first) > kMaxHits) clear();
  Slot& slot = slots_[asked_];
  slot.round = round_;
  slot.text = text;
  slot.first = static_cast<std::uint32_t>(hits_.size());
  slot.count = static_cast<std::uint32_t>(hits.size() - first);
  hits_.insert(hits_.end(), hits.begin() + static_cast<std::ptrdiff_t>(first), hits.end());
}

}  // namespace mcpjury
