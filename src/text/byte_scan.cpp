#include "text/byte_scan.h"

#include <cstddef>
#include <cstring>

namespace mcpjury {
namespace {

// Vector extensions of gcc and clang: comparisons give 0 or FF in each lane. No target flag is needed.
constexpr std::size_t kLanes = 16;
using Lanes = unsigned char __attribute__((vector_size(kLanes)));

Lanes load(const char* at) {
  Lanes lanes;
  std::memcpy(&lanes, at, kLanes);
  return lanes;
}

template <class Compared>
Lanes mask(Compared compared) {
  Lanes lanes;
  static_assert(sizeof(compared) == sizeof(lanes));
  std::memcpy(&lanes, &compared, kLanes);
  return lanes;
}

Lanes equal(Lanes lanes, char c) { return mask(lanes == static_cast<unsigned char>(c)); }

struct Seen {
  Lanes high{};
  Lanes control{};
  Lanes escape{};
  Lanes spaced{};

  // Reads kLanes bytes at `at` and, for the spacing, four beyond.
  void take(const char* at) {
    const Lanes c = load(at);
    high |= c;
    control |= mask(c < 0x20) & ~(equal(c, '\t') | equal(c, '\n') | equal(c, '\r'));
    control |= equal(c, '\x7F');
    escape |= equal(c, '&') | equal(c, '%') | equal(c, '\\');
    const Lanes next = load(at + 1);
    spaced |= (equal(c, ' ') | equal(c, '.') | equal(c, '-') | equal(c, '_')) & mask(c == load(at + 2)) &
              mask(c == load(at + 4)) & ~mask(c == next) & ~mask(c == load(at + 3));
  }
};

bool any(Lanes lanes, unsigned char bits = 0xFF) {
  unsigned char sum = 0;
  for (std::size_t i = 0; i < kLanes; ++i) sum = static_cast<unsigned char>(sum | lanes[i]);
  return (sum & bits) != 0;
}

}  // namespace

unsigned byte_traits(std::string_view text) {
  Seen seen;
  std::size_t at = 0;
  for (; at + kLanes + 4 <= text.size(); at += kLanes) seen.take(text.data() + at);
  // The rest, filled up with letters: they have no trait.
  char rest[2 * kLanes + 8];
  while (at < text.size()) {
    const std::size_t length = text.size() - at < kLanes + 4 ? text.size() - at : kLanes + 4;
    std::memset(rest, 'x', sizeof rest);
    std::memcpy(rest, text.data() + at, length);
    seen.take(rest);
    at += kLanes;
  }
  unsigned traits = 0;
  if (any(seen.high, 0x80)) traits |= kNonAsciiBytes;
  if (any(seen.control)) traits |= kControlBytes;
  if (any(seen.escape)) traits |= kEscapeMarks;
  if (any(seen.spaced)) traits |= kSpacedLetters;
  return traits;
}

}  // namespace mcpjury
