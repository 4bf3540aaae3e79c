#include "report/catalog_views.h"

#include <fmt/format.h>

#include <algorithm>

namespace mcpjury {
namespace {

bool same_id(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
}

bool feeds(const Detector& detector, const MethodologyRule& rule) {
  const auto index = static_cast<std::uint16_t>(index_of(detector));
  return std::any_of(rule.rows.begin(), rule.rows.end(), [&](const RuleRow& row) {
    return std::find(row.detectors.begin(), row.detectors.end(), index) != row.detectors.end();
  });
}

}  // namespace

std::vector<const Methodology*> newest_methodologies() {
  std::vector<const Methodology*> out;
  for (const Methodology& method : catalog().methodologies) {
    if (&methodology(method.id) == &method) out.push_back(&method);
  }
  return out;
}

std::vector<RuleRef> rules_fed_by(const Detector& detector) {
  std::vector<RuleRef> out;
  for (const Methodology* method : newest_methodologies()) {
    for (const MethodologyRule& rule : method->rules) {
      if (feeds(detector, rule)) out.push_back({method, &rule});
    }
  }
  return out;
}

std::vector<RuleRef> rules_called(std::string_view id) {
  std::vector<RuleRef> out;
  for (const Methodology* method : newest_methodologies()) {
    for (const MethodologyRule& rule : method->rules) {
      if (same_id(rule.id, id)) out.push_back({method, &rule});
    }
  }
  return out;
}

std::vector<const Detector*> detectors_of(const MethodologyRule& rule) {
  std::vector<const Detector*> out;
  for (const Detector& detector : catalog().detectors) {
    if (feeds(detector, rule)) out.push_back(&detector);
  }
  return out;
}

std::vector<const Detector*> detectors_citing(std::string_view id) {
  std::vector<const Detector*> out;
  for (const Detector& detector : catalog().detectors) {
    if (std::any_of(detector.citations.begin(), detector.citations.end(),
                    [&](const Citation& citation) { return same_id(citation.id, id); })) {
      out.push_back(&detector);
    }
  }
  return out;
}

std::vector<std::uint16_t> signals_of(const Detector& detector) {
  std::vector<std::uint16_t> out;
  const auto add = [&](std::span<const std::uint16_t> atoms) {
    for (const std::uint16_t atom : atoms) {
      const std::uint16_t signal = catalog().atoms[atom].signal;
      if (std::find(out.begin(), out.end(), signal) == out.end()) out.push_back(signal);
    }
  };
  for (const Combo& combo : detector.combos) {
    add(combo.all);
    for (const auto& group : combo.any) add(group);
    add(combo.none);
    add(combo.none_subject);
  }
  return out;
}

std::vector<std::string> all_ids() {
  std::vector<std::string> out;
  for (const Detector& detector : catalog().detectors) out.emplace_back(detector.id);
  for (const Methodology* method : newest_methodologies()) {
    for (const MethodologyRule& rule : method->rules) out.emplace_back(rule.id);
  }
  return out;
}

std::string_view name_of(Scope scope) {
  switch (scope) {
    case Scope::kSentence:
      return "sentence";
    case Scope::kPair:
      return "pair";
    case Scope::kField:
      return "field";
    case Scope::kSubject:
      return "subject";
  }
  return "sentence";
}

std::string_view name_of(Per per) {
  return per == Per::kPlace ? "place" : per == Per::kSubject ? "subject" : "server";
}

std::string_view name_of(TextRole role) {
  constexpr std::string_view kNames[kTextRoleCount] = {
      "name",           "title",        "description", "parameter name",
      "parameter text", "schema value", "output text", "other member",
      "instructions",   "URI",          "server name"};
  return kNames[static_cast<std::size_t>(role)];
}

}  // namespace mcpjury
