#include "observe/remote/active_probe.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <vector>

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
    "download"sv,    "invoice"sv,  "withdraw"sv,   "chmod"sv,       "mkdir"sv};

std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  std::string word;
  char before = 0;
  for (const char c : name) {
    const bool upper = c >= 'A' && c <= 'Z';
    const bool alnum = upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if ((!alnum || (upper && before >= 'a' && before <= 'z')) && !word.empty()) {
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

// Zero where it is allowed, else the nearest value that is.
std::optional<Json> number_for(const JsonObject& schema, bool integer) {
  const auto number = [&](std::string_view key) -> std::optional<double> {
    const Json* value = find(schema, key);
    if (value == nullptr || !value->is_number()) return std::nullopt;
    return value->to_number<double>();
  };
  double value = number("minimum").value_or(0);
  if (const auto above = number("exclusiveMinimum")) value = std::max(value, *above + 1);
  if (const auto step = number("multipleOf"); step && *step > 0) value = std::ceil(value / *step) * *step;
  if (integer) value = std::ceil(value);
  if (const auto most = number("maximum"); most && value > *most) {
    if (number("minimum")) return std::nullopt;
    value = *most;
  }
  if (std::abs(value) > 1e15) return std::nullopt;
  if (integer) return Json(static_cast<std::int64_t>(value));
  return Json(value);
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
      out["error"] =
          JsonObject{{"code", reply.error.code}, {"message", kept_text(reply.error.message, 200)}};
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
  const auto shunned = [](const std::string& word) { return is_one_of(kShunned, word); };
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
    if (schema == nullptr) return std::nullopt;
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
