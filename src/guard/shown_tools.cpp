// The tools as the client may see them.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "guard/surface_verdict.h"
#include "guard/withheld.h"

namespace mcpjury {
namespace {

std::string mark_text(const ToolVerdict& verdict) {
  return fmt::format("[mcpjury guard: grade {}, {}{}{}]", verdict.grade,
                     verdict.decision == Decision::kHold ? "calls are refused until it is approved"
                                                         : "ask the user before every call",
                     verdict.rules.empty() ? "" : "; found: ", fmt::join(verdict.rules, ", "));
}

JsonObject marked(const JsonObject& tool, const ToolVerdict& verdict) {
  // What tries to steer a model does not reach it, in quotes or otherwise.
  JsonObject out = verdict.malice ? without_words(tool) : tool;
  const std::string_view said = find_string(out, "description");
  std::string description = mark_text(verdict);
  if (verdict.malice) {
    description += " What the server says of it is withheld: it holds orders to the model.";
  } else if (!said.empty()) {
    description += fmt::format(" {}", said);
  }
  out["description"] = description;
  // Clients ask before they call what may destroy something.
  JsonObject annotations;
  if (const JsonObject* given = find_object(out, "annotations")) annotations = *given;
  annotations["readOnlyHint"] = false;
  annotations["destructiveHint"] = true;
  out["annotations"] = std::move(annotations);
  JsonObject meta;
  if (const JsonObject* given = find_object(out, "_meta")) meta = *given;
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
