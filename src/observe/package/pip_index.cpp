#include "observe/package/pip_index.h"

#include <stdio.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <vector>

#include "observe/package/small_file.h"

namespace mcpjury {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

std::string pip_help() {
  std::string text;
  for (const char* command : {"python3 -m pip download --help", "pip download --help"}) {
    FILE* pipe = ::popen((std::string(command) + " 2>/dev/null </dev/null").c_str(), "re");
    if (pipe == nullptr) continue;
    std::array<char, 4096> block{};
    std::size_t got = 0;
    while (text.size() < kSmallFile && (got = ::fread(block.data(), 1, block.size(), pipe)) > 0)
      text.append(block.data(), got);
    ::pclose(pipe);
    if (!text.empty()) break;
  }
  return text;
}

}  // namespace

std::string index_in_pip_conf(std::string_view text) {
  std::string found;
  bool inside = false;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = trimmed_line(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty() || line.front() == '#' || line.front() == ';') continue;
    if (line.front() == '[') {
      inside = line == "[global]" || line == "[install]" || line == "[download]";
      continue;
    }
    const std::size_t equals = line.find_first_of("=:");
    if (!inside || equals == std::string_view::npos) continue;
    const std::string_view key = trimmed_line(line.substr(0, equals));
    if (key == "index-url" || key == "index_url") found = std::string(trimmed_line(line.substr(equals + 1)));
  }
  return found;
}

std::string index_in_pip_help(std::string_view text) {
  const std::size_t option = text.find("--index-url <url>");
  if (option == std::string_view::npos) return {};
  const std::size_t word = text.find("(default", option);
  if (word == std::string_view::npos || word - option > 200) return {};
  const std::size_t begin = text.find("http", word);
  if (begin == std::string_view::npos || begin - word > 100) return {};
  return std::string(text.substr(begin, text.find_first_of(") \n", begin) - begin));
}

Result<std::string> pip_index() {
  for (const char* name : {"PIP_INDEX_URL", "UV_DEFAULT_INDEX", "UV_INDEX_URL"}) {
    std::string value = environment(name);
    // uv allows "name=url".
    if (const std::size_t http = value.find("http"); http != std::string::npos) return value.substr(http);
  }
  std::vector<std::string> files;
  if (const std::string given = environment("PIP_CONFIG_FILE"); !given.empty()) files.push_back(given);
  const std::string home = environment("HOME");
  const std::string config = environment("XDG_CONFIG_HOME");
  if (!config.empty()) files.push_back(config + "/pip/pip.conf");
  if (!home.empty()) {
    files.push_back(home + "/.config/pip/pip.conf");
    files.push_back(home + "/.pip/pip.conf");
  }
  files.push_back("/etc/pip.conf");
  for (const std::string& file : files) {
    if (std::string found = index_in_pip_conf(read_small_file(file)); found.starts_with("http")) return found;
  }
  if (std::string found = index_in_pip_help(pip_help()); !found.empty()) return found;
  return Error{ErrorCode::kNothingToGrade, "no pip or uv configuration names a package index"};
}

}  // namespace mcpjury
