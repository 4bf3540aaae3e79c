#include "code/typed/rust_types.h"

#include "code/typed/literals.h"
#include "code/typed/sites.h"

namespace mcpjury {
namespace {

using std::string_view;

constexpr std::size_t kMaxRustTypeReads = 50'000;

std::vector<TSNode> all_named(TSNode node) {
  std::vector<TSNode> found;
  if (ts_node_is_null(node)) return found;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      TSNode child = ts_tree_cursor_current_node(&cursor);
      if (ts_node_is_named(child)) found.push_back(child);
    } while (found.size() < kMaxChildren && ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  return found;
}

std::string renamed(string_view name, string_view style) {
  std::vector<std::string> words(1);
  for (char c : snake_case(name)) {
    if (c == '_')
      words.emplace_back();
    else
      words.back() += c;
  }
  auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
  if (style == "lowercase" || style == "UPPERCASE") {
    std::string out(name);
    for (char& c : out)
      c = style == "UPPERCASE" ? upper(c) : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    return out;
  }
  bool camel = style == "camelCase", pascal = style == "PascalCase", loud = style.starts_with("SCREAMING");
  bool kebab = style.find('-') != string_view::npos || style.find("KEBAB") != string_view::npos;
  if (!camel && !pascal && !loud && !kebab && style != "snake_case") return std::string(name);
  std::string out;
  for (std::size_t at = 0; at < words.size(); ++at) {
    std::string& word = words[at];
    if (loud) {
      for (char& c : word) c = upper(c);
    }
    if ((pascal || (camel && at > 0)) && !word.empty()) word.front() = upper(word.front());
    if (at > 0 && !camel && !pascal) out += kebab ? '-' : '_';
    out += word;
  }
  return out;
}

}  // namespace

std::vector<RustItem> rust_items(const ParsedFile& file, TSNode list) {
  std::vector<RustItem> items;
  RustItem next{};
  for (TSNode node : all_named(list)) {
    string_view type = ParsedFile::type_of(node);
    if (type == "line_comment" || type == "block_comment") {
      TSNode doc = ParsedFile::field(node, "doc");
      if (ts_node_is_null(doc) || ts_node_is_null(ParsedFile::field(node, "outer"))) continue;
      if (!next.docs.empty()) next.docs += '\n';
      next.docs += trim(file.text_of(doc));
    } else if (type == "attribute_item") {
      next.attributes.push_back(child_of_type(node, "attribute"));
    } else if (type == "ERROR") {  // #[tool(param)] before a parameter is not in the grammar everywhere
      if (TSNode inner = child_of_type(node, "attribute_item"); !ts_node_is_null(inner)) {
        next.attributes.push_back(child_of_type(inner, "attribute"));
      }
    } else if (type != "visibility_modifier") {
      next.node = node;
      TSNode cfg = rust_attribute(file, next, "cfg");
      if (ts_node_is_null(cfg) || file.text_of(cfg).find("test") == string_view::npos) items.push_back(next);
      next = RustItem{};
    }
  }
  return items;
}

TSNode rust_attribute(const ParsedFile& file, const RustItem& item, string_view name) {
  for (TSNode attribute : item.attributes) {
    if (last_name(file.text_of(first_child(attribute))) == name) return attribute;
  }
  return null_node();
}

std::map<string_view, TSNode> attribute_pairs(const ParsedFile& file, TSNode attribute) {
  std::map<string_view, TSNode> pairs;
  TSNode tokens = ParsedFile::field(attribute, "arguments");
  string_view key, macro;
  for (TSNode token : children(tokens)) {
    bool value = false;
    if (!key.empty()) {
      // What stands between tells a value from the next key.
      std::size_t from = static_cast<std::size_t>(key.data() - file.text().data()) + key.size();
      value = file.text().substr(from, ts_node_start_byte(token) - from).find('=') != string_view::npos;
      if (is_type(token, "token_tree")) value = true;
    }
    if (is_type(token, "token_tree") && !macro.empty()) {  // description = concat!("a", "b")
      pairs[macro] = token;
      macro = key = {};
    } else if (value) {
      pairs[key] = token;
      macro = is_type(token, "identifier") && file.text_of(token) == "concat" ? key : string_view();
      key = {};
    } else if (is_type(token, "identifier")) {
      key = file.text_of(token);
      pairs.try_emplace(key, null_node());
    }
  }
  return pairs;
}

RustTypes::RustTypes(const Values& values) : values_(values), file_(values.file()) {
  walk(file_.root(), [&](TSNode node) {
    string_view type = ParsedFile::type_of(node);
    if (type != "source_file" && type != "declaration_list" && type != "mod_item" && type != "block")
      return true;
    for (RustItem& item : rust_items(file_, node)) {
      if (!is_type(item.node, "struct_item") && !is_type(item.node, "enum_item") &&
          !is_type(item.node, "type_item"))
        continue;
      types_.try_emplace(file_.text_of(ParsedFile::field(item.node, "name")), std::move(item));
    }
    return true;
  });
}

std::string RustTypes::attribute_text(const RustItem& item, string_view attribute, string_view key) const {
  for (TSNode node : item.attributes) {
    if (last_name(file_.text_of(first_child(node))) != attribute) continue;
    auto pairs = attribute_pairs(file_, node);
    if (auto at = pairs.find(key); at != pairs.end()) return values_.plain_text(at->second);
  }
  return {};
}

bool RustTypes::has_key(const RustItem& item, string_view attribute, string_view key) const {
  for (TSNode node : item.attributes) {
    if (last_name(file_.text_of(first_child(node))) == attribute &&
        attribute_pairs(file_, node).contains(key))
      return true;
  }
  return false;
}

TSNode RustTypes::inner_of(TSNode type, string_view name) const {
  if (!is_type(type, "generic_type") || last_name(file_.text_of(ParsedFile::field(type, "type"))) != name)
    return null_node();
  return first_child(ParsedFile::field(type, "type_arguments"));
}

Json RustTypes::read_struct(const RustItem& item, int depth) const {
  JsonObject schema{{"type", "object"}, {"properties", JsonObject()}};
  std::string style = attribute_text(item, "serde", "rename_all");
  for (const RustItem& field : rust_items(file_, ParsedFile::field(item.node, "body"))) {
    if (!is_type(field.node, "field_declaration") || has_key(field, "serde", "skip")) continue;
    TSNode type = ParsedFile::field(field.node, "type");
    TSNode optional = inner_of(type, "Option");
    Json property = read(ts_node_is_null(optional) ? type : optional, depth + 1);
    if (!property.is_object()) property = JsonObject();
    if (has_key(field, "serde", "flatten")) {
      if (const JsonObject* inner = find_object(property.as_object(), "properties")) {
        for (const auto& [key, value] : *inner) add_property(schema, key, value, false);
      }
      continue;
    }
    std::string about = attribute_text(field, "schemars", "description");
    if (about.empty()) about = field.docs;
    if (!about.empty()) property.as_object()["description"] = about;
    std::string name = attribute_text(field, "serde", "rename");
    if (name.empty()) name = renamed(file_.text_of(ParsedFile::field(field.node, "name")), style);
    bool required = ts_node_is_null(optional) && !has_key(field, "serde", "default") &&
                    !has_key(item, "serde", "default");
    add_property(schema, name, std::move(property), required);
  }
  return schema;
}

Json RustTypes::read_enum(const RustItem& item) const {
  JsonArray names;
  std::string style = attribute_text(item, "serde", "rename_all");
  for (const RustItem& variant : rust_items(file_, ParsedFile::field(item.node, "body"))) {
    if (!is_type(variant.node, "enum_variant")) continue;
    if (!ts_node_is_null(ParsedFile::field(variant.node, "body"))) return JsonObject();
    std::string name = attribute_text(variant, "serde", "rename");
    if (name.empty()) name = renamed(file_.text_of(ParsedFile::field(variant.node, "name")), style);
    names.emplace_back(name);
  }
  return JsonObject{{"type", "string"}, {"enum", std::move(names)}};
}

Json RustTypes::read_item(const RustItem& item, int depth) const {
  if (is_type(item.node, "enum_item")) return read_enum(item);
  if (is_type(item.node, "type_item")) return read(ParsedFile::field(item.node, "type"), depth + 1);
  return read_struct(item, depth);
}

Json RustTypes::read(TSNode type, int depth) const {
  if (ts_node_is_null(type) || depth > 12 || ++reads_ > kMaxRustTypeReads) return JsonObject();
  if (is_type(type, "reference_type")) return read(ParsedFile::field(type, "type"), depth + 1);
  string_view text = file_.text_of(type);
  if (is_type(type, "generic_type")) {
    string_view name = last_name(file_.text_of(ParsedFile::field(type, "type")));
    std::vector<TSNode> of = children(ParsedFile::field(type, "type_arguments"));
    if (of.empty()) return JsonObject();
    if (name == "Vec" || name == "HashSet" || name == "BTreeSet" || name == "VecDeque" ||
        name == "IndexSet") {
      return JsonObject{{"type", "array"}, {"items", read(of[0], depth + 1)}};
    }
    if (name == "HashMap" || name == "BTreeMap" || name == "IndexMap") {
      return JsonObject{{"type", "object"}, {"additionalProperties", read(of.back(), depth + 1)}};
    }
    if (name == "Map") return typed_schema("object");
    if (name == "Option" || name == "Box" || name == "Arc" || name == "Rc" || name == "Cow")
      return read(of.back(), depth + 1);
    return JsonObject();
  }
  string_view name = last_name(text);
  if (name == "String" || name == "str" || name == "PathBuf" || name == "Path" || name == "char" ||
      name == "Url" || name == "Uuid") {
    return typed_schema("string");
  }
  if (name == "bool") return typed_schema("boolean");
  if (name == "f32" || name == "f64") return typed_schema("number");
  if (is_type(type, "primitive_type") && (name.front() == 'i' || name.front() == 'u'))
    return typed_schema("integer");
  auto at = types_.find(name);
  return at == types_.end() ? Json(JsonObject()) : read_item(at->second, depth + 1);
}

CodeValue RustTypes::schema(TSNode type) const {
  if (ts_node_is_null(type)) return {};
  string_view name = last_name(file_.text_of(type));
  bool named = is_type(type, "type_identifier") || is_type(type, "scoped_type_identifier") ||
               is_type(type, "identifier");
  if (named && !types_.contains(name)) return {nullptr, std::string(name)};
  if (is_type(type, "unit_type")) return {JsonObject{{"type", "object"}, {"properties", JsonObject()}}, {}};
  Json value = read(type, 0);
  if (named) value = read_item(types_.at(name), 0);
  return {value, {}};
}

}  // namespace mcpjury
