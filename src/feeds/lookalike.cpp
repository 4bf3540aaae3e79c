#include "feeds/lookalike.h"

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

#include "feeds/popular_names.h"
#include "packages/versions.h"
#include "text/unicode_facts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxName = 214;
constexpr std::size_t kMinTypo = 6;  // letters; shorter names are near to one another by chance
constexpr std::size_t kMinTwoEdits = 12;

// 0 and o, 1, i and l, rn and m, vv and w: alike in many typefaces.
std::string folded(std::string_view name) {
  std::string out;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const char next = i + 1 < name.size() ? name[i + 1] : '\0';
    if (c == 'r' && next == 'n') {
      out += 'm';
      ++i;
    } else if (c == 'v' && next == 'v') {
      out += 'w';
      ++i;
    } else {
      out += c == '0' ? 'o' : c == '1' || c == 'i' ? 'l' : c;
    }
  }
  return out;
}

std::string without_digits(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c < '0' || c > '9') out += c;
  }
  return out;
}

// "parser" for "parse", "types" for "type": other words, not slips.
bool is_inflection(std::string_view a, std::string_view b) {
  if (a.size() > b.size()) std::swap(a, b);
  if (!b.starts_with(a)) return false;
  const std::string_view ending = b.substr(a.size());
  for (const std::string_view known : {"s", "es", "d", "r", "er", "ed", "y", "x", "js", "ts", "py"}) {
    if (ending == known) return true;
  }
  return false;
}

// A slip is inside one part of the name; the other parts are the same. False when the part that differs is a
// word of its own, a number or too short to mean anything.
bool is_slip(std::string_view popular, std::string_view name, const PopularNames& names) {
  if (without_digits(popular) == without_digits(name)) return false;
  const auto a = name_parts(popular), b = name_parts(name);
  if (a.size() != b.size()) {
    // A separator dropped or added on the way, not a part: "import-x" is another package than "import".
    const std::size_t common = std::min(a.size(), b.size());
    return !std::equal(a.begin(), a.begin() + static_cast<std::ptrdiff_t>(common), b.begin()) &&
           edit_distance(without_separators(popular), without_separators(name), 1) <= 1;
  }
  std::size_t differing = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i] == b[i]) continue;
    ++differing;
    if (is_inflection(a[i], b[i]) || names.is_word(b[i])) return false;
    // "broker" is no slip for "worker".
    if (a.size() > 1 && a[i].front() != b[i].front()) return false;
    if (a.size() > 1 && std::min(a[i].size(), b[i].size()) < 5) return false;
  }
  return differing == 1;
}

struct Found {
  const PopularName* popular = nullptr;
  int distance = 0;
  std::string_view kind;
};

void keep_nearest(Found& best, const Found& found) {
  if (best.popular == nullptr || found.distance < best.distance) best = found;
}

Found nearest_typo(std::string_view name, const PopularNames& names, bool confirmed) {
  Found best;
  const std::uint64_t letters = letters_of(name);
  const std::string fold = folded(name);
  for (const PopularName& popular : names.all()) {
    if (!popular.scope.empty()) continue;
    const std::size_t shorter = std::min(popular.name.size(), name.size());
    const std::size_t longer = std::max(popular.name.size(), name.size());
    const int limit = shorter >= kMinTwoEdits ? 2 : 1;
    if (longer - shorter > static_cast<std::size_t>(limit) || shorter < (confirmed ? 4u : kMinTypo)) continue;
    // Each edit changes at most two characters of the set.
    if (std::popcount(letters ^ popular.letters) > 2 * limit) continue;
    const int distance = edit_distance(popular.name, name, limit);
    if (distance > limit) continue;
    if (fold == folded(popular.name)) {
      keep_nearest(best, {&popular, distance, "confusable"});
      continue;
    }
    if (!confirmed && !is_slip(popular.name, name, names)) continue;
    // The first letter is what people get right.
    if (!confirmed && popular.name.front() != name.front() && shorter < 8) continue;
    keep_nearest(best, {&popular, distance, "typo"});
  }
  return best;
}

Found squatted_scope(std::string_view name, const PopularNames& names) {
  const std::size_t slash = name.find('/');
  const std::string_view scope = name.substr(0, slash), rest = name.substr(slash + 1);
  if (names.has_scope(scope)) return {};  // whoever owns it owns the popular ones
  for (const PopularName& popular : names.all()) {
    if (popular.scope.size() < 6 || popular.rest != rest) continue;
    const int distance = edit_distance(popular.scope, scope, 1);
    const bool alike = without_separators(popular.scope) == without_separators(scope) ||
                       folded(popular.scope) == folded(scope);
    if ((distance <= 1 && !is_inflection(popular.scope, scope)) || alike)
      return {&popular, std::max(distance, 1), "scope"};
  }
  return {};
}

