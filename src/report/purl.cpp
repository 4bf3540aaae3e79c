#include "report/purl.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"

namespace mcpjury {
namespace {

struct PurlType {
  std::string_view ecosystem, type;
  bool lower;  // the specification writes names of this type in lower case
};
constexpr PurlType kPurlTypes[] = {
    {"npm", "npm", true},          {"PyPI", "pypi", true},          {"Go", "golang", true},
    {"crates.io", "cargo", false}, {"Maven", "maven", false},       {"NuGet", "nuget", false},
    {"RubyGems", "gem", false},    {"Packagist", "composer", true}, {"GitHub Actions", "github", true},
    {"Docker", "docker", true}};

}  // namespace

std::string percent_encoded(std::string_view text, std::string_view keep) {
  std::string out;
  for (const char c : text) {
    const bool plain = ascii::is_alnum(c) || std::string_view("-._~").find(c) != std::string_view::npos ||
                       keep.find(c) != std::string_view::npos;
    if (plain) {
      out += c;
    } else {
      out += fmt::format("%{:02X}", static_cast<unsigned char>(c));
    }
  }
  return out;
}

std::string purl_of(std::string_view ecosystem, std::string_view name, std::string_view version) {
  if (name.empty()) return {};
  PurlType type{ecosystem, "generic", false};
  for (const PurlType& known : kPurlTypes) {
    if (known.ecosystem == ecosystem) type = known;
  }
  std::string path = type.lower ? ascii::lowered(name) : std::string(name);
  if (type.type == "pypi") std::replace(path.begin(), path.end(), '_', '-');
  if (type.type == "maven") std::replace(path.begin(), path.end(), ':', '/');
  std::string out = fmt::format("pkg:{}/{}", type.type, percent_encoded(path, "/"));
  if (!version.empty()) out += "@" + percent_encoded(version, ":");
  return out;
}

}  // namespace mcpjury
