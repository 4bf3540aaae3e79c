#include "cli/catalog_views.h"
#include "cli/measured_figures.h"

namespace mcpjury {
namespace {

Json text(std::string_view value) { return Json(boost::json::string_view(value.data(), value.size())); }

Json citations_json(std::span<const Citation> citations) {
  JsonArray out;
  for (const Citation& citation : citations) {
    JsonObject entry{{"taxonomy", text(citation.taxonomy)},
                     {"edition", text(citation.edition)},
                     {"id", text(citation.id)},
                     {"name", text(citation.name)},
                     {"url", text(citation.url)}};
    if (!citation.fit.empty()) entry["fit"] = text(citation.fit);
    out.push_back(std::move(entry));
  }
  return out;
}

Json examples_json(std::span<const Example> examples) {
  JsonArray out;
  for (const Example& example : examples) {
    JsonObject entry{{"note", text(example.note)}};
    auto parsed = parse_json(example.definition, "example", {});
    entry["definition"] = parsed ? std::move(parsed->value) : text(example.definition);
    out.push_back(std::move(entry));
  }
  return out;
}

Json named_texts(std::span<const NamedText> texts) {
  JsonArray out;
  for (const NamedText& entry : texts)
    out.push_back(JsonObject{{"name", text(entry.name)}, {"text", text(entry.text)}});
  return out;
}

Json atom_json(std::uint16_t index) {
  const Atom& atom = catalog().atoms[index];
  JsonArray roles;
  for (std::size_t i = 0; i < kTextRoleCount; ++i) {
    const auto role = static_cast<TextRole>(i);
    if ((atom.roles & role_bit(role)) != 0) roles.push_back(text(name_of(role)));
  }
  return JsonObject{{"signal", text(catalog().signals[atom.signal].id)}, {"in", std::move(roles)}};
}

Json atoms_json(std::span<const std::uint16_t> atoms) {
  JsonArray out;
  for (const std::uint16_t atom : atoms) out.push_back(atom_json(atom));
  return out;
}

Json combos_json(const Detector& detector) {
  JsonArray out;
  for (const Combo& combo : detector.combos) {
    JsonArray any;
    for (const auto& group : combo.any) any.push_back(atoms_json(group));
    out.push_back(JsonObject{{"scope", text(name_of(combo.scope))},
                             {"confidence", text(name_of(combo.confidence))},
                             {"hidden_text_only", combo.hidden_view_only},
                             {"all", atoms_json(combo.all)},
                             {"any", std::move(any)},
                             {"none", atoms_json(combo.none)},
                             {"none_in_subject", atoms_json(combo.none_subject)}});
  }
  return out;
}

Json signals_json(const Detector& detector) {
  JsonArray out;
  for (const std::uint16_t index : signals_of(detector)) {
    JsonArray patterns;
    for (const PatternEntry& pattern : catalog().patterns) {
      if (pattern.signal == index) patterns.push_back(text(pattern.expression));
    }
    const Signal& signal = catalog().signals[index];
    out.push_back(
        JsonObject{{"id", text(signal.id)}, {"what", text(signal.what)}, {"patterns", std::move(patterns)}});
  }
  return out;
}

Json facets_json(std::uint16_t needs) {
  JsonArray out;
  for (const Facet facet : kAllFacets) {
    if ((needs & (1u << static_cast<unsigned>(facet))) != 0) out.push_back(text(name_of(facet)));
  }
  return out;
}

}  // namespace

Json detector_json(const Detector& detector) {
  JsonArray tags, feeds;
  for (const std::string_view tag : detector.tags) tags.push_back(text(tag));
  for (const RuleRef& ref : rules_fed_by(detector)) {
    feeds.push_back(JsonObject{{"methodology", text(ref.methodology->id)}, {"rule", text(ref.rule->id)}});
  }
  return JsonObject{{"id", text(detector.id)},
                    {"title", text(detector.title)},
                    {"kind", text(name_of(detector.kind))},
                    {"severity", text(name_of(detector.severity))},
                    {"what", text(detector.what)},
                    {"why", text(detector.why)},
                    {"fix", text(detector.fix)},
                    {"known_false_alarms", text(detector.false_alarms)},
                    {"message", text(detector.message)},
                    {"aivss_vector", text(detector.aivss)},
                    {"per", text(name_of(detector.per))},
                    {"code", text(detector.code)},
                    {"needs", facets_json(detector.needs)},
                    {"tags", std::move(tags)},
                    {"citations", citations_json(detector.citations)},
                    {"combos", combos_json(detector)},
                    {"signals", signals_json(detector)},
                    {"measured", measured_json(detector)},
                    {"fires", examples_json(detector.fires)},
                    {"quiet", examples_json(detector.quiet)},
                    {"feeds", std::move(feeds)}};
}

Json rule_json(const RuleRef& ref) {
  const MethodologyRule& rule = *ref.rule;
  JsonArray rows;
  for (const RuleRow& row : rule.rows) {
    JsonArray detectors, strictness;
    for (const std::uint16_t index : row.detectors) detectors.push_back(text(catalog().detectors[index].id));
    if (row.in_published) strictness.push_back("published");
    if (row.in_precise) strictness.push_back("precise");
    rows.push_back(JsonObject{{"any_of", std::move(detectors)},
                              {"severity", text(name_of(row.severity))},
                              {"in", std::move(strictness)},
                              {"min_confidence", text(name_of(row.min_confidence))}});
  }
  JsonObject out{{"methodology", text(ref.methodology->id)},
                 {"id", text(rule.id)},
                 {"title", text(rule.title)},
                 {"category", text(rule.category)},
                 {"text", text(rule.text)},
                 {"severity", text(name_of(rule.severity))},
                 {"weight", rule.weight},
                 {"hard_fail", rule.hard_fail},
                 {"per", text(name_of(rule.per))},
                 {"needs", facets_json(rule.needs)},
                 {"rows", std::move(rows)},
                 {"citations", citations_json(rule.citations)}};
  if (!rule.question.empty()) out["question"] = text(rule.question);
  if (!rule.rule_class.empty()) out["class"] = text(rule.rule_class);
  if (!rule.pack.empty()) out["pack"] = text(rule.pack);
  if (!rule.pending.empty()) out["pending"] = text(rule.pending);
  return out;
}

Json methodology_json(const Methodology& methodology) {
  JsonArray bands, limits, rules, weights;
  for (const Band& band : methodology.bands) {
    bands.push_back(JsonObject{{"name", text(band.name)},
                               {"from", band.from},
                               {"action", text(band.action)},
                               {"meaning", text(band.meaning)}});
  }
  for (const std::string_view limit : methodology.limits) limits.push_back(text(limit));
  for (const int weight : methodology.severity_weights) weights.push_back(weight);
  for (const MethodologyRule& rule : methodology.rules) rules.push_back(rule_json({&methodology, &rule}));
  return JsonObject{{"id", text(methodology.id)},
                    {"version", text(methodology.version)},
                    {"title", text(methodology.title)},
                    {"released", text(methodology.released)},
                    {"source", text(methodology.source)},
                    {"summary", text(methodology.summary)},
                    {"direction", text(methodology.direction)},
                    {"bands", std::move(bands)},
                    {"severity_weights", std::move(weights)},
                    {"limits", std::move(limits)},
                    {"decisions", named_texts(methodology.decisions)},
                    {"changelog", named_texts(methodology.changelog)},
                    {"rules", std::move(rules)}};
}

}  // namespace mcpjury
