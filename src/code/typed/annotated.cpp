#include "code/typed/annotated.h"

#include <utility>

#include "code/typed/literals.h"

namespace mcpjury {
namespace {

using std::string_view;

string_view without_suffix(string_view name, string_view suffix) {
  return name.size() > suffix.size() && name.ends_with(suffix) ? name.substr(0, name.size() - suffix.size())
                                                               : name;
}

void add_java_annotation(const ParsedFile& file, TSNode node, std::vector<Annotation>& out) {
  Annotation made;
  made.name = last_name(file.text_of(ParsedFile::field(node, "name")));
  for (TSNode argument : children(ParsedFile::field(node, "arguments"))) {
    if (is_type(argument, "element_value_pair")) {
      made.values[file.text_of(ParsedFile::field(argument, "key"))] = ParsedFile::field(argument, "value");
    } else {
      made.values[""] = argument;
    }
  }
  out.push_back(std::move(made));
}

void add_csharp_attribute(const ParsedFile& file, TSNode node, std::vector<Annotation>& out) {
  Annotation made;
  made.name = without_suffix(last_name(file.text_of(ParsedFile::field(node, "name"))), "Attribute");
  for (TSNode argument : children(child_of_type(node, "attribute_argument_list"))) {
    TSNode key = ParsedFile::field(argument, "name");
    std::vector<TSNode> parts = children(argument);
    if (!parts.empty()) made.values[file.text_of(key)] = parts.back();
  }
  out.push_back(std::move(made));
}

void add_kotlin_annotation(const ParsedFile& file, TSNode node, std::vector<Annotation>& out) {
  Annotation made;
  TSNode invocation = child_of_type(node, "constructor_invocation");
  made.name =
      last_name(file.text_of(child_of_type(ts_node_is_null(invocation) ? node : invocation, "user_type")));
  for (TSNode argument : children(child_of_type(invocation, "value_arguments"))) {
    std::vector<TSNode> parts = children(argument);
    if (parts.empty()) continue;
    made.values[parts.size() == 2 ? file.text_of(parts[0]) : string_view()] = parts.back();
  }
  out.push_back(std::move(made));
}

// "Task<List<string>>" -> "List<string>" for the name "Task"; empty when it is another type.
string_view inside_generic(string_view type, string_view& name) {
  std::size_t open = type.find('<');
  if (open == string_view::npos || type.back() != '>') return {};
  name = last_name(trim(type.substr(0, open)));
  return trim(type.substr(open + 1, type.size() - open - 2));
}

string_view last_of_list(string_view types) {
  int depth = 0;
  for (std::size_t at = types.size(); at > 0; --at) {
    char c = types[at - 1];
    if (c == '>') ++depth;
    if (c == '<') --depth;
    if (c == ',' && depth == 0) return trim(types.substr(at));
  }
  return trim(types);
}

bool any_of(string_view name, std::initializer_list<string_view> names) {
  for (string_view one : names) {
    if (one == name) return true;
  }
  return false;
}

}  // namespace

std::vector<Annotation> annotations_of(const ParsedFile& file, TSNode declaration) {
  std::vector<Annotation> found;
  for (TSNode child : children(declaration)) {
    string_view type = ParsedFile::type_of(child);
    if (type == "attribute_list") {
      for (TSNode attribute : children(child)) add_csharp_attribute(file, attribute, found);
    }
    if (type != "modifiers" && type != "parameter_modifiers") continue;
    for (TSNode modifier : children(child)) {
      bool kotlin = file.language() == CodeLanguage::kKotlin;
      if (is_type(modifier, "annotation") && kotlin) add_kotlin_annotation(file, modifier, found);
      if (!kotlin && (is_type(modifier, "annotation") || is_type(modifier, "marker_annotation"))) {
        add_java_annotation(file, modifier, found);
      }
    }
  }
  return found;
}

const Annotation* find_annotation(const std::vector<Annotation>& all, string_view name) {
  for (const Annotation& one : all) {
    if (one.name == name) return &one;
  }
  return nullptr;
}

TSNode annotation_value(const Annotation& annotation, string_view key) {
  auto at = annotation.values.find(key);
  return at == annotation.values.end() ? null_node() : at->second;
}

std::vector<Parameter> parameters_of(const ParsedFile& file, TSNode method) {
  std::vector<Parameter> found;
  TSNode list = ParsedFile::field(method, "parameters");
  for (string_view type : {"parameter_list", "function_value_parameters"}) {
    if (ts_node_is_null(list)) list = child_of_type(method, type);
  }
  if (ts_node_is_null(list))
    list = child_of_type(child_of_type(method, "primary_constructor"), "class_parameters");
  std::vector<Annotation> before;
  for (TSNode node : children(list)) {
    string_view type = ParsedFile::type_of(node);
    if (type == "parameter_modifiers") {
      for (TSNode modifier : children(node)) {
        if (is_type(modifier, "annotation")) add_kotlin_annotation(file, modifier, before);
      }
      continue;
    }
    if (type != "formal_parameter" && type != "parameter" && type != "class_parameter") {
      if (!found.empty()) found.back().optional = true;  // Kotlin: the default follows its parameter
      continue;
    }
    Parameter made;
    made.annotations = annotations_of(file, node);
    for (Annotation& one : before) made.annotations.push_back(std::move(one));
    before.clear();
    made.name = file.text_of(ParsedFile::field(node, "name"));
    made.type = file.text_of(ParsedFile::field(node, "type"));
    std::vector<TSNode> parts = children(node);
    if (file.language() == CodeLanguage::kKotlin) {
      for (TSNode part : parts) {
        if (is_type(part, "identifier")) made.name = file.text_of(part);
        if (is_type(part, "user_type") || is_type(part, "nullable_type")) made.type = file.text_of(part);
      }
    } else if (file.language() == CodeLanguage::kCSharp && !parts.empty()) {
      made.optional = file.text_of(parts.back()) != made.name;  // "= default"
    }
    if (made.type.ends_with('?') || made.type.starts_with("Optional<")) made.optional = true;
    found.push_back(std::move(made));
  }
  return found;
}

ClassTypes::ClassTypes(const Values& values) : values_(values), file_(values.file()) {
  walk(file_.root(), [&](TSNode node) {
    string_view type = ParsedFile::type_of(node);
    if (type == "class_declaration" || type == "record_declaration" || type == "struct_declaration")
      collect_class(node);
    if (type == "enum_declaration") {
      std::vector<string_view>& names = enums_[file_.text_of(ParsedFile::field(node, "name"))];
      for (TSNode member : children(ParsedFile::field(node, "body"))) {
        string_view name = file_.text_of(ParsedFile::field(member, "name"));
        if (!name.empty() && names.size() < 200) names.push_back(name);
      }
    }
    return true;
  });
}

void ClassTypes::collect_class(TSNode node) {
  string_view name = file_.text_of(ParsedFile::field(node, "name"));
  std::vector<Parameter>& properties = classes_[name];
  if (!is_type(node, "class_declaration") || file_.language() != CodeLanguage::kJava)
    properties = parameters_of(file_, node);
  for (TSNode member : children(ParsedFile::field(node, "body"))) {
    Parameter made;
    made.annotations = annotations_of(file_, member);
    made.type = file_.text_of(ParsedFile::field(member, "type"));
    if (is_type(member, "property_declaration")) {
      made.name = file_.text_of(ParsedFile::field(member, "name"));
      made.optional = made.type.ends_with('?') || !ts_node_is_null(ParsedFile::field(member, "value"));
    } else if (is_type(member, "field_declaration") && file_.language() == CodeLanguage::kJava) {
      if (file_.text_of(child_of_type(member, "modifiers")).find("static") != string_view::npos) continue;
      made.name = file_.text_of(ParsedFile::field(ParsedFile::field(member, "declarator"), "name"));
    }
    if (!made.name.empty() && properties.size() < 200) properties.push_back(std::move(made));
  }
}

std::string ClassTypes::description(const std::vector<Annotation>& annotations) const {
  for (string_view name : {"ToolParam", "McpToolParam", "ToolArg", "Description", "JsonPropertyDescription",
                           "P", "McpArg", "Schema", "LLMDescription"}) {
    const Annotation* found = find_annotation(annotations, name);
    if (found == nullptr) continue;
    std::string text = values_.plain_text(annotation_value(*found, "description"));
    if (text.empty()) text = values_.plain_text(annotation_value(*found, ""));
    if (!text.empty()) return text;
  }
  return {};
}

bool ClassTypes::required(const Parameter& parameter) const {
  if (parameter.optional || find_annotation(parameter.annotations, "Nullable") != nullptr) return false;
  for (const Annotation& one : parameter.annotations) {
    if (file_.text_of(annotation_value(one, "required")) == "false" || one.values.contains("defaultValue"))
      return false;
  }
  return true;
}

Json ClassTypes::schema(string_view type, int depth) const {
  if (depth > 8 || ++reads_ > 20'000) return JsonObject();
  type = trim(type);
  while (type.ends_with('?')) type.remove_suffix(1);
  if (type.ends_with("[]")) {
    return JsonObject{{"type", "array"}, {"items", schema(type.substr(0, type.size() - 2), depth + 1)}};
  }
  string_view outer;
  if (string_view of = inside_generic(type, outer); !of.empty()) {
    if (outer.find("Map") != string_view::npos || outer.find("Dictionary") != string_view::npos) {
      return JsonObject{{"type", "object"}, {"additionalProperties", schema(last_of_list(of), depth + 1)}};
    }
    if (outer == "Optional" || outer == "Nullable") return schema(of, depth + 1);
    if (outer.find("List") != string_view::npos || outer.find("Set") != string_view::npos ||
        outer.find("Enumerable") != string_view::npos || outer.find("Collection") != string_view::npos ||
        outer == "Array") {
      return JsonObject{{"type", "array"}, {"items", schema(of, depth + 1)}};
    }
    return JsonObject();
  }
  string_view name = last_name(type);
  if (any_of(name, {"String", "string", "char", "Char", "Character", "Guid", "UUID", "Uri", "URI",
                    "CharSequence"})) {
    return JsonObject{{"type", "string"}};
  }
  if (any_of(name, {"int", "Integer", "long", "Long", "short", "Short", "byte", "Byte", "Int", "uint",
                    "ulong", "BigInteger", "Int32", "Int64", "nint"})) {
    return JsonObject{{"type", "integer"}};
  }
  if (any_of(name, {"double", "Double", "float", "Float", "decimal", "BigDecimal", "Number", "Decimal"})) {
    return JsonObject{{"type", "number"}};
  }
  if (any_of(name, {"boolean", "Boolean", "bool", "Bool"})) return JsonObject{{"type", "boolean"}};
  if (any_of(name,
             {"DateTime", "DateTimeOffset", "Instant", "LocalDateTime", "OffsetDateTime", "ZonedDateTime"})) {
    return JsonObject{{"type", "string"}, {"format", "date-time"}};
  }
  if (auto at = enums_.find(name); at != enums_.end()) {
    JsonArray names(at->second.begin(), at->second.end());
    return JsonObject{{"type", "string"}, {"enum", std::move(names)}};
  }
  auto at = classes_.find(name);
  if (at == classes_.end()) return JsonObject();
  JsonObject made{{"type", "object"}, {"properties", JsonObject()}};
  for (const Parameter& property : at->second) {
    Json inner = schema(property.type, depth + 1);
    if (std::string about = description(property.annotations); !about.empty())
      inner.as_object()["description"] = about;
    std::string key(property.name);
    if (file_.language() == CodeLanguage::kCSharp && key.front() >= 'A' && key.front() <= 'Z') {
      key.front() = static_cast<char>(key.front() - 'A' + 'a');
    }
    made["properties"].as_object()[key] = std::move(inner);
  }
  return made;
}

}  // namespace mcpjury
