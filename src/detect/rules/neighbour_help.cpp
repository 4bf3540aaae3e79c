#include "detect/rules/neighbour_help.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/ascii.h"
#include "detect/name_distance.h"
#include "model/identity.h"
#include "model/utc_time.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

constexpr std::int64_t kEstablishedSeconds = 7 * 24 * 3600;
constexpr std::size_t kLongestEnding = 3;  // of an inflected word: issue, issues, issued, creating
constexpr std::size_t kShortestWord = 4;
constexpr std::uint32_t kFewTools = 3;

// Words of the text that are a form of one of the two; of two that both fit, the longer one is meant.
struct WordCounts {
  std::size_t own = 0, other = 0;
};
WordCounts count_forms(std::string_view text, std::string_view own, std::string_view other) {
  WordCounts counts;
  const auto is_form = [](std::string_view word, std::string_view of) {
    return word.size() >= of.size() && word.size() <= of.size() + kLongestEnding &&
           ascii::equal_ignoring_case(word.substr(0, of.size()), of);
  };
  for (std::size_t at = 0; at < text.size();) {
    if (!ascii::is_alnum(text[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < text.size() && ascii::is_alnum(text[end])) ++end;
    const std::string_view word = text.substr(at, end - at);
    const bool for_own = is_form(word, own), for_other = is_form(word, other);
    if (for_own && (!for_other || own.size() > other.size())) ++counts.own;
    if (for_other && (!for_own || other.size() > own.size())) ++counts.other;
    at = end;
  }
  return counts;
}

}  // namespace

bool same_server_name(std::string_view left, std::string_view right) {
  return !left.empty() && fold(left).view() == fold(right).view();
}

bool same_product(const DetectInput& input, const OtherServer& other) {
  const auto own = static_cast<std::uint32_t>(input.surface.tools.size());
  const std::uint32_t smaller = std::min(own, other.tools), larger = std::max(own, other.tools);
  if (smaller == 0) return false;
  if (same_server_name(input.surface.server_name, other.name)) return other.shared_tools * 10 >= smaller * 6;
  return larger >= kFewTools && other.shared_tools * 10 >= larger * 8;
}

bool foreign_publisher(const DetectInput& input, const FingerprintView& view, const OtherServer& other) {
  return other.related.empty() && !view.publisher.empty() && !other.publisher.empty() &&
         view.publisher != other.publisher && !same_product(input, other);
}

bool other_subject(const DetectInput& input, const OtherServer& other) {
  if (other.shared_tools * 2 > input.surface.tools.size()) return false;
  const std::vector<std::string> ours = identity_tokens(input.surface.server_name);
  const std::vector<std::string> theirs = identity_tokens(other.name);
  return std::none_of(ours.begin(), ours.end(), [&](const std::string& word) {
    return std::find(theirs.begin(), theirs.end(), word) != theirs.end();
  });
}

bool clearly_earlier(std::string_view theirs, std::string_view ours) {
  const auto left = unix_seconds(theirs), right = unix_seconds(ours);
  return left && right && *left + kEstablishedSeconds <= *right;
}

bool misspelt_by_own_words(const ToolView& tool, std::string_view other_name) {
  const NearName near = one_edit_apart(tool.name, other_name);
  if (!near.near || near.ordinary) return false;
  const std::vector<std::string> own = split_name(tool.name), other = split_name(other_name);
  if (own.size() != other.size()) return false;
  std::size_t differs = own.size();
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (own[i] == other[i]) continue;
    if (differs != own.size()) return false;
    differs = i;
  }
  if (differs == own.size() || other[differs].size() < kShortestWord) return false;
  WordCounts counts;
  for (const std::string_view text : {tool.title, tool.annotations.title, tool.description}) {
    const WordCounts found = count_forms(text, own[differs], other[differs]);
    counts.own += found.own;
    counts.other += found.other;
  }
  return counts.other > 0 && counts.own == 0;
}

std::string who_is(const OtherServer& other, std::string_view first_seen) {
  std::string out(!other.name.empty() ? other.name : !other.host.empty() ? other.host : other.key);
  if (!other.publisher.empty() && other.publisher != out) out += fmt::format(" ({})", other.publisher);
  if (!first_seen.empty()) out += fmt::format(", seen since {}", first_seen.substr(0, 10));
  return out;
}

std::string who_is(const OtherServer& other) { return who_is(other, other.first_seen); }

}  // namespace mcpjury
