#include "mcp/server_frames.h"

#include <fmt/format.h>

#include <array>
#include <boost/json/serialize.hpp>
#include <utility>

#include "base/one_of.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kLegacyRevisions = {"2024-11-05"sv, "2025-03-26"sv, "2025-06-18"sv, "2025-11-25"sv};
constexpr std::string_view kMetaPrefix = "io.modelcontextprotocol/";

ClientMessage bad_message(std::int64_t code, std::string fault, Json id = nullptr) {
  ClientMessage message;
  message.code = code;
  message.fault = std::move(fault);
  message.id = std::move(id);
  return message;
}

// MCP allows strings and integers, and never null.
bool usable_id(const Json& id) { return id.is_string() || id.is_int64() || id.is_uint64(); }

ClientMessage read_client_message(Json&& value) {
  JsonObject* object = value.if_object();
  if (object == nullptr) return bad_message(rpc::kInvalidRequest, "not an object");
  const Json* id = object->if_contains("id");
  if (id != nullptr && !usable_id(*id))
    return bad_message(rpc::kInvalidRequest, "id must be a string or an integer");
  const Json known_id = id != nullptr ? *id : Json(nullptr);
  if (find_string(*object, "jsonrpc") != "2.0")
    return bad_message(rpc::kInvalidRequest, "jsonrpc must be \"2.0\"", known_id);
  const Json* method = object->if_contains("method");
  if (method == nullptr) {
    const bool answers = object->contains("result") || object->contains("error");
    if (!answers || id == nullptr) return bad_message(rpc::kInvalidRequest, "no method", known_id);
    ClientMessage message;
    message.kind = ClientMessage::Kind::kAnswer;
    message.id = known_id;
    return message;
  }
  if (!method->is_string()) return bad_message(rpc::kInvalidRequest, "method must be a string", known_id);
  ClientMessage message;
  message.kind = id != nullptr ? ClientMessage::Kind::kRequest : ClientMessage::Kind::kNotification;
  message.id = known_id;
  message.method = std::string(view(method->get_string()));
  if (Json* params = object->if_contains("params")) {
    if (!params->is_object()) return bad_message(rpc::kInvalidParams, "params must be an object", known_id);
    message.params = std::move(params->get_object());
  }
  return message;
}

ClientFrame only(ClientMessage message) {
  ClientFrame frame;
  frame.messages.push_back(std::move(message));
  return frame;
}

}  // namespace

ClientFrame read_client_frame(std::string_view text, const ClientFrameLimits& limits) {
  if (text.size() > limits.bytes) {
    return only(bad_message(rpc::kInvalidRequest, fmt::format("larger than {} bytes", limits.bytes)));
  }
  JsonReadOptions reading;
  reading.max_depth = limits.depth;
  reading.note_duplicate_keys = false;
  auto parsed = parse_json(text, "message", reading);
  if (!parsed) {
    const bool deep = parsed.error().code == ErrorCode::kLimit;
    return only(bad_message(deep ? rpc::kInvalidRequest : rpc::kParseError,
                            deep ? fmt::format("nested deeper than {}", limits.depth) : "not valid JSON"));
  }
  JsonArray* batch = parsed->value.if_array();
  if (batch == nullptr) return only(read_client_message(std::move(parsed->value)));
  if (!limits.batches)
    return only(bad_message(rpc::kInvalidRequest, "batches are not part of this protocol revision"));
  if (batch->empty()) return only(bad_message(rpc::kInvalidRequest, "an empty batch"));
  if (batch->size() > limits.batch)
    return only(bad_message(rpc::kInvalidRequest, fmt::format("a batch of more than {}", limits.batch)));
  ClientFrame frame;
  frame.batch = true;
  for (Json& entry : *batch) frame.messages.push_back(read_client_message(std::move(entry)));
  return frame;
}

std::string make_result(const Json& id, JsonObject result) {
  return boost::json::serialize(JsonObject{{"jsonrpc", "2.0"}, {"id", id}, {"result", std::move(result)}});
}

std::string make_error(const Json& id, std::int64_t code, std::string_view message, Json data) {
  JsonObject error{{"code", code}, {"message", message}};
  if (!data.is_null()) error.emplace("data", std::move(data));
  return boost::json::serialize(JsonObject{{"jsonrpc", "2.0"}, {"id", id}, {"error", std::move(error)}});
}

RequestMeta request_meta(const JsonObject& params) {
  RequestMeta out;
  const JsonObject* meta = find_object(params, "_meta");
  if (meta == nullptr) {
    out.fault = "_meta is missing";
    return out;
  }
  if (const Json* token = find(*meta, "progressToken"); token != nullptr && usable_id(*token))
    out.progress_token = *token;
  const auto member = [&](std::string_view name) {
    return find(*meta, fmt::format("{}{}", kMetaPrefix, name));
  };
  const Json* version = member("protocolVersion");
  out.names_version = version != nullptr;
  if (version == nullptr || !version->is_string()) {
    out.fault = "_meta lacks io.modelcontextprotocol/protocolVersion";
    return out;
  }
  out.version = std::string(view(version->get_string()));
  const Json* capabilities = member("clientCapabilities");
  if (capabilities == nullptr || !capabilities->is_object())
    out.fault = "_meta lacks io.modelcontextprotocol/clientCapabilities";
  return out;
}

bool is_legacy_revision(std::string_view version) { return one_of(version, kLegacyRevisions); }
bool is_modern_revision(std::string_view version) { return version == kNewestModern; }

}  // namespace mcpjury
