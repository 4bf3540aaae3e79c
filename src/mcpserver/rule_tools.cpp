// explain_rule and list_rules: the catalogue, which is ours and needs no quoting.
#include <fmt/format.h>

#include <set>
#include <vector>

#include "base/ascii.h"
#include "catalog/catalog.h"
#include "mcpserver/quoted.h"
#include "mcpserver/tool_call.h"

namespace mcpjury {
namespace {

JsonObject detector_row(const Detector& detector) {
  return {{"id", detector.id},
          {"kind", name_of(detector.kind)},
          {"severity", name_of(detector.severity)},
          {"title", detector.title}};
}

bool takes(const MethodologyRule& rule, std::uint16_t detector) {
  for (const RuleRow& row : rule.rows) {
    for (const std::uint16_t index : row.detectors) {
      if (index == detector) return true;
    }
  }
  return false;
}

// The newest version of each methodology: the last of its id.
std::vector<const Methodology*> newest() {
  std::vector<const Methodology*> out;
  for (const Methodology& entry : catalog().methodologies) {
    if (!out.empty() && out.back()->id == entry.id) {
      out.back() = &entry;
    } else {
      out.push_back(&entry);
    }
  }
  return out;
}

ToolAnswer explained(const Detector& detector) {
  JsonArray feeds;
  std::string fed;
  const auto index = static_cast<std::uint16_t>(index_of(detector));
  for (const Methodology* entry : newest()) {
    for (const MethodologyRule& rule : entry->rules) {
      if (!takes(rule, index)) continue;
      feeds.push_back(JsonObject{{"methodology", entry->id}, {"rule", rule.id}, {"title", rule.title}});
      fed += fmt::format("{}{} {}", fed.empty() ? "" : ", ", entry->id, rule.id);
    }
  }
  ToolAnswer answer;
  JsonObject rule = detector_row(detector);
  rule.emplace("what", detector.what);
  rule.emplace("why", detector.why);
  rule.emplace("fix", detector.fix);
  rule.emplace("known_false_alarms", detector.false_alarms);
  rule.emplace("feeds", std::move(feeds));
  answer.structured.emplace("rules", JsonArray{std::move(rule)});
  answer.text = fmt::format(
      "{} ({}, {}): {}\n\nWhat: {}\n\nWhy: {}\n\nFix: {}\n\nKnown false alarms: {}\n\nFeeds: {}\n",
      detector.id, name_of(detector.kind), name_of(detector.severity), detector.title, detector.what,
      detector.why, detector.fix, detector.false_alarms.empty() ? "none known" : detector.false_alarms,
      fed.empty() ? "no methodology's rule" : fed);
  return answer;
}

// A published rule: its own words, and the detectors that feed it.
JsonObject published_rule(const Methodology& entry, const MethodologyRule& rule, std::string& text) {
  std::set<std::uint16_t> detectors;
  for (const RuleRow& row : rule.rows) detectors.insert(row.detectors.begin(), row.detectors.end());
  JsonArray fed_by;
  std::string names;
  for (const std::uint16_t index : detectors) {
    const std::string_view id = catalog().detectors[index].id;
    fed_by.emplace_back(id);
    names += fmt::format("{}{}", names.empty() ? "" : ", ", id);
  }
  text += fmt::format("{} ({} {}, {}): {}\n\nWhat: {}\n\nFed by: {}\n", rule.id, entry.id, entry.version,
                      name_of(rule.severity), rule.title, rule.text, names.empty() ? "no detector" : names);
  return {{"id", rule.id},       {"methodology", entry.id}, {"severity", name_of(rule.severity)},
          {"title", rule.title}, {"what", rule.text},       {"fed_by", std::move(fed_by)}};
}

}  // namespace

ToolAnswer explain_rule_tool(const ToolCall& call, ToolBench&) {
  const std::string_view id = find_string(call.arguments, "rule");
  if (const Detector* detector = find_detector(id)) return explained(*detector);
  ToolAnswer answer;
  JsonArray rules;
  for (const Methodology* entry : newest()) {
    for (const MethodologyRule& rule : entry->rules) {
      if (ascii::equal_ignoring_case(rule.id, id)) rules.push_back(published_rule(*entry, rule, answer.text));
    }
  }
  if (rules.empty()) {
    return tool_error(fmt::format("unknown rule {}; list_rules names them", in_quotes(id, kNameChars)));
  }
  answer.structured.emplace("rules", std::move(rules));
  return answer;
}

ToolAnswer list_rules_tool(const ToolCall& call, ToolBench&) {
  const std::string_view kind = find_string(call.arguments, "kind");
  ToolAnswer answer;
  JsonArray rules;
  for (const Detector& detector : catalog().detectors) {
    if (!kind.empty() && name_of(detector.kind) != kind) continue;
    rules.push_back(detector_row(detector));
    answer.text += fmt::format("{} ({}, {}): {}\n", detector.id, name_of(detector.kind),
                               name_of(detector.severity), detector.title);
  }
  answer.structured = {{"catalog_version", catalog().version}, {"rules", std::move(rules)}};
  return answer;
}

}  // namespace mcpjury
