#include "scan/target_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;

Error not_yet(std::string_view target, std::string_view what) {
  return {ErrorCode::kNothingToGrade,
          fmt::format("{}: {} not read yet by this version; save the tools/list result and scan the file",
                      escape_terminal(redact(target)), what)};
}

bool is_scheme(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return text.size() > 1 && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
           return letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
         });
}

std::string lower(std::string text) {
  for (char& c : text) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return text;
}

}  // namespace

Result<TargetForm> target_form(const std::string& target) {
  if (target.empty()) return Error{ErrorCode::kUsage, "an empty target; give a file, a URL or -"};
  if (target == "-") return TargetForm::kStdin;
  std::error_code ignored;
  const std::size_t colon = target.find(':');
  if (colon == std::string::npos || !is_scheme(std::string_view(target).substr(0, colon))) {
    if (fs::is_directory(target, ignored)) return TargetForm::kFolder;
    return TargetForm::kFile;
  }
  const std::string scheme = lower(target.substr(0, colon));
  const bool url = target.compare(colon, 3, "://") == 0;
  // A file that happens to be called like one of the schemes is still a file, except where the name can
  // only be a URL.
  if (!url && fs::exists(target, ignored)) {
    if (fs::is_directory(target, ignored)) return TargetForm::kFolder;
    return TargetForm::kFile;
  }
  if (url && target.ends_with(".git")) return not_yet(target, "git repositories are");
  if (url && (scheme == "https" || scheme == "http")) return TargetForm::kRemote;
  if (url && (scheme == "git" || scheme == "ssh" || scheme.starts_with("git+"))) {
    return not_yet(target, "git repositories are");
  }
  if (scheme == "npm" || scheme == "pypi") return not_yet(target, "packages are");
  // "folder/a:b.json" is a path; so is a missing file with a colon and an extension.
  if (!url && target.find('.', colon) != std::string::npos) return TargetForm::kFile;
  return Error{
      ErrorCode::kUnknownScheme,
      fmt::format(
          "{}: unknown scheme \"{}\"; known: https, http, npm, pypi, git; a file is given by its path",
          escape_terminal(redact(target)), escape_terminal(scheme))};
}

}  // namespace mcpjury
