#include "observe/local/child_environment.h"

#include <algorithm>

#include "observe/local/program_lookup.h"

namespace mcpjury {
namespace {

bool is_identifier(const std::string& name) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !name.empty() && letter(name[0]) &&
         std::all_of(name.begin(), name.end(), [&](char c) { return letter(c) || (c >= '0' && c <= '9'); });
}

}  // namespace

Environment child_environment(const Environment& passed, const std::vector<std::string>& programs) {
  std::string path;
  for (const std::string& program : programs) {
    const std::string folder = program.substr(0, program.rfind('/'));
    if (!folder.empty() && !is_inside(folder, "/usr") && folder.find(':') == std::string::npos)
      path += folder + ":";
  }
  path += "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
  Environment environment{
      {"PATH", path}, {"LANG", "C.UTF-8"}, {"SHELL", "/bin/sh"}, {"USER", "user"}, {"LOGNAME", "user"}};
  for (const auto& [name, value] : passed) {
    if (!is_identifier(name) || name == "PATH" || name == "HOME" || name == "TMPDIR") continue;
    if (value.rfind("()", 0) == 0 || value.find('\0') != std::string::npos) continue;
    // Not the binding itself: clang 14 does not let a lambda capture one.
    const std::string& wanted = name;
    const auto same = std::find_if(environment.begin(), environment.end(),
                                   [&](const auto& one) { return one.first == wanted; });
    if (same != environment.end())
      same->second = value;
    else
      environment.emplace_back(name, value);
  }
  return environment;
}

}  // namespace mcpjury
