#include "guard/passing_frame.h"

#include <boost/json/serialize.hpp>
#include <utility>

#include "base/ascii.h"
#include "base/one_of.h"

namespace mcpjury {
namespace {

PassingMessage no_message(const char* fault, Json id = nullptr) {
  PassingMessage message;
  message.fault = fault;
  message.id = std::move(id);
  return message;
}

// A key that some readers take for another: Go compares without case.
bool has_near_key(const JsonObject& object, std::initializer_list<std::string_view> keys) {
  for (const auto& entry : object) {
    const std::string_view key(entry.key().data(), entry.key().size());
    for (const std::string_view known : keys) {
      if (key != known && ascii::equal_ignoring_case(key, known)) return true;
    }
  }
  return false;
}

PassingMessage read_one_passing(Json&& value) {
  JsonObject* object = value.if_object();
  if (object == nullptr) return no_message("not an object");
  const Json* id = object->if_contains("id");
  const bool has_id = id != nullptr && !id->is_null();
  if (has_id && !id->is_string() && !id->is_number()) return no_message("the id is no string or number");
  const Json known_id = has_id ? *id : Json(nullptr);
  if (has_near_key(*object, {"jsonrpc", "id", "method", "params", "result", "error"}))
    return no_message("a key that could be taken for another", known_id);
  PassingMessage message;
  message.id = known_id;
  const Json* method = object->if_contains("method");
  const bool answers = object->contains("result") || object->contains("error");
  if (method != nullptr) {
    if (!method->is_string()) return no_message("the method is no string", known_id);
    if (answers) return no_message("both a method and an answer", known_id);
    message.method = std::string(view(method->get_string()));
    message.kind = has_id ? PassingMessage::Kind::kRequest : PassingMessage::Kind::kNotification;
    const JsonObject* params = find_object(*object, "params");
    if (params != nullptr && has_near_key(*params, {"name", "cursor", "_meta", "requestId"}))
      return no_message("a key that could be taken for another", known_id);
  } else if (answers) {
    message.kind = PassingMessage::Kind::kAnswer;
  } else {
    return no_message("neither a method nor an answer", known_id);
  }
  message.whole = std::move(*object);
  return message;
}

// Where one of two equal keys would decide: beside the method, and beside the name of the tool.
bool twice_where_it_matters(const std::vector<DuplicateKey>& keys, bool batch) {
  for (const DuplicateKey& key : keys) {
    std::size_t depth = 0;
    for (const char c : key.pointer) depth += c == '/';
    if (depth <= (batch ? 3u : 2u)) return true;
  }
  // More than are noted: whatever is behind them was not looked at.
  return keys.size() >= 100;
}

}  // namespace

std::string_view PassingMessage::tool() const {
  const JsonObject* given = params();
  return given == nullptr ? std::string_view() : find_string(*given, "name");
}

std::string PassingMessage::id_text() const { return boost::json::serialize(id); }

PassingFrame read_passing(std::string_view text) {
  PassingFrame frame;
  JsonReadOptions reading;
  reading.max_depth = kPassingDepth;
  auto parsed = parse_json(text, "frame", reading);
  if (!parsed) {
    frame.not_json = true;
    frame.messages.push_back(no_message("not valid JSON, or nested too deeply"));
    return frame;
  }
  JsonArray* batch = parsed->value.if_array();
  if (twice_where_it_matters(parsed->duplicate_keys, batch != nullptr)) {
    frame.messages.push_back(no_message("a key stands twice"));
  } else if (batch == nullptr) {
    frame.messages.push_back(read_one_passing(std::move(parsed->value)));
  } else if (batch->empty() || batch->size() > kPassingBatch) {
    frame.messages.push_back(no_message("an empty batch, or one that is too large"));
  } else {
    frame.batch = true;
    for (Json& entry : *batch) frame.messages.push_back(read_one_passing(std::move(entry)));
  }
  return frame;
}

}  // namespace mcpjury
