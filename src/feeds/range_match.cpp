#include "feeds/range_match.h"

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "base/ascii.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxPoints = 4'000;

void add_numbers_bumped(std::string_view version, std::set<std::string>& out) {
  // 1.2.3 -> 1.2.4, 1.3.0, 2.0.0: just above it in each series. What follows the numbers is dropped, so that
  // 1.2.3-beta gives 1.2.3 too.
  std::vector<unsigned long> parts;
  std::string_view rest = version;
  while (!rest.empty() && !ascii::is_digit(rest.front())) rest.remove_prefix(1);
  while (parts.size() < 4 && !rest.empty() && ascii::is_digit(rest.front())) {
    unsigned long value = 0;
    std::size_t digits = 0;
    for (; !rest.empty() && ascii::is_digit(rest.front()) && digits < 9; ++digits) {
      value = value * 10 + static_cast<unsigned long>(rest.front() - '0');
      rest.remove_prefix(1);
    }
    if (digits == 9) return;
    parts.push_back(value);
    if (rest.empty() || rest.front() != '.') break;
    rest.remove_prefix(1);
  }
  if (parts.empty()) return;
  while (parts.size() < 3) parts.push_back(0);
  const auto text = [](const std::vector<unsigned long>& numbers) {
    std::string joined;
    for (const unsigned long number : numbers) joined += (joined.empty() ? "" : ".") + std::to_string(number);
    return joined;
  };
  out.insert(text(parts));
  for (std::size_t i = parts.size(); i-- > 0;) {
    std::vector<unsigned long> next = parts;
    ++next[i];
    for (std::size_t j = i + 1; j < next.size(); ++j) next[j] = 0;
    out.insert(text(next));
  }
}

// The versions a range names: everything that begins with a digit.
void add_named(std::string_view range, std::set<std::string>& out) {
  std::size_t at = 0;
  while (at < range.size()) {
    if (!ascii::is_digit(range[at])) {
      ++at;
      continue;
    }
    std::size_t end = at;
    while (end < range.size() && range[end] != ' ' && range[end] != ',' && range[end] != '|' &&
           range[end] != ')' && range[end] != ']' && range[end] != '<' && range[end] != '>') {
      ++end;
    }
    const std::string_view word = range.substr(at, end - at);
    out.emplace(word);
    add_numbers_bumped(word, out);
    at = end;
  }
}

void add_points(const OsvRecord& record, std::set<std::string>& out) {
  for (const OsvAffected& affected : record.affected) {
    for (const auto& range : affected.ranges) {
      for (const OsvEvent& event : range.events) {
        if (range.type == "GIT" || out.size() > kMaxPoints) continue;
        out.insert(event.version);
        add_numbers_bumped(event.version, out);
      }
    }
    for (const std::string& version : affected.versions) {
      if (out.size() > kMaxPoints) return;
      out.insert(version);
      add_numbers_bumped(version, out);
    }
  }
}

}  // namespace

bool affects_everything(const OsvRecord& record) {
  return std::any_of(record.affected.begin(), record.affected.end(), [](const OsvAffected& affected) {
    return std::any_of(affected.ranges.begin(), affected.ranges.end(), [](const OsvAffected::Range& range) {
      return range.type != "GIT" && range.events.size() == 1 && range.events[0].version == "0" &&
             range.events[0].type == OsvEvent::Type::kIntroduced;
    });
  });
}

bool is_exact_version(std::string_view ecosystem, std::string_view text) {
  const Ecosystem known = ecosystem_from(ecosystem);
  if (known == Ecosystem::kOther) return !text.empty();
  return compare_versions(known, text, text).has_value();
}

Affected range_affected(const OsvRecord& record, std::string_view ecosystem, std::string_view name,
                        std::string_view range) {
  if (affects_everything(record)) return Affected::kYes;
  const Ecosystem known = ecosystem_from(ecosystem);
  std::set<std::string> points = {"0.0.0", "0.0.1", "999999.0.0"};
  add_named(range, points);
  add_points(record, points);
  if (points.size() > kMaxPoints) return Affected::kUnknown;
  bool some = false, not_some = false;
  // The go and toolchain lines of a go.mod name the least version; what builds the program may be newer.
  const auto holds = [&](const std::string& point) -> std::optional<bool> {
    if (known != Ecosystem::kGo) return range_holds(known, range, point);
    const auto order = compare_versions(known, range, point);
    return order ? std::optional(*order <= 0) : std::nullopt;
  };
  for (const std::string& point : points) {
    const auto held = holds(point);
    if (!held || !*held) continue;
    switch (is_affected(record, ecosystem, name, point)) {
      case Affected::kYes:
        some = true;
        break;
      case Affected::kNo:
        not_some = true;
        break;
      case Affected::kUnknown:
        some = not_some = true;
        break;
    }
  }
  if (some) return not_some ? Affected::kUnknown : Affected::kYes;
  // A range that holds none of the points cannot be read ("latest", a tag, an address).
  return not_some ? Affected::kNo : Affected::kUnknown;
}

}  // namespace mcpjury
