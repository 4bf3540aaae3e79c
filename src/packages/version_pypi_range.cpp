#include "packages/pep440.h"
#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

Pep440 without_local(Pep440 version) {
  version.local.clear();
  return version;
}

bool is_plain(const Pep440& version) {
  return !version.is_prerelease() && !version.post && version.local.empty();
}

// "==1.1.*": the version, filled with zeros to the length of the prefix, starts with it.
bool matches_prefix(const Pep440& prefix, const Pep440& version) {
  if (compare_numbers(prefix.epoch, version.epoch) != 0) return false;
  for (std::size_t i = 0; i < prefix.release.size(); ++i) {
    const std::string_view number = i < version.release.size() ? std::string_view(version.release[i]) : "0";
    if (compare_numbers(prefix.release[i], number) != 0) return false;
  }
  return true;
}

bool equals(const Pep440& wanted, const Pep440& version) {
  return compare_pep440(wanted, wanted.local.empty() ? without_local(version) : version) == 0;
}

// "Compatible release": not older, and of the same series. Suffixes do not count for the series.
Holds compatible(const Pep440& wanted, const Pep440& version) {
  if (wanted.release.size() < 2) return std::nullopt;
  Pep440 series;
  series.epoch = wanted.epoch;
  series.release.assign(wanted.release.begin(), wanted.release.end() - 1);
  return compare_pep440(without_local(version), wanted) >= 0 && matches_prefix(series, version);
}

// "<1.0" does not hold 1.0rc1 or 1.0.dev1, unless the clause names a pre-release itself.
bool less(Pep440 wanted, const Pep440& version) {
  if (!wanted.is_prerelease()) wanted.dev = "0";
  return compare_pep440(version, wanted) < 0;
}

// ">1.0" holds neither 1.0.post1 nor 1.0+local; ">1.0.post1" holds 1.0.post2.
bool greater(Pep440 wanted, const Pep440& version) {
  if (wanted.dev) {
    wanted.dev = next_number(*wanted.dev);
    return compare_pep440(version, wanted) >= 0;
  }
  if (wanted.post) {
    wanted.post = next_number(*wanted.post);
    wanted.dev = "0";
    return compare_pep440(version, wanted) >= 0;
  }
  const bool same_family = compare_releases(version, wanted) == 0 &&
                           version.pre_letter == wanted.pre_letter &&
                           compare_numbers(version.pre_number, wanted.pre_number) == 0;
  return !same_family && compare_pep440(version, wanted) > 0;
}

Holds clause_holds(std::string_view clause, const Pep440& version, std::string_view text) {
  static constexpr std::string_view kOperators[] = {"===", "~=", "==", "!=", "<=", ">=", "<", ">"};
  std::string_view op;
  for (const auto known : kOperators) {
    if (take(clause, known)) {
      op = known;
      break;
    }
  }
  if (op.empty()) return std::nullopt;
  clause = trim(clause);
  if (op == "===") return lower(clause) == lower(trim(text));
  const bool equality = op == "==" || op == "!=";
  const bool prefix = clause.ends_with(".*");
  if (prefix) clause.remove_suffix(2);
  const auto wanted = parse_pep440(clause);
  if (!wanted || (prefix && (!equality || !is_plain(*wanted)))) return std::nullopt;
  if (!equality && !wanted->local.empty()) return std::nullopt;
  if (equality) {
    const bool same = prefix ? matches_prefix(*wanted, version) : equals(*wanted, version);
    return same == (op == "==");
  }
  if (op == "~=") return compatible(*wanted, version);
  if (op == "<") return less(*wanted, version);
  if (op == ">") return greater(*wanted, version);
  const int order = compare_pep440(without_local(version), *wanted);
  return op == "<=" ? order <= 0 : order >= 0;
}

}  // namespace

Holds pypi_range_holds(std::string_view range, std::string_view version) {
  const auto wanted = parse_pep440(version);
  if (!wanted) return std::nullopt;
  bool all = true;
  for (const auto clause : split(range, ',')) {
    if (trim(clause).empty()) continue;  // a comma at the end is allowed, and no clause holds everything
    const auto one = clause_holds(trim(clause), *wanted, version);
    if (!one) return std::nullopt;
    all = all && *one;
  }
  return all;
}

}  // namespace mcpjury::versions
