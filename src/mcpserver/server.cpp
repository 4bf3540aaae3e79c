#include "mcpserver/server.h"

#include <fmt/format.h>

#include <atomic>
#include <boost/json/serialize.hpp>
#include <exception>
#include <mutex>
#include <optional>
#include <vector>

#include "base/schema_check.h"
#include "mcp/jsonrpc.h"
#include "mcp/server_frames.h"
#include "mcpserver/pending_calls.h"
#include "mcpserver/quoted.h"
#include "mcpserver/tool_table.h"
#include "mcpserver/workers.h"
#include "report/report.h"

namespace mcpjury {
namespace {

using Answer = std::function<void(std::string frame)>;

constexpr std::string_view kInstructions =
    "Grades MCP servers, tool lists and client configurations by five published methodologies. Answers quote "
    "the "
    "scanned server in members named untrusted.";

JsonObject server_info() {
  return {{"name", "mcpjury"}, {"title", "mcpjury"}, {"version", program_info().version}};
}

JsonObject capabilities() { return {{"tools", JsonObject{}}}; }

// What every result of the modern era carries.
JsonObject modern(JsonObject result, bool cacheable) {
  result["resultType"] = "complete";
  if (cacheable) {
    result["ttlMs"] = 3'600'000;
    result["cacheScope"] = "public";
  }
  result["_meta"] = JsonObject{{"io.modelcontextprotocol/serverInfo", server_info()}};
  return result;
}

JsonObject tools_result() {
  JsonArray tools;
  for (const ToolEntry& entry : our_tools()) tools.push_back(entry.definition);
  return {{"tools", std::move(tools)}};
}

JsonObject call_result(ToolAnswer answer) {
  JsonObject result{{"content", JsonArray{JsonObject{{"type", "text"}, {"text", std::move(answer.text)}}}},
                    {"isError", answer.is_error}};
  if (!answer.is_error) result.emplace("structuredContent", std::move(answer.structured));
  return result;
}

// The answers of a batch go out together, when the last one is there.
class BatchAnswer {
 public:
  BatchAnswer(std::size_t expected, McpServer::Write write) : expected_(expected), write_(std::move(write)) {}
  void add(const std::string& frame) {
    const std::lock_guard lock(mutex_);
    if (!frame.empty()) (text_ += text_.empty() ? '[' : ',') += frame;
    if (--expected_ == 0 && !text_.empty()) write_(text_ + "]");
  }

 private:
  std::mutex mutex_;
  std::size_t expected_;
  std::string text_;
  McpServer::Write write_;
};

}  // namespace

struct McpServer::Parts {
  Parts(const McpServerOptions& given, Write writer)
      : options(given),
        write(std::move(writer)),
        looks(options.scan, looking_options(options)),
        detectives(options.workers),
        workers(options.workers, options.waiting) {}

  void handle(ClientMessage message, const Answer& answer);
  void request(const ClientMessage& message, const Answer& answer);
  bool modern_request(const ClientMessage& message, const RequestMeta& meta, const Answer& answer);
  void initialize(const ClientMessage& message, const Answer& answer);
  void list_tools(const ClientMessage& message, bool is_modern, const Answer& answer);
  void call_tool(const ClientMessage& message, const RequestMeta& meta, bool is_modern, const Answer& answer);
  ToolAnswer run_tool(const ToolEntry& tool, const JsonObject& arguments, const Json& token,
                      const PendingCalls::Cancelled& cancelled, std::size_t worker);

