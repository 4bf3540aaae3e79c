#include "packages/python_spec.h"

#include <algorithm>
#include <array>
#include <cctype>

#include "packages/text_lines.h"

namespace mcpjury {
namespace {

bool is_name_char(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_' || c == '.';
}

}  // namespace

std::optional<PythonRequirement> read_python_requirement(std::string_view text) {
  PythonRequirement out;
  text = trim(text);
  std::size_t end = 0;
  while (end < text.size() && is_name_char(text[end])) ++end;
  if (end == 0) return std::nullopt;
  out.name = text.substr(0, end);
  text = trim(text.substr(end));
  if (text.starts_with("[")) {
    const std::size_t close = text.find(']');
    if (close == std::string_view::npos) return std::nullopt;
    out.extras = text.substr(1, close - 1);
    text = trim(text.substr(close + 1));
  }
  if (text.starts_with("@")) {
    // A marker behind an address needs a blank before the semicolon; addresses may hold one without.
    std::size_t marker = text.find(" ;");
    if (marker == std::string_view::npos) marker = text.size();
    out.url = trim(text.substr(1, marker - 1));
    out.marker = trim(text.substr(std::min(marker + 2, text.size())));
    return out;
  }
  const std::size_t semicolon = std::min(text.find(';'), text.size());
  out.versions = trim(text.substr(0, semicolon));
  out.marker = trim(text.substr(std::min(semicolon + 1, text.size())));
  if (out.versions.starts_with("(") && out.versions.ends_with(")")) {
    out.versions = trim(out.versions.substr(1, out.versions.size() - 2));
  }
  if (!out.versions.empty() && std::string_view("=<>!~").find(out.versions[0]) == std::string_view::npos) {
    return std::nullopt;
  }
  return out;
}

void set_python_version(PackageRow& row, std::string_view versions) {
  row.version = versions;
  row.range = !versions.empty();
  if (!versions.starts_with("==") || versions.find_first_of(",*") != std::string_view::npos) return;
  row.version = trim(versions.substr(versions.starts_with("===") ? 3 : 2));
  row.range = false;
}

PackageRow python_row(const PythonRequirement& requirement) {
  PackageRow row;
  row.ecosystem = "PyPI";
  row.name = requirement.name;
  set_python_version(row, requirement.versions);
  row.resolved = requirement.url;
  return row;
}

bool is_development_group(std::string_view name) {
  static constexpr std::array<std::string_view, 24> kNames = {
      "dev",     "devel", "develop", "development", "test",  "tests", "testing", "doc",
      "docs",    "lint",  "linting", "typing",      "types", "mypy",  "format",  "ci",
      "release", "build", "bench",   "benchmark",   "cov",   "style", "check",   "tox"};
  std::string lower(name.substr(0, 60));
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return std::find(kNames.begin(), kNames.end(), lower) != kNames.end();
}

}  // namespace mcpjury
