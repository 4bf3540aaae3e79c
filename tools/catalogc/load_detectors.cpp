#include <boost/json.hpp>
#include <cctype>
#include <filesystem>
#include <string>

#include "expand_words.h"
#include "load_parts.h"
#include "yaml_reader.h"

namespace catalogc {
namespace {

namespace bj = boost::json;

// Scalars become what YAML's core schema says they are, so that examples can hold numbers and flags.
bj::value yaml_to_json(const YAML::Node& node) {
  switch (node.Type()) {
    case YAML::NodeType::Map: {
      bj::object object;
      for (const auto& entry : node) object[entry.first.Scalar()] = yaml_to_json(entry.second);
      return object;
    }
    case YAML::NodeType::Sequence: {
      bj::array array;
      for (const auto& item : node) array.push_back(yaml_to_json(item));
      return array;
    }
    case YAML::NodeType::Scalar: {
      const std::string& text = node.Scalar();
      if (node.Tag() == "!") return bj::string(text);  // quoted
      if (text == "true") return true;
      if (text == "false") return false;
      if (text == "null" || text == "~") return nullptr;
      if (!text.empty() && (std::isdigit(static_cast<unsigned char>(text[0])) || text[0] == '-')) {
        boost::system::error_code error;
        bj::value number = bj::parse(text, error);
        if (!error && number.is_number()) return number;
      }
      return bj::string(text);
    }
    default:
      return nullptr;
  }
}

// Literals of other scripts are plain bytes to both engines, and much cheaper so; only a class or an
// escape that names such characters needs them decoded.
bool needs_utf8(const std::string& expression) {
  bool in_class = false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\' && i + 1 < expression.size()) {
      if (expression[i + 1] == 'p' || expression[i + 1] == 'P') return true;
      if (expression[i + 1] == 'x' && i + 2 < expression.size() && expression[i + 2] == '{') return true;
      ++i;
    } else if (c == '[') {
      in_class = true;
    } else if (c == ']') {
      in_class = false;
    } else if (in_class && static_cast<unsigned char>(c) >= 0x80) {
      return true;
    }
  }
  return false;
}

// A blank in a pattern stands for any run of white space, since descriptions are wrapped and indented, and
// an apostrophe for the typographic one too. Inside classes both stay what they are.
std::string loosen(const std::string& expression) {
  std::string out;
  bool in_class = false;
  for (std::size_t i = 0; i < expression.size(); ++i) {
    const char c = expression[i];
    if (c == '\\' && i + 1 < expression.size()) {
      out += c;
      out += expression[++i];
      continue;
    }
    if (c == '[') in_class = true;
    if (c == ']') in_class = false;
    if (in_class || (c != ' ' && c != '\'')) {
      out += c;
    } else if (c == '\'') {
      out += "(?:'|\xE2\x80\x99)";
    } else {
      const char next = i + 1 < expression.size() ? expression[i + 1] : '\0';
      if (next == '?') {
        out += "\\s*";
        ++i;
      } else {
        out += next == '{' || next == '+' || next == '*' ? "\\s" : "\\s+";
      }
    }
  }
  return out;
}

std::vector<PatternSourceText> read_patterns(MapReader& reader, const char* key) {
  std::vector<PatternSourceText> patterns;
  const YAML::Node node = reader.get(key);
  if (!node.IsDefined()) return patterns;
  for (const auto& item : node) {
    PatternSourceText pattern;
    if (item.IsScalar()) {
      pattern.expression = item.Scalar();
    } else {
      MapReader map(item, reader.where() + " patterns", reader.complaints());
      pattern.expression = map.required("re");
      pattern.case_sensitive = map.text("case") == "sensitive";
      map.finish();
    }
    pattern.expression = loosen(pattern.expression);
    pattern.utf8 = needs_utf8(pattern.expression);
    if (pattern.case_sensitive || !expand_words(pattern.expression, pattern.words)) pattern.words.clear();
    patterns.push_back(std::move(pattern));
  }
  return patterns;
}

// A text stands for a tool with that description; a tool for a server with one tool; evidence for facets
// that were seen, by their names.
ExampleSource read_example(const YAML::Node& node, MapReader& parent) {
  ExampleSource example;
  MapReader map(node, parent.where() + " example", parent.complaints());
  example.note = map.text("note");
  bj::object definition;
  if (map.has("text")) {
    bj::object tool{{"name", "example"},
                    {"description", map.text("text")},
                    {"inputSchema", {{"type", "object"}, {"properties", bj::object{}}}}};
    definition["tools"] = bj::array{tool};
  } else if (map.has("param")) {
    bj::object property{{"type", "string"}, {"description", map.text("param")}};
    bj::object tool{{"name", "example"},
                    {"description", "An example."},
                    {"inputSchema", {{"type", "object"}, {"properties", {{"value", property}}}}}};
    definition["tools"] = bj::array{tool};
  } else if (map.has("tool")) {
    definition["tools"] = bj::array{yaml_to_json(map.get("tool"))};
  } else if (map.has("tools")) {
    definition["tools"] = yaml_to_json(map.get("tools"));
  } else if (map.has("server")) {
    definition = yaml_to_json(map.get("server")).as_object();
  } else if (map.has("evidence")) {
    definition["facets"] = yaml_to_json(map.get("evidence"));
    if (map.has("observed_at")) definition["observed_at"] = map.text("observed_at");
  } else {
    map.complain("needs text, param, tool, tools, server or evidence");
  }
  map.finish();
  example.definition = bj::serialize(definition);
  return example;
}