  const McpServerOptions options;
  const Write write;
  KeptReports reports;
  LookDesk looks;
  PendingCalls pending;
  std::string version;                                 // that initialize agreed on; empty: not yet
  std::vector<std::unique_ptr<Detective>> detectives;  // one a worker, made when first needed
  Workers workers;                                     // last: its threads use what stands above
};

// NOLINTNEXTLINE(performance-unnecessary-value-param): a message is handled once
void McpServer::Parts::handle(ClientMessage message, const Answer& answer) {
  switch (message.kind) {
    case ClientMessage::Kind::kBad:
      return answer(make_error(message.id, message.code, message.fault));
    case ClientMessage::Kind::kAnswer:
      return;  // we ask nothing
    case ClientMessage::Kind::kNotification:
      if (message.method == "notifications/cancelled") {
        if (const Json* id = find(message.params, "requestId")) pending.cancel(*id);
      }
      return;
    case ClientMessage::Kind::kRequest:
      return request(message, answer);
  }
}

void McpServer::Parts::request(const ClientMessage& message, const Answer& answer) {
  const RequestMeta meta = request_meta(message.params);
  const std::string& method = message.method;
  const bool is_modern = meta.names_version || method == "server/discover";
  if (is_modern && !modern_request(message, meta, answer)) return;
  if (is_modern && method == "server/discover") {
    return answer(make_result(message.id, modern({{"supportedVersions", JsonArray{kNewestModern}},
                                                  {"capabilities", capabilities()},
                                                  {"instructions", kInstructions}},
                                                 true)));
  }
  if (!is_modern && method == "initialize") return initialize(message, answer);
  if (!is_modern && method == "ping") return answer(make_result(message.id, {}));
  const bool known = method == "tools/list" || method == "tools/call";
  if (!known) return answer(make_error(message.id, rpc::kNoSuchMethod, "Method not found"));
  if (!is_modern && version.empty()) {
    return answer(make_error(message.id, rpc::kInvalidParams,
                             "initialize first, or name the protocol version in _meta"));
  }
  if (method == "tools/list") return list_tools(message, is_modern, answer);
  call_tool(message, meta, is_modern, answer);
}

// False: answered.
bool McpServer::Parts::modern_request(const ClientMessage& message, const RequestMeta& meta,
                                      const Answer& answer) {
  if (!meta.version.empty() && !is_modern_revision(meta.version)) {
    answer(make_error(message.id, rpc::kUnsupportedVersion, "Unsupported protocol version",
                      JsonObject{{"supported", JsonArray{kNewestModern}}, {"requested", meta.version}}));
    return false;
  }
  if (!meta.fault.empty()) {
    answer(make_error(message.id, rpc::kInvalidParams, "Invalid params: " + meta.fault));
    return false;
  }
  return true;
}

void McpServer::Parts::initialize(const ClientMessage& message, const Answer& answer) {
  const std::string_view asked = find_string(message.params, "protocolVersion");
  if (asked.empty()) {
    return answer(make_error(message.id, rpc::kInvalidParams, "Invalid params: protocolVersion is missing"));
  }
  version = is_legacy_revision(asked) ? asked : kNewestLegacy;
  answer(make_result(message.id, {{"protocolVersion", version},
                                  {"capabilities", capabilities()},
                                  {"serverInfo", server_info()},
                                  {"instructions", kInstructions}}));
}

void McpServer::Parts::list_tools(const ClientMessage& message, bool is_modern, const Answer& answer) {
  // All tools are on the first page, so there is no cursor anybody could have.
  if (const Json* cursor = find(message.params, "cursor"); cursor != nullptr && !cursor->is_null())
    return answer(make_error(message.id, rpc::kInvalidParams, "Invalid params: unknown cursor"));
  answer(make_result(message.id, is_modern ? modern(tools_result(), true) : tools_result()));
}

void McpServer::Parts::call_tool(const ClientMessage& message, const RequestMeta& meta, bool is_modern,
                                 const Answer& answer) {
  const ToolEntry* tool = find_tool(find_string(message.params, "name"));
  if (tool == nullptr) return answer(make_error(message.id, rpc::kInvalidParams, "Unknown tool"));
  const Json* given = find(message.params, "arguments");
  const Json arguments = given != nullptr && !given->is_null() ? *given : Json(JsonObject{});
  const auto complaints = check_schema(tool->definition.at("inputSchema"), arguments, 1);
  if (!complaints.empty()) {
    return answer(make_error(message.id, rpc::kInvalidParams,
                             fmt::format("Invalid arguments: {} {}", plain_quote(complaints[0].pointer, 80),
                                         plain_quote(complaints[0].message, 200))));
  }
  const auto cancelled = pending.begin(message.id);
  if (cancelled == nullptr)
    return answer(make_error(message.id, rpc::kInvalidRequest, "this id is still in use"));
  const bool taken = workers.add([this, tool, arguments, id = message.id, token = meta.progress_token,
                                  is_modern, cancelled, answer](std::size_t worker) {
    std::optional<ToolAnswer> done;
    if (!*cancelled) done = run_tool(*tool, arguments.get_object(), token, cancelled, worker);
    pending.end(id);
    if (*cancelled || !done) return answer({});
    JsonObject result = call_result(std::move(*done));
    answer(make_result(id, is_modern ? modern(std::move(result), false) : std::move(result)));
  });
  if (taken) return;
  pending.end(message.id);
  answer(make_error(message.id, rpc::kServerError, "too many calls at once; try again later"));
}

ToolAnswer McpServer::Parts::run_tool(const ToolEntry& tool, const JsonObject& arguments, const Json& token,
                                      const PendingCalls::Cancelled& cancelled, std::size_t worker) {
  auto& detective = detectives[worker];
  const auto progress = [&](int done, int of, std::string_view what) {
    if (token.is_null()) return;
    write(
        make_notification("notifications/progress",
                          {{"progressToken", token}, {"progress", done}, {"total", of}, {"message", what}}));
  };
  try {
    if (detective == nullptr) detective = std::make_unique<Detective>(options.scan.limits);
    ToolBench bench{{options, reports, looks}, *detective};
    return tool.run({arguments, progress, [&] { return cancelled->load(); }}, bench);
  } catch (const std::exception&) {
    return tool_error("a fault of the scanner itself; please report it");
  }
}

McpServer::McpServer(const McpServerOptions& options, Write write)
    : parts_(std::make_unique<Parts>(options, std::move(write))) {}

McpServer::~McpServer() = default;

void McpServer::take(std::string_view frame) {
  Parts& parts = *parts_;
  ClientFrameLimits limits;
  limits.bytes = parts.options.request_bytes;
  limits.batches = parts.version == kBatchRevision;
  ClientFrame read = read_client_frame(frame, limits);
  // A call that was cancelled answers with nothing.
  const Answer alone = [&parts](std::string text) {
    if (!text.empty()) parts.write(std::move(text));
  };
  if (!read.batch) return parts.handle(std::move(read.messages[0]), alone);
  std::size_t expected = 0;
  for (const ClientMessage& message : read.messages) {
    expected += message.kind == ClientMessage::Kind::kRequest || message.kind == ClientMessage::Kind::kBad;
  }
  const auto together = std::make_shared<BatchAnswer>(expected, parts.write);
  for (ClientMessage& message : read.messages)
    parts.handle(std::move(message), [together](const std::string& text) { together->add(text); });
}

void McpServer::refuse_large() {
  parts_->write(make_error(nullptr, rpc::kInvalidRequest,
                           fmt::format("larger than {} bytes", parts_->options.request_bytes)));
}

void McpServer::finish(std::chrono::milliseconds grace) {
  if (!parts_->workers.drain(grace)) parts_->looks.stop();
}

}  // namespace mcpjury
