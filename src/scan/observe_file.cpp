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

std::optional<Error> refuse_bytes(const std::string& target, std::string_view text) {
  const std::string name = target == "-" ? "standard input" : target;
  if (text.starts_with("PK\x03\x04")) {
    return Error{
        ErrorCode::kNothingToGrade,
        fmt::format("{}: a zip archive, which is read from a file whose name says so (.mcpb, .zip, .whl)",
                    escape_terminal(redact(name)))};
  }
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

// Secrets are replaced before anything is kept; what they were, and where, is still seen.
Result<Evidence> without_secrets(Result<Evidence> evidence) {
  if (!evidence) return evidence;
  for (const Facet facet : {Facet::kDefinition, Facet::kProtocol})
    redact_strings(evidence->facet(facet).data);
  return evidence;
}

Result<std::string> read_text(const std::string& name, const ScanOptions& options) {
  return read_input(name, options.limits);
}

Result<Evidence> observe_file(const std::string& target, const ScanOptions& options) {
  auto document = read_document(target, options);
  if (!document) return document.error();
  if (looks_like_evidence(document->json.value)) {
    auto evidence = without_secrets(evidence_from_json(document->json.value, target));
    if (evidence) evidence->replayed = true;
    return evidence;
  }
  const ToolListSource source{target, target == "-" ? std::string() : absolute_path(target)};
  return without_secrets(observe_tool_list(std::move(document->json), document->text, source,
                                           options.observed_at.empty() ? current_time() : options.observed_at,
                                           options.limits));
}

Result<Evidence> observe_text(std::string_view text, std::string_view name, const ScanOptions& options) {
  JsonReadOptions reading;
  reading.max_depth = options.limits.json_depth;
  auto json = parse_json(text, name, reading);
  if (!json) return json.error();
  if (looks_like_evidence(json->value)) {
    auto evidence = without_secrets(evidence_from_json(json->value, std::string(name)));
    if (evidence) evidence->replayed = true;
    return evidence;
  }
  return without_secrets(observe_tool_list(std::move(*json), text, {std::string(name), std::string()},
                                           options.observed_at.empty() ? current_time() : options.observed_at,
                                           options.limits));
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
  return without_secrets(evidence_from_json(document->json.value, name));
}

}  // namespace mcpjury
