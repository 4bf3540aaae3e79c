#include "cli/terminal.h"

#include <unistd.h>

#include <cstdlib>
#include <string>

namespace mcpjury {
namespace {

std::string_view environment(const char* name) {
  const char* value = std::getenv(name);
  return value == nullptr ? std::string_view() : std::string_view(value);
}

}  // namespace

bool use_color(std::string_view when) {
  if (when != "auto") return when == "always";
  if (!environment("NO_COLOR").empty()) return false;
  const std::string_view force = environment("CLICOLOR_FORCE");
  if (!force.empty() && force != "0") return true;
  if (environment("TERM") == "dumb" || environment("CLICOLOR") == "0") return false;
  return ::isatty(STDOUT_FILENO) == 1;
}

bool locale_is_utf8() {
  // The first of these that is set rules (POSIX).
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    std::string value(environment(name));
    if (value.empty()) continue;
    for (char& c : value) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return value.find("utf-8") != std::string::npos || value.find("utf8") != std::string::npos;
  }
  return false;
}

}  // namespace mcpjury
