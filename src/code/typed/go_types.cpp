#include "code/typed/go_types.h"

#include <vector>

#include "code/typed/literals.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

constexpr std::size_t kMaxTypeReads = 50'000;  // of one file: structs that hold structs that hold structs

// The value of one key of a struct tag: `json:"name,omitempty" jsonschema:"…"`.
std::string tag_value(string_view tag, string_view key) {
  while (!tag.empty()) {
    std::size_t colon = tag.find(":\"");
    if (colon == string_view::npos) return {};
    string_view name = trim(tag.substr(0, colon));
    std::size_t end = colon + 2;
    while (end < tag.size() && tag[end] != '"') end += tag[end] == '\\' ? 2 : 1;
    if (end >= tag.size()) return {};
    if (name == key) return decode_escapes(tag.substr(colon + 2, end - colon - 2), false);
    tag.remove_prefix(end + 1);
  }
  return {};
}

std::vector<std::string> split_tag(string_view text) {
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] == ',') {
      parts.back() += ',';
      ++at;
    } else if (text[at] == ',') {
      parts.emplace_back();
    } else {
      parts.back() += text[at];
    }
  }
  return parts;
}

// Two libraries read the tag `jsonschema`: one takes all of it as the description, the other a list of
// "required" and "key=value".
bool is_keyed_tag(string_view tag) {
  for (string_view start : {"required", "description=", "title=", "enum=", "default=", "minimum=", "maximum=",
                            "minLength=", "maxLength=", "pattern=", "example=", "format=", "oneof_required",
                            "anyof_", "type=", "nullable", "minItems=", "maxItems=", "uniqueItems"}) {
    if (tag == start || (tag.starts_with(start) && (start.back() == '=' || tag[start.size()] == ',')))
      return true;
  }
  return false;
}

void read_keyed_tag(string_view tag, JsonObject& property, bool& required) {
  for (const std::string& part : split_tag(tag)) {
    std::size_t equals = part.find('=');
    string_view key = string_view(part).substr(0, equals);
    string_view value = equals == std::string::npos ? string_view() : string_view(part).substr(equals + 1);
    if (key == "required") {
      required = true;
    } else if (key == "enum") {
      if (!property.contains("enum")) property["enum"] = JsonArray();
      property["enum"].as_array().emplace_back(value);
    } else if (key == "description" || key == "title" || key == "default" || key == "pattern" ||
               key == "format") {
      property[key] = value;
    } else if (equals == std::string::npos && property.contains("description")) {
      // An unescaped comma inside the description: the library drops the rest, and so do we.
    }
  }
}

}  // namespace

GoTypes::GoTypes(const Values& values) : values_(values) {
  walk(values.file().root(), [&](TSNode node) {
    string_view type = ParsedFile::type_of(node);
    auto keep = [&](std::map<string_view, TSNode>& in, TSNode value) {
      auto [at, fresh] = in.try_emplace(values.file().text_of(ParsedFile::field(node, "name")), value);
      if (!fresh) at->second = null_node();
    };
    if (type == "type_spec") keep(types_, ParsedFile::field(node, "type"));
    if (type == "function_declaration" || type == "method_declaration") {
      keep(functions_, ParsedFile::field(node, "parameters"));
    }
    return true;
  });
}

TSNode GoTypes::parameters_of(string_view function) const {
  auto at = functions_.find(function);
  return at == functions_.end() ? null_node() : at->second;
}

TSNode GoTypes::input_of(TSNode parameters) const {
  TSNode found = null_node();
  for (TSNode parameter : children(parameters)) {
    TSNode type = ParsedFile::field(parameter, "type");
    string_view text = values_.file().text_of(type);
    bool plumbing = text.ends_with(".Context") ||
                    (text.find("Request") != string_view::npos && text.find('.') != string_view::npos);
    found = plumbing ? null_node() : type;
  }
  return found;
}