// "modelcontextprotocol-sdk" for "@modelcontextprotocol/sdk". Only for scopes that never published without
// one; many projects did before scopes came.
Found dropped_scope(std::string_view name, const PopularNames& names) {
  const std::string flat = without_separators(name);
  for (const std::string_view scope : {"@modelcontextprotocol", "@anthropic-ai", "@types"}) {
    const std::string start = without_separators(scope);
    if (!flat.starts_with(start) || flat == start) continue;
    // "typescript" begins with "types", too.
    if (name.size() <= start.size() || (name[start.size()] != '-' && name[start.size()] != '_')) continue;
    for (const PopularName& popular : names.all()) {
      if (popular.scope == scope && without_separators(popular.name) == flat) return {&popular, 2, "scope"};
    }
  }
  return {};
}

Found combination(std::string_view name, const PopularNames& names) {
  Found best;
  const auto parts = name_parts(name);
  for (const PopularName& popular : names.all()) {
    if (!popular.scope.empty() || popular.name.size() < 4) continue;
    const bool part = std::find(parts.begin(), parts.end(), popular.name) != parts.end() ||
                      (popular.name.size() >= 6 && name.find(popular.name) != std::string_view::npos);
    if (!part) continue;
    keep_nearest(best, {&popular, static_cast<int>(name.size() - popular.name.size()), "combination"});
  }
  return best;
}

Found find_in(std::string_view name, const PopularNames& names, bool confirmed) {
  if (name.starts_with('@') && name.find('/') != std::string_view::npos) return squatted_scope(name, names);
  const std::string flat = without_separators(name);
  if (flat.size() >= kMinTypo) {
    if (const PopularName* popular = names.by_flat(flat)) {
      return {popular, std::max(1, edit_distance(popular->name, name, 3)), "separator"};
    }
  }
  if (Found found = nearest_typo(name, names, confirmed); found.popular != nullptr) return found;
  if (Found found = dropped_scope(name, names); found.popular != nullptr) return found;
  return confirmed ? combination(name, names) : Found{};
}

}  // namespace

int edit_distance(std::string_view a, std::string_view b, int limit) {
  const std::size_t gap = a.size() > b.size() ? a.size() - b.size() : b.size() - a.size();
  if (gap > static_cast<std::size_t>(limit) || a.size() > kMaxName || b.size() > kMaxName) return limit + 1;
  // Optimal string alignment, three rows.
  std::array<std::array<int, kMaxName + 1>, 3> rows;
  for (std::size_t j = 0; j <= b.size(); ++j) rows[0][j] = static_cast<int>(j);
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto& row = rows[i % 3];
    const auto& above = rows[(i - 1) % 3];
    row[0] = static_cast<int>(i);
    int least = row[0];
    for (std::size_t j = 1; j <= b.size(); ++j) {
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
        row[j] = std::min(row[j], rows[(i - 2) % 3][j - 2] + 1);
      least = std::min(least, row[j]);
    }
    if (least > limit + 1) return limit + 1;  // a swap may come back by one
  }
  return std::min(rows[a.size() % 3][b.size()], limit + 1);
}

std::optional<Lookalike> find_lookalike(std::string_view ecosystem, std::string_view name, bool confirmed) {
  const Ecosystem known = ecosystem_from(ecosystem);
  if ((known != Ecosystem::kNpm && known != Ecosystem::kPyPI) || name.empty() || name.size() > kMaxName)
    return std::nullopt;
  const PopularNames& names = known == Ecosystem::kNpm ? PopularNames::npm() : PopularNames::pypi();
  const std::string normal = normal_name(known, name);
  if (names.known(normal)) return std::nullopt;
  const bool ascii =
      std::all_of(normal.begin(), normal.end(), [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) {
    // Letters of other scripts that look like these.
    const std::string seen = skeleton(normal);
    for (const PopularName& popular : names.all()) {
      if (popular.name.size() <= seen.size() + 2 && skeleton(popular.name) == seen)
        return Lookalike{std::string(popular.name), 1, "confusable"};
    }
    return std::nullopt;
  }
  const Found found = find_in(normal, names, confirmed);
  if (found.popular == nullptr) return std::nullopt;
  return Lookalike{std::string(found.popular->name), found.distance, found.kind};
}

}  // namespace mcpjury
