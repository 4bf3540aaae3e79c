#include "store/neighbour_keys.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "store/store.h"

namespace mcpjury {
namespace {

// FNV-1a: what is stored must mean the same on every machine and in every later version.
std::int64_t print_without(std::string_view text, std::size_t first, std::size_t second) {
  std::uint64_t hash = 14695981039346656037u;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i == first || i == second) continue;
    hash = (hash ^ static_cast<unsigned char>(text[i])) * 1099511628211u;
  }
  return static_cast<std::int64_t>((hash ^ (hash >> 48)) & 0xFFFFFFFFFFFFu);
}

constexpr std::size_t kNone = std::string_view::npos;

}  // namespace

std::string near_key(std::string_view tool) {
  std::string out;
  for (const char c : tool) {
    if (c == '_' || c == '-' || c == ' ' || c == '.') continue;
    if (out.size() == kLongestNearKey) break;
    out += ascii::lower(c);
  }
  if (out.size() < kShortestNearKey) out.clear();
  return out;
}

std::string name_prints(const std::vector<std::string>& name_keys) {
  std::vector<std::uint32_t> prints;
  for (const std::string& key : name_keys)
    prints.push_back(static_cast<std::uint32_t>(print_without(key, kNone, kNone)));
  std::sort(prints.begin(), prints.end());
  prints.erase(std::unique(prints.begin(), prints.end()), prints.end());
  std::string out;
  for (const std::uint32_t print : prints) {
    for (int shift = 28; shift >= 0; shift -= 4) out += "0123456789abcdef"[(print >> shift) & 15u];
  }
  return out;
}

std::uint32_t shared_names(std::string_view left, std::string_view right) {
  constexpr std::size_t kDigits = 8;
  std::uint32_t out = 0;
  while (left.size() >= kDigits && right.size() >= kDigits) {
    const int order = left.substr(0, kDigits).compare(right.substr(0, kDigits));
    out += order == 0 ? 1 : 0;
    if (order <= 0) left.remove_prefix(kDigits);
    if (order >= 0) right.remove_prefix(kDigits);
  }
  return out;
}

std::vector<std::int64_t> deletion_prints(std::string_view text, int deletions) {
  std::vector<std::int64_t> out{print_without(text, kNone, kNone)};
  for (std::size_t i = 0; i < text.size(); ++i) {
    out.push_back(print_without(text, i, kNone));
    for (std::size_t j = i + 1; deletions > 1 && j < text.size(); ++j)
      out.push_back(print_without(text, i, j));
  }
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

std::size_t edits_between(std::string_view left, std::string_view right, std::size_t limit) {
  left = left.substr(0, kLongestNearKey);
  right = right.substr(0, kLongestNearKey);
  using Row = std::array<std::size_t, kLongestNearKey + 1>;
  Row before{}, last{}, now{};
  for (std::size_t j = 0; j <= right.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= left.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= right.size(); ++j) {
      const std::size_t exchanged = last[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1);
      now[j] = std::min({exchanged, last[j] + 1, now[j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && left[i - 1] == right[j - 2] && left[i - 2] == right[j - 1];
      if (swapped) now[j] = std::min(now[j], before[j - 2] + 1);
    }
    before = last;
    last = now;
  }
  return std::min(last[right.size()], limit + 1);
}

}  // namespace mcpjury
