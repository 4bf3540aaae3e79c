#include "observe/package/package_name.h"

#include <algorithm>

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

bool only(std::string_view text, std::string_view more) {
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           more.find(c) != std::string_view::npos;
  });
}

bool is_npm_name(std::string_view name) {
  if (name.empty() || name.size() > 214) return false;
  if (name.front() == '@') {
    const std::size_t slash = name.find('/');
    if (slash == std::string_view::npos || slash < 2 || !only(name.substr(1, slash - 1), "-_.~"))
      return false;
    name.remove_prefix(slash + 1);
  }
  return !name.empty() && name.front() != '.' && name.front() != '_' && only(name, "-_.~");
}

bool is_python_name(std::string_view name) {
  return !name.empty() && name.size() <= 214 && only(name.substr(0, 1), "") &&
         only(name.substr(name.size() - 1), "") && only(name, "-_.");
}

}  // namespace

Result<PackageName> parse_package_name(std::string_view text) {
  const Error wrong{ErrorCode::kUsage,
                    escape_terminal(redact(clip(text, 200))) +
                        ": not a package; write npm:name, npm:@scope/name@version or pypi:name@version"};
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos) return wrong;
  const std::string_view scheme = text.substr(0, colon), rest = text.substr(colon + 1);
  PackageName out;
  if (scheme == "npm") {
    const std::size_t at = rest.find('@', 1);
    out.name = std::string(rest.substr(0, at));
    if (at != std::string_view::npos) out.wanted = std::string(rest.substr(at + 1));
    if (!is_npm_name(out.name) || (at != std::string_view::npos && out.wanted.empty())) return wrong;
  } else if (scheme == "pypi") {
    out.ecosystem = Ecosystem::kPyPI;
    const std::size_t end = std::min(rest.find_first_of("@=<>~!"), rest.size());
    if (!is_python_name(rest.substr(0, end))) return wrong;
    out.name = normal_name(Ecosystem::kPyPI, rest.substr(0, end));
    std::string_view version = rest.substr(end);
    if (version.starts_with('@')) {
      version.remove_prefix(1);
      if (version.empty()) return wrong;
    }
    if (version.starts_with("==") && version.find(',') == std::string_view::npos) version.remove_prefix(2);
    if (version != "latest") out.wanted = std::string(version);
  } else {
    return wrong;
  }
  if (out.wanted.size() > 200 || !only(out.wanted, "-_.~^<>=|*+ !,")) return wrong;
  return out;
}

}  // namespace mcpjury
