#include "scan/target_kind.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "observe/git/fetch.h"

namespace mcpjury {
namespace {

namespace fs = std::filesystem;
using namespace std::string_view_literals;

// By its name: a file that is called so and is no archive gets an error that says it.
bool is_archive_name(const std::string& name) {
  constexpr std::array kEndings = {".tgz"sv, ".tar.gz"sv, ".tar.bz2"sv, ".tar.xz"sv, ".tar"sv,
                                   ".zip"sv, ".whl"sv,    ".mcpb"sv,    ".dxt"sv};
  return std::any_of(kEndings.begin(), kEndings.end(),
                     [&](std::string_view end) { return name.ends_with(end); });
}

TargetForm form_of_file(const std::string& name) {
  return is_archive_name(name) ? TargetForm::kArchive : TargetForm::kFile;
}

bool is_scheme(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return text.size() > 1 && letter(text[0]) && std::all_of(text.begin(), text.end(), [&](char c) {
           return letter(c) || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
         });
}

}  // namespace

Result<TargetForm> target_form(const std::string& target) {
  if (target.empty()) return Error{ErrorCode::kUsage, "an empty target; give a file, a URL or -"};
  if (target == "-") return TargetForm::kStdin;
  std::error_code ignored;
  const std::size_t colon = target.find(':');
  if (colon == std::string::npos || !is_scheme(std::string_view(target).substr(0, colon))) {
    if (fs::is_directory(target, ignored)) return TargetForm::kFolder;
    return form_of_file(target);
  }
  const std::string scheme = ascii::lowered(target.substr(0, colon));
  const bool url = target.compare(colon, 3, "://") == 0;
  // A file that happens to be called like one of the schemes is still a file, except where the name can
  // only be a URL.
  if (!url && fs::exists(target, ignored)) {
    if (fs::is_directory(target, ignored)) return TargetForm::kFolder;
    return form_of_file(target);
  }
  if (is_git_address(target)) return TargetForm::kGit;
  if (url && (scheme == "https" || scheme == "http")) return TargetForm::kRemote;
  if (url && (scheme == "git" || scheme == "ssh" || scheme.starts_with("git+"))) {
    return Error{
        ErrorCode::kRefused,
        fmt::format("{}: repositories are fetched by https only: https://…/name.git or git+https://…",
                    escape_terminal(redact(target)))};
  }
  if (scheme == "npm" || scheme == "pypi") return TargetForm::kPackage;
  // "folder/a:b.json" is a path; so is a missing file with a colon and an extension.
  if (!url && target.find('.', colon) != std::string::npos) return TargetForm::kFile;
  return Error{
      ErrorCode::kUnknownScheme,
      fmt::format(
          "{}: unknown scheme \"{}\"; known: https, http, npm, pypi, git+https; a file is given by its path",
          escape_terminal(redact(target)), escape_terminal(scheme))};
}

}  // namespace mcpjury
