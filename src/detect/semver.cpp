#include "detect/semver.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace mcpjury {
namespace {

bool digits_only(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

bool identifiers(std::string_view text) {
  bool filled = false;
  for (char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    const bool letter = (byte | 0x20) >= 'a' && (byte | 0x20) <= 'z';
    if (c == '.') {
      if (!filled) return false;
      filled = false;
    } else if (letter || (c >= '0' && c <= '9') || c == '-') {
      filled = true;
    } else {
      return false;
    }
  }
  return filled;
}

int sign(std::uint64_t a, std::uint64_t b) { return a < b ? -1 : a > b ? 1 : 0; }

// Numeric identifiers by value (any length), before all others; the others by bytes.
int compare_identifier(std::string_view a, std::string_view b) {
  const bool a_number = digits_only(a), b_number = digits_only(b);
  if (a_number != b_number) return a_number ? -1 : 1;
  if (a_number) {
    a.remove_prefix(std::min(a.find_first_not_of('0'), a.size()));
    b.remove_prefix(std::min(b.find_first_not_of('0'), b.size()));
    if (a.size() != b.size()) return a.size() < b.size() ? -1 : 1;
  }
  const int order = a.compare(b);
  return order < 0 ? -1 : order > 0 ? 1 : 0;
}

std::string_view next_identifier(std::string_view& rest) {
  const std::size_t dot = std::min(rest.find('.'), rest.size());
  const std::string_view part = rest.substr(0, dot);
  rest.remove_prefix(std::min(dot + 1, rest.size()));
  return part;
}

}  // namespace

std::optional<SemVer> parse_semver(std::string_view text) {
  if (!text.empty() && (text[0] == 'v' || text[0] == 'V' || text[0] == '=')) text.remove_prefix(1);
  if (text.size() > 128) return std::nullopt;
  if (const std::size_t plus = text.find('+'); plus != std::string_view::npos) {
    if (!identifiers(text.substr(plus + 1))) return std::nullopt;
    text = text.substr(0, plus);
  }
  SemVer version;
  if (const std::size_t hyphen = text.find('-'); hyphen != std::string_view::npos) {
    version.pre_release = text.substr(hyphen + 1);
    if (!identifiers(version.pre_release)) return std::nullopt;
    text = text.substr(0, hyphen);
  }
  const std::array<std::uint64_t*, 3> parts = {&version.major, &version.minor, &version.patch};
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const char* end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, *parts[i]);
    if (read.ec != std::errc() || text.empty()) return std::nullopt;
    text.remove_prefix(static_cast<std::size_t>(read.ptr - text.data()));
    if (text.empty()) return version;
    if (text[0] != '.') return std::nullopt;
    text.remove_prefix(1);
  }
  return std::nullopt;
}

int compare(const SemVer& a, const SemVer& b) {
  if (const int order = sign(a.major, b.major)) return order;
  if (const int order = sign(a.minor, b.minor)) return order;
  if (const int order = sign(a.patch, b.patch)) return order;
  if (a.pre_release.empty() || b.pre_release.empty()) {
    return a.pre_release.empty() == b.pre_release.empty() ? 0 : a.pre_release.empty() ? 1 : -1;
  }
  std::string_view left = a.pre_release, right = b.pre_release;
  while (!left.empty() && !right.empty()) {
    if (const int order = compare_identifier(next_identifier(left), next_identifier(right))) return order;
  }
  return left.empty() == right.empty() ? 0 : left.empty() ? -1 : 1;
}

}  // namespace mcpjury
