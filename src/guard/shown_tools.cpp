// The tools as the client may see them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "base/canonical_json.h"
#include "guard/surface_verdict.h"
#include "mcp/jsonrpc.h"

namespace mcpjury {
namespace {

constexpr std::size_t kQuotedChars = 4'000;

std::string mark_text(const ToolVerdict& verdict) {
  return fmt::format("[mcpjury guard: grade {}, {}{}{}]", verdict.grade,
                     verdict.decision == Decision::kHold ? "calls are refused until it is approved"
                                                         : "ask the user before every call",
                     verdict.rules.empty() ? "" : "; found: ", fmt::join(verdict.rules, ", "));
}

std::string quoted_text(std::string_view text) {
  std::string out;
  append_json_string(out, shown_text(text, kQuotedChars));
  return out;
}

JsonObject marked(const JsonObject& tool, const ToolVerdict& verdict) {
  JsonObject out = tool;
  const std::string_view said = find_string(tool, "description");
  // What tries to steer a model is shown as what it is: somebody's words.
  std::string description = mark_text(verdict);
  if (verdict.malice) {
    description += " The server describes it in these words: " + quoted_text(said);
  } else if (!said.empty()) {
    description += fmt::format(" {}", said);
  }
  out["description"] = description;
  // Clients ask before they call what may destroy something.
  JsonObject annotations;
  if (const JsonObject* given = find_object(tool, "annotations")) annotations = *given;
  annotations["readOnlyHint"] = false;
  annotations["destructiveHint"] = true;
  out["annotations"] = std::move(annotations);
  JsonObject meta;
  if (const JsonObject* given = find_object(tool, "_meta")) meta = *given;
  JsonArray rules;
  for (const std::string& rule : verdict.rules) rules.emplace_back(rule);
  meta["mcpjury/guard"] = JsonObject{{"grade", std::string(1, verdict.grade)},
                                     {"risk_score", verdict.risk},
                                     {"action", verdict.action},
                                     {"decision", name_of(verdict.decision)},
                                     {"rules", std::move(rules)},
                                     {"fingerprint", verdict.fingerprint}};
  out["_meta"] = std::move(meta);
  return out;
}

}  // namespace

JsonArray shown_tools(const JsonArray& tools, const SurfaceVerdict& verdict) {
  JsonArray out;
  for (const Json& tool : tools) {
    const JsonObject* object = tool.if_object();
    const ToolVerdict* found = object == nullptr ? nullptr : verdict.find(find_string(*object, "name"));
    if (found == nullptr || found->decision == Decision::kBlock) continue;
    if (found->decision == Decision::kPass) {
      out.push_back(*object);
    } else {
      out.push_back(marked(*object, *found));
    }
  }
  return out;
}

}  // namespace mcpjury
