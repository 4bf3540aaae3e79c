#include "observe/remote/active_probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr int kCalls = 3;

constexpr std::array kReadWords = {"list"sv,   "get"sv,   "search"sv,   "read"sv, "fetch"sv,
                                   "find"sv,   "query"sv, "describe"sv, "show"sv, "count"sv,
                                   "lookup"sv, "check"sv, "view"sv};
// Words of the write and destructive classes and of every sensitive capability: one of them and the tool is
// left alone.
constexpr std::array kShunned = {
    "delete"sv,      "drop"sv,     "transfer"sv,   "send"sv,        "remove"sv, "purge"sv,     "wipe"sv,
    "destroy"sv,     "truncate"sv, "erase"sv,      "uninstall"sv,   "revoke"sv, "cancel"sv,    "pay"sv,
    "charge"sv,      "refund"sv,   "publish"sv,    "execute"sv,     "exec"sv,   "create"sv,    "update"sv,
    "add"sv,         "insert"sv,   "set"sv,        "put"sv,         "patch"sv,  "edit"sv,      "write"sv,
    "upload"sv,      "rename"sv,   "move"sv,       "import"sv,      "enable"sv, "disable"sv,   "run"sv,
    "shell"sv,       "eval"sv,     "command"sv,    "sudo"sv,        "admin"sv,  "grant"sv,     "shutdown"sv,
    "terminate"sv,   "suspend"sv,  "credential"sv, "credentials"sv, "secret"sv, "secrets"sv,   "token"sv,
    "tokens"sv,      "password"sv, "passwords"sv,  "key"sv,         "keys"sv,   "vault"sv,     "env"sv,
    "environment"sv, "ssn"sv,      "email"sv,      "phone"sv,       "post"sv,   "broadcast"sv, "notify"sv,
    "download"sv,    "invoice"sv,  "withdraw"sv,   "chmod"sv,       "mkdir"sv,  "apikey"sv,    "passwd"sv,
    "payment"sv,     "deploy"sv,   "kill"sv,       "reset"sv,       "sql"sv};

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  char before = 0;
  for (std::size_t i = 0; i < name.size(); ++i) {
    const char c = name[i];
    const bool upper = ascii::is_upper(c);
    const bool alnum = upper || ascii::is_lower(c) || (c >= '0' && c <= '9');
    // "listKeys", and the last capital of "getAPIKey" begins a word too.
    const bool last_capital = ascii::is_upper(before) && i + 1 < name.size() && ascii::is_lower(name[i + 1]);
    if ((!alnum || (upper && (ascii::is_lower(before) || last_capital))) && !word.empty()) {
      words.push_back(std::move(word));
      word.clear();
    }
    if (alnum) word += upper ? static_cast<char>(c - 'A' + 'a') : c;
    before = c;
  }
  if (!word.empty()) words.push_back(std::move(word));
  return words;
}

template <std::size_t N>
bool is_one_of(const std::array<std::string_view, N>& list, std::string_view word) {
  return std::find(list.begin(), list.end(), word) != list.end();
}

std::optional<double> number_at(const JsonObject& schema, std::string_view key) {
  const Json* value = find(schema, key);
  if (value == nullptr || !value->is_number()) return std::nullopt;
  return value->to_number<double>();
}