ComboSource read_combo(const YAML::Node& node, MapReader& parent, const std::string& default_confidence) {
  ComboSource combo;
  MapReader map(node, parent.where() + " combo", parent.complaints());
  combo.within = map.text("within", "sentence");
  combo.confidence = map.text("confidence", default_confidence);
  combo.hidden_view_only = map.flag("hidden_view_only");
  combo.firm = !map.flag("doubtful");
  combo.all = map.list("all");
  combo.none = map.list("none");
  combo.none_subject = map.list("none_subject");
  const YAML::Node any = map.get("any");
  if (any.IsDefined()) {
    if (any.IsSequence() && any.size() > 0 && any[0].IsScalar()) {
      combo.any.push_back(map.list("any"));
    } else {
      for (const auto& group : any) combo.any.push_back(group.as<std::vector<std::string>>());
    }
  }
  map.finish();
  return combo;
}

}  // namespace

std::vector<CitationSource> read_citations(MapReader& reader) {
  std::vector<CitationSource> citations;
  const YAML::Node node = reader.get("citations");
  if (!node.IsDefined()) return citations;
  for (const auto& item : node) {
    MapReader map(item, reader.where() + " citation", reader.complaints());
    CitationSource citation;
    citation.taxonomy = map.required("taxonomy");
    citation.id = map.required("id");
    citation.fit = map.text("fit");
    map.finish();
    citations.push_back(std::move(citation));
  }
  return citations;
}

void load_signals(const std::string& file, const YAML::Node& document, CatalogSource& source,
                  Complaints& complaints) {
  MapReader top(document, file, complaints);
  const YAML::Node signals = top.get("signals");
  top.finish();
  for (const auto& entry : signals) {
    const std::string id = entry.first.Scalar();
    MapReader map(entry.second, file + " signal " + id, complaints);
    SignalSource signal;
    signal.id = id;
    signal.what = map.required("what");
    signal.patterns = read_patterns(map, "patterns");
    if (signal.patterns.empty()) map.complain("has no patterns");
    map.finish();
    source.signals.push_back(std::move(signal));
  }
}

void load_detector(const std::string& file, const YAML::Node& document, CatalogSource& source,
                   Complaints& complaints) {
  MapReader map(document, file, complaints);
  DetectorSource detector;
  detector.file = file;
  detector.id = map.required("id");
  detector.title = map.required("title");
  detector.kind = map.required("kind");
  detector.severity = map.required("severity");
  detector.what = map.required("what");
  detector.why = map.required("why");
  detector.fix = map.required("fix");
  detector.false_alarms = map.required("false_alarms");
  detector.message = map.required("message");
  detector.aivss = map.required("aivss");
  detector.aivss_note = map.text("aivss_note");
  detector.per = map.text("per", "place");
  detector.code = map.text("code");
  detector.needs = map.list("needs");
  detector.tags = map.list("tags");
  detector.reads = map.list("reads");
  detector.citations = read_citations(map);
  const std::string confidence = map.text("confidence", "high");
  std::vector<PatternSourceText> patterns = read_patterns(map, "patterns");
  if (!patterns.empty()) {
    SignalSource own;
    own.id = detector.id;
    own.what = detector.title;
    own.patterns = std::move(patterns);
    source.signals.push_back(std::move(own));
    if (!map.has("combos")) {
      ComboSource combo;
      combo.confidence = confidence;
      combo.all.push_back(detector.id);
      detector.combos.push_back(std::move(combo));
    }
  }
  for (const auto& item : map.get("combos")) detector.combos.push_back(read_combo(item, map, confidence));
  const YAML::Node examples = map.get("examples");
  if (examples.IsDefined()) {
    MapReader parts(examples, file + " examples", complaints);
    for (const auto& item : parts.get("fires")) detector.fires.push_back(read_example(item, parts));
    for (const auto& item : parts.get("quiet")) detector.quiet.push_back(read_example(item, parts));
    parts.finish();
  }
  map.finish();
  source.detectors.push_back(std::move(detector));
}

}  // namespace catalogc
