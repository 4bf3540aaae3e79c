#include "home/data_folder.h"

#include <cstdlib>
#include <filesystem>

#include "base/escape.h"

namespace mcpjury {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

}  // namespace

Result<std::string> data_folder(const std::string& given) {
  if (!given.empty()) return given;
  if (std::string folder = environment("MCPJURY_DATA_DIR"); !folder.empty()) return folder;
  // The base directory specification: a relative path there is to be ignored.
  if (std::string folder = environment("XDG_DATA_HOME"); folder.starts_with('/')) return folder + "/mcpjury";
  if (std::string home = environment("HOME"); !home.empty()) return home + "/.local/share/mcpjury";
  return Error{ErrorCode::kUsage, "no folder for data: set MCPJURY_DATA_DIR or HOME"};
}

Status make_data_folder(const std::string& folder) {
  namespace fs = std::filesystem;
  std::error_code error;
  const bool made = fs::create_directories(folder, error);
  if (error || !fs::is_directory(folder, error)) {
    return Error{ErrorCode::kCannotWrite, escape_terminal(folder) + ": no such folder can be made"};
  }
  if (made) fs::permissions(folder, fs::perms::owner_all, error);
  return Ok{};
}

}  // namespace mcpjury
