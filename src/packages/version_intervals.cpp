#include "packages/version_intervals.h"

#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

Holds interval_holds(std::string_view inside, bool open_below, bool open_above, std::string_view version,
                     CompareFunction compare) {
  const std::size_t comma = inside.find(',');
  const std::string_view low = trim(inside.substr(0, comma));
  if (comma == std::string_view::npos) {
    if (open_below || open_above || low.empty())
      return std::nullopt;  // "(1.0)" holds nothing and is an error
    const auto order = compare(version, low);
    if (!order) return std::nullopt;
    return *order == 0;
  }
  const std::string_view high = trim(inside.substr(comma + 1));
  if (high.find(',') != std::string_view::npos) return std::nullopt;
  bool inside_bounds = compare(version, version).has_value();
  if (!inside_bounds) return std::nullopt;
  if (!low.empty()) {
    const auto order = compare(version, low);
    if (!order) return std::nullopt;
    inside_bounds = open_below ? *order > 0 : *order >= 0;
  }
  if (!high.empty()) {
    const auto order = compare(version, high);
    if (!order) return std::nullopt;
    inside_bounds = inside_bounds && (open_above ? *order < 0 : *order <= 0);
  }
  return inside_bounds;
}

}  // namespace

Holds intervals_hold(std::string_view text, std::string_view version, CompareFunction compare) {
  bool any = false;
  for (;;) {
    text = trim(text);
    if (text.empty() || (text.front() != '[' && text.front() != '(')) return std::nullopt;
    const std::size_t end = text.find_first_of("])");
    if (end == std::string_view::npos) return std::nullopt;
    const auto one =
        interval_holds(text.substr(1, end - 1), text.front() == '(', text[end] == ')', version, compare);
    if (!one) return std::nullopt;
    any = any || *one;
    text = trim(text.substr(end + 1));
    if (text.empty()) return any;
    if (!take(text, ",")) return std::nullopt;
  }
}

}  // namespace mcpjury::versions
