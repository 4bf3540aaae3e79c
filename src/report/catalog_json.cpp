#include "report/catalog_views.h"
#include "report/measured_figures.h"

namespace mcpjury {
namespace {

Json catalog_string(std::string_view value) {
  return Json(boost::json::string_view(value.data(), value.size()));
}

Json catalog_citations(std::span<const Citation> citations) {
  JsonArray out;
  for (const Citation& citation : citations) {
    JsonObject entry{{"taxonomy", catalog_string(citation.taxonomy)},
                     {"edition", catalog_string(citation.edition)},
                     {"id", catalog_string(citation.id)},
                     {"name", catalog_string(citation.name)},
                     {"url", catalog_string(citation.url)}};
    if (!citation.fit.empty()) entry["fit"] = catalog_string(citation.fit);
    out.push_back(std::move(entry));
  }
  return out;
}

Json catalog_examples(std::span<const Example> examples) {
  JsonArray out;
  for (const Example& example : examples) {
    JsonObject entry{{"note", catalog_string(example.note)}};
    auto parsed = parse_json(example.definition, "example", {});
    entry["definition"] = parsed ? std::move(parsed->value) : catalog_string(example.definition);
    out.push_back(std::move(entry));
  }
  return out;
}

Json catalog_named(std::span<const NamedText> texts) {
  JsonArray out;
  for (const NamedText& entry : texts)
    out.push_back(JsonObject{{"name", catalog_string(entry.name)}, {"text", catalog_string(entry.text)}});
  return out;
}

Json atom_json(std::uint16_t index) {
  const Atom& atom = catalog().atoms[index];
  JsonArray roles;
  for (std::size_t i = 0; i < kTextRoleCount; ++i) {
    const auto role = static_cast<TextRole>(i);
    if ((atom.roles & role_bit(role)) != 0) roles.push_back(catalog_string(name_of(role)));
  }
  return JsonObject{{"signal", catalog_string(catalog().signals[atom.signal].id)}, {"in", std::move(roles)}};
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
    out.push_back(JsonObject{{"scope", catalog_string(name_of(combo.scope))},
                             {"confidence", catalog_string(name_of(combo.confidence))},
                             {"hidden_text_only", combo.hidden_view_only},
                             {"all", atoms_json(combo.all)},
                             {"any", std::move(any)},
                             {"none", atoms_json(combo.none)},
                             {"none_in_subject", atoms_json(combo.none_subject)}});
  }
  return out;
}

Json catalog_signals(const Detector& detector) {
  JsonArray out;
  for (const std::uint16_t index : signals_of(detector)) {
    JsonArray patterns;
    for (const PatternEntry& pattern : catalog().patterns) {
      if (pattern.signal == index) patterns.push_back(catalog_string(pattern.expression));
    }
    const Signal& signal = catalog().signals[index];
    out.push_back(JsonObject{{"id", catalog_string(signal.id)},
                             {"what", catalog_string(signal.what)},
                             {"patterns", std::move(patterns)}});
  }
  return out;
}

Json needed_facets(std::uint16_t needs) {
  JsonArray out;
  for (const Facet facet : kAllFacets) {
    if ((needs & (1u << static_cast<unsigned>(facet))) != 0) out.push_back(catalog_string(name_of(facet)));
  }
  return out;
}

}  // namespace

