#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>
#include <optional>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/files/tool_list.h"
#include "scan/clock.h"
#include "scan/scan.h"

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

// Targets that are no files. A file that happens to be called like one of them is still a file,
// except where the name can only be a URL.
std::optional<Error> refuse_scheme(const std::string& target) {
  const std::size_t colon = target.find(':');
  if (colon == std::string::npos || !is_scheme(std::string_view(target).substr(0, colon)))
    return std::nullopt;
  std::string scheme = target.substr(0, colon);
  for (char& c : scheme) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  const bool url = target.compare(colon, 3, "://") == 0;
  std::error_code ignored;
  if (!url && fs::exists(target, ignored)) return std::nullopt;
  if (url && target.ends_with(".git")) return not_yet(target, "git repositories are");
  if (url && (scheme == "https" || scheme == "http")) return not_yet(target, "remote servers are");
  if (url && (scheme == "git" || scheme == "ssh" || scheme.starts_with("git+"))) {
    return not_yet(target, "git repositories are");
  }
  if (scheme == "npm" || scheme == "pypi") return not_yet(target, "packages are");
  // "folder/a:b.json" is a path; so is a missing file with a colon and an extension.
  if (!url && target.find('.', colon) != std::string::npos) return std::nullopt;
  return Error{
      ErrorCode::kUnknownScheme,
      fmt::format("{}: unknown scheme \"{}\"; known: https, npm, pypi, git; a file is given by its path",
                  escape_terminal(redact(target)), escape_terminal(scheme))};
}

std::optional<Error> refuse_bytes(const std::string& target, std::string_view text) {
  const std::string name = target == "-" ? "standard input" : target;
  if (text.starts_with("PK\x03\x04")) return not_yet(name, "zip archives such as .mcpb bundles are");
  if (text.starts_with("\x1f\x8b")) {
    return Error{ErrorCode::kNotJson, escape_terminal(name) + ": gzip-compressed, not JSON; unpack it first"};
  }
  if (text.find_first_not_of(" \t\r\n") == std::string_view::npos) {
    return Error{ErrorCode::kNotJson, escape_terminal(name) + ":1:1: the input is empty, not JSON"};
  }
  return std::nullopt;
}

struct Document {
  std::string text;
  ParsedJson json;
};

Result<Document> read_document(const std::string& target, const ScanOptions& options) {
  auto text = read_input(target, options.limits);
  if (!text) return text.error();
  if (auto refused = refuse_bytes(target, *text)) return *refused;
  JsonReadOptions reading;
  reading.max_depth = options.limits.json_depth;
  auto json = parse_json(*text, target == "-" ? "standard input" : target, reading);
  if (!json) return json.error();
  return Document{std::move(*text), std::move(*json)};
}

std::string absolute_path(const std::string& target) {
  std::error_code failed;
  const fs::path path = fs::absolute(target, failed);
  return failed ? target : path.lexically_normal().string();
}

}  // namespace

Result<Evidence> observe_target(const std::string& target, const ScanOptions& options) {
  if (target.empty()) return Error{ErrorCode::kUsage, "an empty target; give a file or -"};
  if (target != "-") {
    if (auto refused = refuse_scheme(target)) return *refused;
    std::error_code ignored;
    if (fs::is_directory(target, ignored)) return not_yet(target, "source repositories are");
  }
  auto document = read_document(target, options);
  if (!document) return document.error();
  if (looks_like_evidence(document->json.value)) return evidence_from_json(document->json.value, target);
  const ToolListSource source{target, target == "-" ? std::string() : absolute_path(target)};
  return observe_tool_list(std::move(document->json), document->text, source,
                           options.observed_at.empty() ? current_time() : options.observed_at,
                           options.limits);
}

Result<Evidence> replay_record(const std::string& file, const ScanOptions& options) {
  auto document = read_document(file, options);
  if (!document) return document.error();
  const std::string name = file == "-" ? "standard input" : file;
  if (!looks_like_evidence(document->json.value)) {
    return Error{
        ErrorCode::kNothingToGrade,
        fmt::format("{}: not an evidence record of mcpjury observe; use mcpjury scan for other files",
                    escape_terminal(name))};
  }
  return evidence_from_json(document->json.value, name);
}

}  // namespace mcpjury
