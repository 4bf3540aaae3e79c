#include <algorithm>

#include "serve/api.h"

namespace mcpjury {
namespace {

std::vector<std::string_view> parts_of(std::string_view path) {
  std::vector<std::string_view> out;
  while (!path.empty()) {
    path.remove_prefix(1);  // the slash
    const std::size_t end = std::min(path.find('/'), path.size());
    out.push_back(path.substr(0, end));
    path.remove_prefix(end);
  }
  return out;
}

// "report.{format}" takes "report.sarif"; "{server}.svg" takes "abc.svg". False: it does not fit.
bool part_fits(std::string_view pattern, std::string_view part, std::vector<std::string_view>& values) {
  const std::size_t open = pattern.find('{');
  if (open == std::string_view::npos) return pattern == part;
  const std::size_t close = pattern.find('}');
  const std::string_view before = pattern.substr(0, open), after = pattern.substr(close + 1);
  if (part.size() <= before.size() + after.size() || !part.starts_with(before) || !part.ends_with(after))
    return false;
  values.push_back(part.substr(before.size(), part.size() - before.size() - after.size()));
  return true;
}

bool path_fits(const std::vector<std::string_view>& pattern, const std::vector<std::string_view>& parts,
               std::vector<std::string_view>& values) {
  if (pattern.size() != parts.size()) return false;
  values.clear();
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!part_fits(pattern[i], parts[i], values)) return false;
  }
  return true;
}

}  // namespace

Matched match_route(std::string_view method, std::string_view path) {
  static const auto kPatterns = [] {
    std::vector<std::vector<std::string_view>> out;
    for (const Route& route : routes()) out.push_back(parts_of(route.path));
    return out;
  }();
  if (method == "HEAD") method = "GET";
  Matched out;
  const auto parts = parts_of(path);
  std::vector<std::string_view> raw;
  for (std::size_t i = 0; i < kPatterns.size(); ++i) {
    const Route& route = routes()[i];
    if (!path_fits(kPatterns[i], parts, raw)) continue;
    if (route.method != method) {
      if (out.allow.find(route.method) == std::string::npos) {
        if (!out.allow.empty()) out.allow += ", ";
        out.allow += route.method;
      }
      continue;
    }
    out.route = &route;
    for (const std::string_view value : raw) {
      auto decoded = percent_decoded(value, false);
      if (!decoded) out.broken = true;
      out.values.push_back(decoded.value_or(""));
    }
    return out;
  }
  return out;
}

}  // namespace mcpjury
