#include "judge/llm/judged_text.h"

#include <fmt/format.h>

#include <array>
#include <boost/json/serialize.hpp>

#include "base/escape.h"
#include "base/redact.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

// Hidden characters are shown by number: the judge sees that they are there and is not reached by what they
// spell.
Json made_visible(const Json& value) {
  if (const auto* text = value.if_string()) return Json(escape_terminal(view(*text)));
  if (const JsonArray* list = value.if_array()) {
    JsonArray out;
    for (const Json& each : *list) out.push_back(made_visible(each));
    return out;
  }
  const JsonObject* object = value.if_object();
  if (object == nullptr) return value;
  JsonObject out;
  for (const auto& [key, member] : *object) {
    out.insert_or_assign(escape_terminal({key.data(), key.size()}), made_visible(member));
  }
  return out;
}

std::string cut(std::string text, std::size_t limit) {
  if (text.size() <= limit) return text;
  const std::size_t edge = char_edge(text, limit);
  const std::size_t rest = text.size() - edge;
  text.resize(edge);
  return text + fmt::format(" [{} bytes more are not shown]", rest);
}

}  // namespace

Result<std::string> judged_text(const JudgedUnit& unit, const PrivateWords& words,
                                const JudgedTextLimits& limits) {
  // What reaches an agent's context. Icons and _meta do not.
  static constexpr std::array<std::string_view, 5> kMembers = {"title", "description", "inputSchema",
                                                               "outputSchema", "annotations"};
  JsonObject tool;
  tool["name"] = unit.tool_name;
  if (unit.tool != nullptr) {
    for (const std::string_view member : kMembers) {
      if (const Json* value = find(*unit.tool, member)) tool[member] = *value;
    }
  }
  JsonObject all;
  all["server_name"] = cut(std::string(unit.server_name), 500);
  all["host"] = cut(std::string(unit.host), 500);
  if (!unit.instructions.empty())
    all["server_instructions"] = cut(std::string(unit.instructions), limits.instructions_bytes);
  if (unit.source != nullptr)
    all["handler_facts"] = cut(boost::json::serialize(*unit.source), limits.source_bytes);
  all["tool"] = std::move(tool);
  std::string text = boost::json::serialize(made_visible(json_without_private(Json(std::move(all)), words)));
  if (text.size() > limits.tool_bytes) {
    return Error{ErrorCode::kLimit,
                 fmt::format("the tool takes {} bytes, the limit is {}", text.size(), limits.tool_bytes)};
  }
  // Once more over the whole: a name and its value may be secret only together.
  return redact(text);
}

}  // namespace mcpjury