Json detector_json(const Detector& detector) {
  JsonArray tags, feeds;
  for (const std::string_view tag : detector.tags) tags.push_back(catalog_string(tag));
  for (const RuleRef& ref : rules_fed_by(detector)) {
    feeds.push_back(JsonObject{{"methodology", catalog_string(ref.methodology->id)},
                               {"rule", catalog_string(ref.rule->id)}});
  }
  return JsonObject{{"id", catalog_string(detector.id)},
                    {"title", catalog_string(detector.title)},
                    {"kind", catalog_string(name_of(detector.kind))},
                    {"severity", catalog_string(name_of(detector.severity))},
                    {"what", catalog_string(detector.what)},
                    {"why", catalog_string(detector.why)},
                    {"fix", catalog_string(detector.fix)},
                    {"known_false_alarms", catalog_string(detector.false_alarms)},
                    {"message", catalog_string(detector.message)},
                    {"aivss_vector", catalog_string(detector.aivss)},
                    {"per", catalog_string(name_of(detector.per))},
                    {"code", catalog_string(detector.code)},
                    {"needs", needed_facets(detector.needs)},
                    {"tags", std::move(tags)},
                    {"citations", catalog_citations(detector.citations)},
                    {"combos", combos_json(detector)},
                    {"signals", catalog_signals(detector)},
                    {"measured", measured_json(detector)},
                    {"fires", catalog_examples(detector.fires)},
                    {"quiet", catalog_examples(detector.quiet)},
                    {"feeds", std::move(feeds)}};
}

Json rule_json(const RuleRef& ref) {
  const MethodologyRule& rule = *ref.rule;
  JsonArray rows;
  for (const RuleRow& row : rule.rows) {
    JsonArray detectors, strictness;
    for (const std::uint16_t index : row.detectors)
      detectors.push_back(catalog_string(catalog().detectors[index].id));
    if (row.in_published) strictness.push_back("published");
    if (row.in_precise) strictness.push_back("precise");
    rows.push_back(JsonObject{{"any_of", std::move(detectors)},
                              {"severity", catalog_string(name_of(row.severity))},
                              {"in", std::move(strictness)},
                              {"min_confidence", catalog_string(name_of(row.min_confidence))}});
  }
  JsonObject out{{"methodology", catalog_string(ref.methodology->id)},
                 {"id", catalog_string(rule.id)},
                 {"title", catalog_string(rule.title)},
                 {"category", catalog_string(rule.category)},
                 {"text", catalog_string(rule.text)},
                 {"severity", catalog_string(name_of(rule.severity))},
                 {"weight", rule.weight},
                 {"hard_fail", rule.hard_fail},
                 {"per", catalog_string(name_of(rule.per))},
                 {"needs", needed_facets(rule.needs)},
                 {"rows", std::move(rows)},
                 {"citations", catalog_citations(rule.citations)}};
  if (!rule.question.empty()) out["question"] = catalog_string(rule.question);
  if (!rule.rule_class.empty()) out["class"] = catalog_string(rule.rule_class);
  if (!rule.pack.empty()) out["pack"] = catalog_string(rule.pack);
  if (!rule.pending.empty()) out["pending"] = catalog_string(rule.pending);
  return out;
}

Json methodology_json(const Methodology& methodology) {
  JsonArray bands, limits, rules, weights;
  for (const Band& band : methodology.bands) {
    bands.push_back(JsonObject{{"name", catalog_string(band.name)},
                               {"from", band.from},
                               {"action", catalog_string(band.action)},
                               {"meaning", catalog_string(band.meaning)}});
  }
  for (const std::string_view limit : methodology.limits) limits.push_back(catalog_string(limit));
  for (const int weight : methodology.severity_weights) weights.push_back(weight);
  for (const MethodologyRule& rule : methodology.rules) rules.push_back(rule_json({&methodology, &rule}));
  return JsonObject{{"id", catalog_string(methodology.id)},
                    {"version", catalog_string(methodology.version)},
                    {"title", catalog_string(methodology.title)},
                    {"released", catalog_string(methodology.released)},
                    {"source", catalog_string(methodology.source)},
                    {"summary", catalog_string(methodology.summary)},
                    {"direction", catalog_string(methodology.direction)},
                    {"bands", std::move(bands)},
                    {"severity_weights", std::move(weights)},
                    {"limits", std::move(limits)},
                    {"decisions", catalog_named(methodology.decisions)},
                    {"changelog", catalog_named(methodology.changelog)},
                    {"rules", std::move(rules)}};
}

}  // namespace mcpjury
