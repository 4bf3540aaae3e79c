#include "observe/package/npm_registry.h"

#include <stdio.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <sstream>

namespace mcpjury {
namespace {

constexpr std::size_t kMaxFile = 256u << 10;

std::string_view trimmed(std::string_view text) {
  const auto blank = [](char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '"'; };
  while (!text.empty() && blank(text.front())) text.remove_prefix(1);
  while (!text.empty() && blank(text.back())) text.remove_suffix(1);
  return text;
}

std::string read_small(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  std::string text(kMaxFile, '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  text.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
  return text;
}

// npm knows more places than we want to imitate; it is asked last because it takes a third of a second.
std::string ask_npm() {
  FILE* pipe = ::popen("npm config get registry 2>/dev/null </dev/null", "re");
  if (pipe == nullptr) return {};
  std::array<char, 512> line{};
  std::string answer;
  if (::fgets(line.data(), static_cast<int>(line.size()), pipe) != nullptr) answer = line.data();
  ::pclose(pipe);
  return std::string(trimmed(answer));
}

}  // namespace

std::string registry_in_npmrc(std::string_view text, std::string_view package) {
  const std::size_t slash = package.find('/');
  const std::string scoped = package.starts_with('@') && slash != std::string_view::npos
                                 ? std::string(package.substr(0, slash)) + ":registry"
                                 : std::string();
  std::string general;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::size_t equals = line.find('=');
    if (line.starts_with('#') || line.starts_with(';') || equals == std::string_view::npos) continue;
    const std::string_view key = trimmed(line.substr(0, equals));
    const std::string_view value = trimmed(line.substr(equals + 1));
    if (!scoped.empty() && key == scoped) return std::string(value);
    if (key == "registry") general = std::string(value);
  }
  return general;
}

Result<std::string> npm_registry_for(std::string_view package) {
  for (const char* name : {"npm_config_registry", "NPM_CONFIG_REGISTRY"}) {
    if (const char* value = std::getenv(name); value != nullptr && *value != '\0') return std::string(value);
  }
  const char* home = std::getenv("HOME");
  for (const std::string& file :
       {home != nullptr ? std::string(home) + "/.npmrc" : std::string(), std::string("/etc/npmrc")}) {
    if (file.empty()) continue;
    std::string found = registry_in_npmrc(read_small(file), package);
    if (!found.empty()) return found;
  }
  std::string answer = ask_npm();
  if (answer.starts_with("http")) return answer;
  return Error{ErrorCode::kNothingToGrade, "no npm configuration names a package registry"};
}

std::string authorization_in_npmrc(std::string_view text, std::string_view registry) {
  const std::size_t scheme = registry.find("://");
  if (scheme == std::string_view::npos) return {};
  std::string place(registry.substr(scheme + 1));
  while (place.ends_with('/')) place.pop_back();
  std::string found;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    // A token for a folder of the host holds for everything below it.
    const std::size_t mark = line.find("/:_auth");
    const std::size_t equals = line.find('=');
    if (mark == std::string_view::npos || equals == std::string_view::npos || equals < mark) continue;
    const std::string_view where = line.substr(0, mark);
    if (place != where && !place.starts_with(std::string(where) + "/")) continue;
    const std::string_view key = trimmed(line.substr(mark + 2, equals - mark - 2));
    std::string value(trimmed(line.substr(equals + 1)));
    if (value.starts_with("${") && value.ends_with("}")) {
      const char* variable = std::getenv(value.substr(2, value.size() - 3).c_str());
      value = variable != nullptr ? variable : "";
    }
    if (value.empty()) continue;
    if (key == "_authToken") found = "Bearer " + value;
    if (key == "_auth") found = "Basic " + value;
  }
  return found;
}

std::string npm_authorization_for(std::string_view registry) {
  const char* home = std::getenv("HOME");
  for (const std::string& file :
       {home != nullptr ? std::string(home) + "/.npmrc" : std::string(), std::string("/etc/npmrc")}) {
    if (file.empty()) continue;
    if (std::string found = authorization_in_npmrc(read_small(file), registry); !found.empty()) return found;
  }
  return {};
}

}  // namespace mcpjury
