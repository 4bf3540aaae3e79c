#include <algorithm>

#include "packages/semver.h"

namespace mcpjury::versions {
namespace {

// The first version of the series after the one that the first `kept` numbers name.
Semver series_end(const Semver& version, std::size_t kept) {
  Semver out;
  for (std::size_t i = 0; i < kept; ++i) out.core[i] = version.core[i];
  out.core[kept - 1] = next_number(version.core[kept - 1]);
  out.prerelease = "0";
  return out;
}

Semver released(Semver version) {
  version.prerelease.clear();
  return version;
}

void add_series(const PartialSemver& partial, std::size_t kept, std::vector<SemverComparator>& out) {
  out.push_back({Op::kGreaterEqual, partial.version});
  out.push_back({Op::kLess, series_end(partial.version, kept)});
}

// A caret keeps everything up to the leftmost number that is not zero.
std::size_t caret_kept(const PartialSemver& partial) {
  for (std::size_t i = 0; i < partial.given; ++i) {
    if (partial.version.core[i] != "0") return i + 1;
  }
  return partial.given;
}

void add_nothing(std::vector<SemverComparator>& out) {
  Semver lowest;
  lowest.prerelease = "0";
  out.push_back({Op::kLess, lowest});
}

// An operator in front of a version with absent parts speaks of the whole series.
void add_partial(std::string_view op, const PartialSemver& partial, std::vector<SemverComparator>& out) {
  if (partial.given == 0) {
    if (op == "<" || op == ">") add_nothing(out);
    return;
  }
  const Semver after = series_end(partial.version, partial.given);
  Semver before = partial.version;
  before.prerelease = "0";
  if (op == ">") out.push_back({Op::kGreaterEqual, released(after)});
  if (op == ">=") out.push_back({Op::kGreaterEqual, partial.version});
  if (op == "<") out.push_back({Op::kLess, before});
  if (op == "<=") out.push_back({Op::kLess, after});
  if (op.empty() || op == "=") add_series(partial, partial.given, out);
}

bool same_core(const Semver& a, const Semver& b) { return a.core == b.core; }

}  // namespace

std::optional<PartialSemver> parse_partial_semver(std::string_view text) {
  PartialSemver out;
  for (std::size_t i = 0; i < 3; ++i) {
    if (i > 0 && !take(text, ".")) {
      if (text.empty()) return out;
      return std::nullopt;
    }
    if (!text.empty() && (text.front() == 'x' || text.front() == 'X' || text.front() == '*')) {
      text.remove_prefix(1);
      out.wildcard = true;
      continue;
    }
    const std::string_view digits = take_digits(text);
    if (digits.empty() || (digits.size() > 1 && digits.front() == '0')) return std::nullopt;
    if (out.wildcard) {
      out.mixed = true;
      continue;
    }
    out.version.core[i] = digits;
    out.given = i + 1;
  }
  const auto suffix = parse_semver("0.0.0" + std::string(text));
  if (!suffix) return std::nullopt;
  if (out.given == 3) out.version.prerelease = suffix->prerelease;
  return out;
}

bool add_comparators(std::string_view op, const PartialSemver& partial, std::vector<SemverComparator>& out) {
  if (op == "^" || op == "~") {
    if (partial.given == 0) return true;
    add_series(partial, op == "^" ? caret_kept(partial) : std::min<std::size_t>(partial.given, 2), out);
    return true;
  }
  const bool known = op.empty() || op == "=" || op == "<" || op == "<=" || op == ">" || op == ">=";
  if (!known || partial.mixed) return false;
  if (partial.given < 3) {
    add_partial(op, partial, out);
    return true;
  }
  const Op which = op == "<"    ? Op::kLess
                   : op == "<=" ? Op::kLessEqual
                   : op == ">"  ? Op::kGreater
                   : op == ">=" ? Op::kGreaterEqual
                                : Op::kEqual;
  out.push_back({which, partial.version});
  return true;
}

void add_hyphen_range(const PartialSemver& from, const PartialSemver& to,
                      std::vector<SemverComparator>& out) {
  if (from.given > 0) out.push_back({Op::kGreaterEqual, from.version});
  if (to.given == 3) out.push_back({Op::kLessEqual, to.version});
  if (to.given > 0 && to.given < 3) out.push_back({Op::kLess, series_end(to.version, to.given)});
}

bool all_hold(const std::vector<SemverComparator>& comparators, const Semver& version) {
  for (const auto& comparator : comparators) {
    if (!holds(comparator.op, compare_semver(version, comparator.version))) return false;
  }
  if (version.prerelease.empty()) return true;
  return std::any_of(comparators.begin(), comparators.end(), [&](const SemverComparator& comparator) {
    return !comparator.version.prerelease.empty() && same_core(comparator.version, version);
  });
}

}  // namespace mcpjury::versions
