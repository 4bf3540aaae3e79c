// Remembers which patterns occur in the texts scanned last, so that a text met again is not scanned
// again: servers repeat parameter descriptions from tool to tool, and a sentence is often a whole field.
//
// A direct-mapped table: a text can only displace, never chain, so that texts made to collide cost no
// more than texts that differ. The memory is bounded by kMaxHits. Texts are not copied; they must stay
// until the next clear(). Not thread safe: one per thread.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "text/pattern_hit.h"

namespace mcpjury {

class ScanMemo {
 public:
  void clear();
  // Appends what was remembered of `text`; false when nothing is.
  bool recall(std::string_view text, std::vector<PatternHit>& hits);
  // For the text recall() was just asked about: remembers the hits from index `first` on.
  void remember(std::string_view text, const std::vector<PatternHit>& hits, std::size_t first);

 private:
  static constexpr std::size_t kSlots = 512;
  static constexpr std::size_t kMaxHits = std::size_t{1} << 16;
  struct Slot {
    std::uint64_t round = 0;  // valid when it is the present one
    std::string_view text;
    std::uint32_t first = 0, count = 0;
  };
  std::vector<Slot> slots_;
  std::vector<PatternHit> hits_;
  std::uint64_t round_ = 1;
  std::size_t asked_ = 0;  // the slot of the last question
};

}  // namespace mcpjury
