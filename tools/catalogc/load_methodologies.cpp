#include "load_parts.h"
#include "yaml_reader.h"

namespace catalogc {
namespace {

RowSource read_row(MapReader& map, const std::string& rule_severity) {
  RowSource row;
  row.any_of = map.list("any_of");
  row.severity = map.text("severity", rule_severity);
  row.min_confidence = map.text("min_confidence", "low");
  row.subjects = map.list("subjects");
  if (map.has("in")) {
    row.published = row.precise = false;
    for (const std::string& strictness : map.list("in")) {
      if (strictness == "published") {
        row.published = true;
      } else if (strictness == "precise") {
        row.precise = true;
      } else {
        map.complain("in: knows published and precise, not '" + strictness + "'");
      }
    }
  }
  return row;
}

RuleSource read_rule(const YAML::Node& node, const std::string& file, Complaints& complaints) {
  const std::string id = node.IsMap() && node["id"] ? node["id"].Scalar() : "?";
  MapReader map(node, file + " rule " + id, complaints);
  RuleSource rule;
  rule.id = map.required("id");
  rule.title = map.required("title");
  rule.category = map.text("category");
  rule.text = map.required("text");
  rule.question = map.text("question");
  rule.severity = map.text("severity", "info");
  rule.rule_class = map.text("class");
  rule.pack = map.text("pack");
  rule.applies = map.text("applies");
  rule.normaliser = map.text("normaliser");
  rule.per = map.text("per", "subject");
  rule.pending = map.text("pending");
  rule.weight = map.number("weight");
  rule.layer = map.number("layer");
  rule.hard_fail = map.flag("hard_fail");
  rule.needs = map.list("needs");
  rule.citations = read_citations(map);
  if (map.has("any_of")) {
    RowSource row;
    row.any_of = map.list("any_of");
    row.severity = rule.severity;
    rule.rows.push_back(std::move(row));
  }
  for (const auto& item : map.get("rows")) {
    MapReader row(item, map.where() + " row", complaints);
    rule.rows.push_back(read_row(row, rule.severity));
    row.finish();
  }
  map.finish();
  return rule;
}

std::vector<std::pair<std::string, std::string>> read_named(MapReader& parent, const char* key) {
  std::vector<std::pair<std::string, std::string>> texts;
  for (const auto& item : parent.get(key)) {
    MapReader map(item, parent.where() + " " + key, parent.complaints());
    texts.emplace_back(map.required("name"), map.required("text"));
    map.finish();
  }
  return texts;
}

}  // namespace

void load_methodology(const std::string& file, const YAML::Node& document, CatalogSource& source,
                      Complaints& complaints) {
  MapReader map(document, file, complaints);
  MethodologySource method;
  method.file = file;
  method.id = map.required("id");
  method.version = map.required("version");
  method.title = map.required("title");
  method.released = map.required("released");
  method.source = map.required("source");
  method.summary = map.required("summary");
  method.direction = map.required("direction");
  if (map.has("severity_weights")) {
    MapReader weights(map.get("severity_weights"), file + " severity_weights", complaints);
    for (const char* name : {"info", "low", "medium", "high", "critical"}) {
      method.severity_weights.push_back(weights.number(name));
    }
    weights.finish();
  }
  for (const auto& item : map.get("bands")) {
    MapReader band(item, file + " band", complaints);
    BandSource source_band;
    source_band.name = band.required("name");
    source_band.from = band.number("from");
    source_band.action = band.text("action");
    source_band.meaning = band.text("meaning");
    band.finish();
    method.bands.push_back(std::move(source_band));
  }
  method.limits = map.list("limits");
  method.decisions = read_named(map, "decisions");
  method.changelog = read_named(map, "changelog");
  for (const auto& item : map.get("rules")) method.rules.push_back(read_rule(item, file, complaints));
  map.finish();
  source.methodologies.push_back(std::move(method));
}

}  // namespace catalogc