// Draft 4 wrote "exclusiveMinimum": true beside the minimum.
bool excluded(const JsonObject& schema, std::string_view key) {
  const Json* value = find(schema, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

bool allowed_number(const JsonObject& schema, double value) {
  const auto least = number_at(schema, "minimum"), most = number_at(schema, "maximum");
  const auto above = number_at(schema, "exclusiveMinimum"), below = number_at(schema, "exclusiveMaximum");
  if (least && (value < *least || (value == *least && excluded(schema, "exclusiveMinimum")))) return false;
  if (most && (value > *most || (value == *most && excluded(schema, "exclusiveMaximum")))) return false;
  if ((above && value <= *above) || (below && value >= *below)) return false;
  const auto step = number_at(schema, "multipleOf");
  return !step || *step <= 0 || std::abs(std::remainder(value, *step)) <= *step * 1e-9;
}

// The minimum, else zero, else the maximum, each moved to the next multiple; nothing when none of them fits,
// since a refusal of input that breaks the schema would be held against the server.
std::optional<Json> number_for(const JsonObject& schema, bool integer) {
  const auto above = number_at(schema, "exclusiveMinimum"), below = number_at(schema, "exclusiveMaximum");
  const double step = std::max(number_at(schema, "multipleOf").value_or(0), 0.0);
  const double low = number_at(schema, "minimum").value_or(above.value_or(0));
  const double high = number_at(schema, "maximum").value_or(below.value_or(low));
  const double unit = step > 0 ? step : 1;
  const bool whole = integer || step > 0;
  const double first = whole ? std::ceil(low / unit) * unit : low;
  const double last = whole ? std::floor(high / unit) * unit : high;
  for (const double value : {first, first + unit, last, last - unit, (low + high) / 2}) {
    if (!(std::abs(value) <= 1e15) || !allowed_number(schema, value)) continue;
    if (!integer) return Json(value);
    if (value == std::floor(value)) return Json(static_cast<std::int64_t>(value));
  }
  return std::nullopt;
}

std::optional<Json> value_for(const JsonObject& schema) {
  if (const Json* fixed = find(schema, "const")) return *fixed;
  if (const JsonArray* choices = find_array(schema, "enum")) {
    if (choices->empty()) return std::nullopt;
    return (*choices)[0];
  }
  const std::string_view type = find_string(schema, "type");
  if (type == "boolean") return Json(false);
  if (type == "integer" || type == "number") return number_for(schema, type == "integer");
  // Strings without an enum, objects and arrays: anything we made up would be a guess.
  return std::nullopt;
}

JsonObject call(Channel& channel, std::string_view tool, JsonObject arguments) {
  Frame frame;
  frame.method = "tools/call";
  frame.name = std::string(tool);
  frame.params = {{"name", tool}, {"arguments", std::move(arguments)}};
  const Reply reply = channel.exchange(frame);
  JsonObject out{{"tool", kept_text(tool, 200)}, {"duration_ms", reply.duration_ms}};
  switch (reply.state) {
    case Reply::State::kResult: {
      out["outcome"] = "ok";
      const JsonObject* result = reply.result.if_object();
      const Json* failed = result != nullptr ? find(*result, "isError") : nullptr;
      // A failure inside a result is the tool's answer, not a refusal of what its schema allows.
      if (failed != nullptr && failed->is_bool() && failed->get_bool())
        out["note"] = "the tool reported an error";
      break;
    }
    case Reply::State::kError:
      out["outcome"] = "rejected_compliant_input";
      out["error"] = JsonObject{{"code", reply.error.code}, {"message", kept_text(reply.error.message, 200)}};
      break;
    case Reply::State::kNone:
      out["outcome"] = "ok_with_note";
      out["note"] = kept_text(reply.failure, 100);
      break;
  }
  return out;
}

bool environment_allows() {
  const char* value = std::getenv("MCPJURY_ENABLE_ACTIVE_PROBE");
  return value != nullptr && std::string_view(value) == "1";
}

}  // namespace

bool eligible_name(std::string_view tool_name) {
  const std::vector<std::string> words = words_of(tool_name);
  const auto shunned = [](std::string_view word) {
    return is_one_of(kShunned, word) ||
           (word.ends_with('s') && is_one_of(kShunned, word.substr(0, word.size() - 1)));
  };
  const auto reads = [](const std::string& word) { return is_one_of(kReadWords, word); };
  return std::any_of(words.begin(), words.end(), reads) && std::none_of(words.begin(), words.end(), shunned);
}

std::optional<JsonObject> arguments_for(const JsonObject& input_schema) {
  JsonObject arguments;
  const JsonArray* required = find_array(input_schema, "required");
  if (required == nullptr) return arguments;
  const JsonObject* properties = find_object(input_schema, "properties");
  for (const Json& item : *required) {
    const auto* name = item.if_string();
    if (name == nullptr || properties == nullptr) return std::nullopt;
    const JsonObject* schema = find_object(*properties, view(*name));
    // An argument that is wanted in a header as well is not ours to build.
    if (schema == nullptr || schema->contains("x-mcp-header")) return std::nullopt;
    auto value = value_for(*schema);
    if (!value) return std::nullopt;
    arguments[*name] = std::move(*value);
  }
  return arguments;
}

JsonObject run_active_probe(Channel& channel, const Conversation& conversation, bool asked_for) {
  JsonObject out{{"ran", false}};
  if (!asked_for || !environment_allows()) {
    out["reason"] = !asked_for ? "not asked for" : "MCPJURY_ENABLE_ACTIVE_PROBE is not 1";
    return out;
  }
  JsonArray calls;
  int made = 0;
  const JsonArray* tools = find_array(conversation.definition, "tools");
  for (std::size_t i = 0; tools != nullptr && i < tools->size() && made < kCalls; ++i) {
    const JsonObject* tool = (*tools)[i].if_object();
    if (tool == nullptr || !eligible_name(find_string(*tool, "name"))) continue;
    const JsonObject* schema = find_object(*tool, "inputSchema");
    auto arguments = schema != nullptr ? arguments_for(*schema) : std::nullopt;
    if (!arguments) continue;
    calls.push_back(call(channel, find_string(*tool, "name"), std::move(*arguments)));
    ++made;
  }
  out["ran"] = made > 0;
  if (made == 0) out["reason"] = "no tool can be called with arguments its schema gives";
  out["calls"] = std::move(calls);
  return out;
}

}  // namespace mcpjury
