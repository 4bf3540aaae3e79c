#include "scan/record.h"

#include <fmt/format.h>

#include "base/escape.h"
#include "observe/files/tool_list.h"
#include "report/record.h"

namespace mcpjury {

Result<Json> read_record(const std::string& file, const ScanOptions& options) {
  auto text = read_input(file, options.limits);
  if (!text) return text.error();
  JsonReadOptions reading;
  reading.max_depth = options.limits.json_depth;
  auto json = parse_json(*text, file, reading);
  if (!json) return json.error();
  if (!looks_like_record(json->value)) {
    return Error{ErrorCode::kNothingToGrade,
                 fmt::format("{}: not a scan record of mcpjury scan -o record", escape_terminal(file))};
  }
  return std::move(json->value);
}

bool is_record_file(const std::string& file, const ScanOptions& options) {
  return file != "-" && read_record(file, options).ok();
}

Result<JsonObject> record_again(const JsonObject& record, const ScanOptions& options,
                                const LiveOptions& live) {
  const JsonObject* target = find_object(record, "target");
  const std::string url(target == nullptr ? std::string_view() : find_string(*target, "url"));
  const std::string_view kind = target == nullptr ? std::string_view() : find_string(*target, "kind");
  if (url.empty() || url == "-" || kind == "local") {
    return Error{ErrorCode::kNothingToGrade,
                 kind == "local"
                     ? "a local server is looked at again by its command: mcpjury scan -o record -- …"
                     : "the record names no target that can be looked at again"};
  }
  ScanOptions now = options;
  now.hash_evidence = true;
  const JsonObject* method = find_object(record, "method");
  const auto strictness =
      method == nullptr ? std::nullopt : strictness_from(find_string(*method, "strictness"));
  now.strictness = strictness.value_or(Strictness::kPrecise);
  Result<Evidence> evidence = Error{ErrorCode::kInternal, "nothing was looked at"};
  observe_all({url}, now, live, [&](LookedAt looked) { evidence = std::move(looked.evidence); });
  if (!evidence) return evidence.error();
  Detective detective(now.limits);
  return record_to_json(*judge(std::move(*evidence), now, detective));
}

}  // namespace mcpjury