Json GoTypes::read_struct(TSNode type, int depth) const {
  struct Field {
    std::string name;
    JsonObject property;
    bool omit = false, required = false;
  };
  std::vector<Field> fields;
  bool by_tag = false;
  JsonObject embedded;
  for (TSNode declaration : children(child_of_type(type, "field_declaration_list"))) {
    TSNode of = ParsedFile::field(declaration, "type");
    std::string tag = string_literal(values_.file(), ParsedFile::field(declaration, "tag")).value_or("");
    std::string json = tag_value(tag, "json");
    std::string name = json.substr(0, json.find(','));
    TSNode identifier = ParsedFile::field(declaration, "name");
    if (name == "-") continue;
    if (name.empty() && ts_node_is_null(identifier)) {  // embedded: its fields are ours
      Json inner = read(of, depth + 1);
      if (inner.is_object() && inner.as_object().contains("properties")) embedded = inner.as_object();
      continue;
    }
    if (name.empty()) name = std::string(values_.file().text_of(identifier));
    if (json.empty() && (name.front() < 'A' || name.front() > 'Z')) continue;  // not exported
    Field field;
    field.name = name;
    field.omit = json.find(",omitempty") != std::string::npos || json.find(",omitzero") != std::string::npos;
    Json property = read(of, depth + 1);
    if (property.is_object()) field.property = property.as_object();
    std::string about = tag_value(tag, "jsonschema");
    if (is_keyed_tag(about)) {
      by_tag = true;
      read_keyed_tag(about, field.property, field.required);
    } else if (!about.empty()) {
      field.property["description"] = about;
    }
    if (std::string text = tag_value(tag, "jsonschema_description"); !text.empty())
      field.property["description"] = text;
    if (std::string text = tag_value(tag, "description"); !text.empty()) field.property["description"] = text;
    fields.push_back(std::move(field));
  }
  JsonObject schema = std::move(embedded);
  if (schema.empty()) schema = JsonObject{{"type", "object"}, {"properties", JsonObject()}};
  for (Field& field : fields) {
    add_property(schema, field.name, std::move(field.property), by_tag ? field.required : !field.omit);
  }
  return schema;
}

Json GoTypes::read(TSNode type, int depth) const {
  if (depth > 12 || ++reads_ > kMaxTypeReads) return JsonObject();
  string_view kind = ParsedFile::type_of(type), text = values_.file().text_of(type);
  if (kind == "pointer_type" || kind == "parenthesized_type") return read(first_child(type), depth + 1);
  if (kind == "struct_type") return read_struct(type, depth);
  if (text == "[]byte" || text == "string") return typed_schema("string");
  if (kind == "slice_type" || kind == "array_type") {
    return JsonObject{{"type", "array"}, {"items", read(ParsedFile::field(type, "element"), depth + 1)}};
  }
  if (kind == "map_type") {
    return JsonObject{{"type", "object"},
                      {"additionalProperties", read(ParsedFile::field(type, "value"), depth + 1)}};
  }
  if (text == "bool") return typed_schema("boolean");
  if (text.starts_with("int") || text.starts_with("uint")) {
    if (text.find_first_not_of("uint0123456789") == string_view::npos) return typed_schema("integer");
  }
  if (text == "float64" || text == "float32") return typed_schema("number");
  if (text == "time.Time") return JsonObject{{"type", "string"}, {"format", "date-time"}};
  auto at = types_.find(text);
  if (at == types_.end() || ts_node_is_null(at->second)) return JsonObject();
  return read(at->second, depth + 1);
}

CodeValue GoTypes::schema(TSNode type) const {
  if (ts_node_is_null(type)) return {};
  while (is_type(type, "pointer_type")) type = first_child(type);
  string_view text = values_.file().text_of(type);
  string_view kind = ParsedFile::type_of(type);
  bool name = kind == "type_identifier" || kind == "qualified_type" || kind == "identifier" ||
              kind == "selector_expression";
  if (name && text != "any") {
    auto at = types_.find(text);
    if (at == types_.end() || ts_node_is_null(at->second)) return {nullptr, std::string(last_name(text))};
  }
  Json value = read(type, 0);
  if (!value.is_object()) return {};
  // Without a type it would say nothing; a tool's input is an object at least.
  if (!value.as_object().contains("type")) value.as_object()["type"] = "object";
  return {value, {}};
}

}  // namespace mcpjury
