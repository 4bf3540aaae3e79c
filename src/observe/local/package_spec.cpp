#include <algorithm>

#include "base/escape.h"
#include "observe/local/launch_plan.h"

namespace mcpjury {
namespace {

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool only(std::string_view text, std::string_view more) {
  return std::all_of(text.begin(), text.end(),
                     [&](char c) { return is_letter_or_digit(c) || more.find(c) != more.npos; });
}

Error not_a_package(std::string_view text) {
  return {ErrorCode::kRefused,
          "'" + escape_terminal(clip(text, 120)) +
              "' is no package of a registry; folders, archives and git addresses are not fetched"};
}

// PEP 503.
std::string normal_python_name(std::string_view name) {
  std::string normal;
  for (const char c : name) {
    const bool separator = c == '-' || c == '_' || c == '.';
    if (separator && !normal.empty() && normal.back() == '-') continue;
    normal += separator ? '-' : static_cast<char>(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
  }
  return normal;
}

}  // namespace

Result<PackageSpec> parse_npm_spec(std::string_view text) {
  const std::size_t at = text.find('@', 1);
  PackageSpec spec{std::string(text.substr(0, at)),
                   at == std::string_view::npos ? "" : std::string(text.substr(at + 1))};
  std::string_view name = spec.name;
  if (!name.empty() && name[0] == '@') {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash < 2 || !only(name.substr(1, slash - 1), "-_.~"))
      return not_a_package(text);
    name.remove_prefix(slash + 1);
  }
  const bool named = !name.empty() && name.size() <= 214 && name[0] != '.' && name[0] != '-' &&
                     name[0] != '_' && only(name, "-_.~");
  // Ranges hold blanks and signs; a colon or a slash would be another kind of source.
  if (!named || !only(spec.version, "-_.~^<>=|*+ ")) return not_a_package(text);
  if (at != std::string_view::npos && spec.version.empty()) return not_a_package(text);
  return spec;
}

Result<PackageSpec> parse_python_spec(std::string_view text) {
  const std::size_t end = std::min(text.find_first_of("[=<>!~@ ;"), text.size());
  const std::string_view name = text.substr(0, end);
  if (name.empty() || !is_letter_or_digit(name.front()) || !is_letter_or_digit(name.back()) ||
      !only(name, "-_."))
    return not_a_package(text);
  std::string_view rest = text.substr(end);
  if (!rest.empty() && rest[0] == '[') {
    const std::size_t close = rest.find(']');
    if (close == std::string_view::npos || !only(rest.substr(1, close - 1), "-_.,"))
      return not_a_package(text);
    rest.remove_prefix(close + 1);
  }
  PackageSpec spec{normal_python_name(name), std::string(rest)};
  if (!rest.empty() && rest[0] == '@') {
    const std::string_view version = rest.substr(1);
    if (version.empty() || !only(version, ".+!-_")) return not_a_package(text);
    spec.version = version == "latest" ? "" : "==" + std::string(version);
  }
  if (!only(spec.version, "=<>!~,.*+-_")) return not_a_package(text);
  return spec;
}

}  // namespace mcpjury
