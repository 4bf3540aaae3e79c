#include "suite_task.h"

#include <cstdlib>

namespace mcpjury {
namespace {

std::string environment(const char* name) {
  const char* value = std::getenv(name);
  return value != nullptr ? value : "";
}

void read_context(const JsonObject& context, SuiteTask& task) {
  if (const std::string_view id = find_string(context, "client_id"); !id.empty()) {
    task.known = PreRegistered{std::string(id), std::string(find_string(context, "client_secret")),
                               std::string(find_string(context, "issuer"))};
  }
  const JsonArray* calls = find_array(context, "toolCalls");
  if (calls == nullptr) return;
  for (const Json& item : *calls) {
    const JsonObject* call = item.if_object();
    if (call == nullptr) continue;
    const JsonObject* arguments = find_object(*call, "arguments");
    task.calls.push_back(
        {std::string(find_string(*call, "name")), arguments != nullptr ? *arguments : JsonObject()});
  }
}

}  // namespace

Result<SuiteTask> read_task(int argc, const char* const* argv) {
  if (argc < 2) return Error{ErrorCode::kUsage, "usage: conformance_client URL"};
  auto url = parse_url(argv[argc - 1]);
  if (!url) return url.error();
  SuiteTask task;
  task.url = std::move(*url);
  task.version = environment("MCP_CONFORMANCE_PROTOCOL_VERSION");
  const std::string context = environment("MCP_CONFORMANCE_CONTEXT");
  if (context.empty()) return task;
  auto parsed = parse_json(context, "MCP_CONFORMANCE_CONTEXT", {});
  if (!parsed) return parsed.error();
  if (const JsonObject* object = parsed->value.if_object()) read_context(*object, task);
  return task;
}

}  // namespace mcpjury
