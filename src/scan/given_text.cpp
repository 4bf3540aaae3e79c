#include "scan/given_text.h"

#include "base/escape.h"
#include "observe/config/read_config.h"
#include "observe/files/tool_list.h"
#include "scan/clock.h"

namespace mcpjury {
namespace {

Result<Evidence> observe_parsed(ParsedJson document, std::string_view text, const std::string& name,
                                const ScanOptions& options) {
  return without_secrets(observe_tool_list(std::move(document), text, {name, {}},
                                           options.observed_at.empty() ? current_time() : options.observed_at,
                                           options.limits));
}

}  // namespace

Result<Evidence> observe_given_text(std::string_view text, const std::string& name,
                                    const ScanOptions& options) {
  JsonReadOptions reading;
  reading.max_depth = options.limits.json_depth;
  auto parsed = parse_json(text, name, reading);
  if (!parsed) return parsed.error();
  return observe_parsed(std::move(*parsed), text, name, options);
}

Result<Evidence> observe_given_json(Json document, const std::string& name, const ScanOptions& options) {
  return observe_parsed({std::move(document), {}}, {}, name, options);
}

Result<ConfiguredTargets> configured_in_text(const std::string& name, std::string_view text) {
  auto read = read_config_text({{}, "file", name}, name, text);
  if (!read && read.error().code == ErrorCode::kNothingToGrade) {
    return Error{ErrorCode::kNothingToGrade,
                 escape_terminal(name) + ": no MCP server is configured in this text"};
  }
  if (!read) return read.error();
  ConfiguredTargets out;
  for (ConfigProblem& problem : read->problems) {
    out.incomplete = out.incomplete || problem.incomplete;
    out.messages.push_back(std::move(problem.message));
  }
  out.files = 1;
  out.servers = std::move(read->servers);
  if (out.servers.empty()) {
    return Error{ErrorCode::kNothingToGrade,
                 escape_terminal(name) + ": a client configuration without any server"};
  }
  return out;
}

}  // namespace mcpjury
