#include "packages/versions.h"

#include <array>
#include <utility>

#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury {
namespace {

using versions::kMaxRangeText;
using versions::kMaxVersionText;

constexpr std::array<std::pair<Ecosystem, std::string_view>, 8> kNames = {{
    {Ecosystem::kNpm, "npm"},
    {Ecosystem::kPyPI, "PyPI"},
    {Ecosystem::kGo, "Go"},
    {Ecosystem::kCrates, "crates.io"},
    {Ecosystem::kMaven, "Maven"},
    {Ecosystem::kNuGet, "NuGet"},
    {Ecosystem::kRubyGems, "RubyGems"},
    {Ecosystem::kPackagist, "Packagist"},
}};

// PEP 503: runs of "-", "_" and "." are one "-".
std::string pep503_name(std::string_view name) {
  std::string out;
  out.reserve(name.size());
  for (const char c : name) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (!separator) out += versions::lower(c);
    if (separator && (out.empty() || out.back() != '-')) out += '-';
  }
  return out;
}

}  // namespace

Ecosystem ecosystem_from(std::string_view osv_name) {
  // "Maven:https://…" and "Debian:12" name a repository or release after the colon.
  osv_name = osv_name.substr(0, osv_name.find(':'));
  for (const auto& [ecosystem, name] : kNames) {
    if (name == osv_name) return ecosystem;
  }
  return Ecosystem::kOther;
}

std::string_view osv_name(Ecosystem ecosystem) {
  for (const auto& [known, name] : kNames) {
    if (known == ecosystem) return name;
  }
  return "";
}

std::optional<int> compare_versions(Ecosystem ecosystem, std::string_view a, std::string_view b) {
  if (a.size() > kMaxVersionText || b.size() > kMaxVersionText) return std::nullopt;
  switch (ecosystem) {
    case Ecosystem::kNpm:
      return versions::compare_npm(a, b);
    case Ecosystem::kPyPI:
      return versions::compare_pypi(a, b);
    case Ecosystem::kGo:
      return versions::compare_go(a, b);
    case Ecosystem::kCrates:
      return versions::compare_cargo(a, b);
    case Ecosystem::kMaven:
      return versions::compare_maven(a, b);
    case Ecosystem::kNuGet:
      return versions::compare_nuget(a, b);
    case Ecosystem::kRubyGems:
      return versions::compare_rubygems(a, b);
    case Ecosystem::kPackagist:
      return versions::compare_packagist(a, b);
    case Ecosystem::kOther:
      break;
  }
  return std::nullopt;
}

std::string normal_name(Ecosystem ecosystem, std::string_view name) {
  switch (ecosystem) {
    case Ecosystem::kPyPI:
      return pep503_name(name);
    case Ecosystem::kNuGet:
    case Ecosystem::kPackagist:
      return versions::lower(name);
    default:
      return std::string(name);
  }
}

std::optional<bool> range_holds(Ecosystem ecosystem, std::string_view range, std::string_view version) {
  if (range.size() > kMaxRangeText || version.size() > kMaxVersionText) return std::nullopt;
  switch (ecosystem) {
    case Ecosystem::kNpm:
      return versions::npm_range_holds(range, version);
    case Ecosystem::kPyPI:
      return versions::pypi_range_holds(range, version);
    case Ecosystem::kGo:
      return versions::go_range_holds(range, version);
    case Ecosystem::kCrates:
      return versions::cargo_range_holds(range, version);
    case Ecosystem::kMaven:
      return versions::maven_range_holds(range, version);
    case Ecosystem::kNuGet:
      return versions::nuget_range_holds(range, version);
    case Ecosystem::kRubyGems:
      return versions::rubygems_range_holds(range, version);
    case Ecosystem::kPackagist:
      return versions::packagist_range_holds(range, version);
    case Ecosystem::kOther:
      break;
  }
  return std::nullopt;
}

}  // namespace mcpjury
