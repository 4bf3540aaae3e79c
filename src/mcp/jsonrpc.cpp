#include "mcp/jsonrpc.h"

#include <boost/json/serialize.hpp>
#include <charconv>
#include <utility>

#include "base/escape.h"
#include "base/redact.h"
#include "mcp/failure.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxMethodChars = 128;
constexpr std::size_t kMaxErrorData = 4096;
constexpr std::int64_t kNoSuchMethod = -32601;

RpcMessage bad(std::string fault) {
  RpcMessage message;
  message.fault = std::move(fault);
  return message;
}

bool read_error(const Json& from, RpcError& error) {
  const JsonObject* object = from.if_object();
  if (object == nullptr) return false;
  const Json* code = find(*object, "code");
  if (code == nullptr || !code->is_int64()) return false;
  error.code = code->get_int64();
  error.message = std::string(find_string(*object, "message"));
  if (const Json* data = find(*object, "data")) error.data = *data;
  return true;
}

RpcMessage read_one(Json&& value) {
  JsonObject* object = value.if_object();
  if (object == nullptr) return bad("not_an_object");
  RpcMessage message;
  message.says_jsonrpc = find_string(*object, "jsonrpc") == "2.0";
  if (const Json* id = find(*object, "id"); id != nullptr && !id->is_null()) {
    if (!id->is_string() && !id->is_number()) return bad("id_type");
    message.has_id = true;
    message.id = *id;
  }
  const Json* method = find(*object, "method");
  Json* result = object->if_contains("result");
  const Json* error = find(*object, "error");
  // Some libraries write the member that does not apply as null.
  if (error != nullptr && error->is_null()) error = nullptr;
  if (method != nullptr) {
    if (!method->is_string()) return bad("method_type");
    if (result != nullptr || error != nullptr) return bad("method_and_answer");
    message.method = shown_text(view(method->get_string()), kMaxMethodChars);
    message.kind = message.has_id ? RpcMessage::Kind::kRequest : RpcMessage::Kind::kNotification;
    return message;
  }
  if (error != nullptr) {
    if (result != nullptr && !result->is_null()) return bad("result_and_error");
    if (!read_error(*error, message.error)) return bad("error_shape");
    message.kind = RpcMessage::Kind::kError;
    return message;
  }
  if (result == nullptr) return bad("no_member");
  message.result = std::move(*result);
  message.kind = RpcMessage::Kind::kResult;
  return message;
}

std::string frame_text(JsonObject&& frame) { return boost::json::serialize(frame); }

}  // namespace

std::string make_request(std::int64_t id, std::string_view method, const JsonObject& params) {
  JsonObject frame{{"jsonrpc", "2.0"}, {"id", id}, {"method", method}};
  // Lists without a cursor need none; every other request of ours has some.
  if (!params.empty()) frame.emplace("params", params);
  return frame_text(std::move(frame));
}

std::string make_notification(std::string_view method, const JsonObject& params) {
  JsonObject frame{{"jsonrpc", "2.0"}, {"method", method}};
  if (!params.empty()) frame.emplace("params", params);
  return frame_text(std::move(frame));
}

std::string make_refusal(const Json& id) {
  return frame_text({{"jsonrpc", "2.0"},
                     {"id", id},
                     {"error", JsonObject{{"code", kNoSuchMethod}, {"message", "Method not found"}}}});
}

RpcRead read_messages(std::string_view text, const RpcReadOptions& options) {
  RpcRead out;
  if (text.size() > options.bytes) {
    out.failure = failure::kTooLarge;
    return out;
  }
  JsonReadOptions reading;
  reading.max_depth = options.depth;
  auto parsed = parse_json(text, "message", reading);
  if (!parsed) {
    out.failure = parsed.error().code == ErrorCode::kLimit ? failure::kJsonLimit : failure::kNotJson;
    out.detail = shown_text(parsed.error().message);
    return out;
  }
  for (const DuplicateKey& twice : parsed->duplicate_keys) {
    if (out.duplicate_keys.size() == 10) break;
    out.duplicate_keys.push_back(shown_text(twice.pointer, 200));
  }
  JsonArray* batch = parsed->value.if_array();
  if (batch == nullptr || !options.batches || batch->empty()) {
    out.messages.push_back(read_one(std::move(parsed->value)));
    return out;
  }
  for (Json& entry : *batch) {
    if (out.messages.size() == kMaxBatch) break;
    out.messages.push_back(read_one(std::move(entry)));
  }
  return out;
}

bool same_id(const Json& answered, std::int64_t asked) {
  return answered.is_int64() && answered.get_int64() == asked;
}

bool same_id_other_type(const Json& answered, std::int64_t asked) {
  if (answered.is_double()) return answered.get_double() == static_cast<double>(asked);
  if (!answered.is_string()) return false;
  const std::string_view text = view(answered.get_string());
  std::int64_t number = 0;
  const auto [end, trouble] = std::from_chars(text.data(), text.data() + text.size(), number);
  return trouble == std::errc{} && end == text.data() + text.size() && number == asked;
}

std::string shown_text(std::string_view text, std::size_t chars) {
  // Cut first, so that a message of megabytes costs nothing; a secret cut in two is cut away by the second
  // clip.
  const std::string_view start = text.substr(0, chars * 8);
  return clip(escape_terminal(redact(start)), chars);
}

JsonObject error_to_json(const Reply& reply) {
  JsonObject out;
  if (reply.http_status != 0) out.emplace("http_status", reply.http_status);
  if (reply.state != Reply::State::kError) {
    std::string text = reply.failure;
    if (!reply.detail.empty()) text += ": " + reply.detail;
    out.emplace("message", shown_text(text));
    return out;
  }
  out.emplace("code", reply.error.code);
  out.emplace("message", shown_text(reply.error.message, 500));
  if (!reply.error.data.is_null()) {
    const std::string text = boost::json::serialize(reply.error.data);
    if (text.size() <= kMaxErrorData && redact(text) == text) out.emplace("data", reply.error.data);
  }
  return out;
}

}  // namespace mcpjury
