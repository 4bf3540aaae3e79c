// Walks every string of a server. What a model is shown is what is walked: a string that stands in a
// member nobody knows is read like a description, because a model reads it too.
#include "base/utf8.h"
#include "detect/schema_members.h"
#include "detect/text_index.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

// Names and short values are joined: one scan instead of many.
constexpr std::size_t kLongValue = 64;
// Places of one subject that are remembered; beyond, its strings are not read and the limit is reported.
// Limits::schema_visits counts objects and lists only, and one object can hold millions of strings.
constexpr std::size_t kMaxPlaces = 200'000;
// Shorter keys say nothing a pattern for prose could find.
constexpr std::size_t kProseKey = 16;

// Level 255 is as deep as any: Limits::json_depth ends a document long before.
std::uint8_t deeper(std::uint8_t level) {
  return level < UINT8_MAX ? static_cast<std::uint8_t>(level + 1) : level;
}

class Gatherer {
 public:
  Gatherer(const Limits& limits, TextIndex& index) : limits_(limits), index_(index) {}

  void tool(const ToolView& tool, std::uint32_t list) {
    begin(SubjectType::kTool, static_cast<std::int32_t>(tool.index), tool.name, list);
    title_ = tool.title;
    common(tool.name, tool.title, tool.description);
    for (const auto& [name, value] : *tool.object) {
      if (full(path_)) break;
      const std::string_view key(name.data(), name.size());
      if (key == "name" || key == "title" || key == "description") continue;
      const std::uint32_t path = child(path_, key);
      if (key == "annotations" && value.is_object()) {
        annotations(value.get_object(), path);
      } else if (key == "inputSchema") {
        if (value.is_object()) schema(value.get_object(), path, 0, 0, false);
      } else if (key == "outputSchema") {
        if (value.is_object()) schema(value.get_object(), path, 0, 0, true);
      } else if (key == "icons") {
        foreign(value, path, TextRole::kUri, 0);
      } else {
        foreign(value, path, TextRole::kMeta, 0);
      }
    }
    finish();
  }

  void prompt(const PromptView& prompt, std::uint32_t list) {
    begin(SubjectType::kPrompt, static_cast<std::int32_t>(prompt.index), prompt.name, list);
    common(prompt.name, prompt.title, prompt.description);
    for (const auto& [name, value] : *prompt.object) {
      if (full(path_)) break;
      const std::string_view key(name.data(), name.size());
      if (key == "name" || key == "title" || key == "description") continue;
      const std::uint32_t path = child(path_, key);
      if (key == "arguments" && value.is_array()) {
        arguments(value.get_array(), path);
      } else {
        foreign(value, path, TextRole::kMeta, 0);
      }
    }
    finish();
  }

  void resource(SubjectType type, const ResourceView& resource, std::uint32_t list) {
    begin(type, static_cast<std::int32_t>(resource.index), resource.name, list);
    common(resource.name, resource.title, resource.description);
    for (const auto& [name, value] : *resource.object) {
      if (full(path_)) break;
      const std::string_view key(name.data(), name.size());
      if (key == "name" || key == "title" || key == "description" || key == "mimeType") continue;
      const TextRole role = key == "uri" || key == "uriTemplate" ? TextRole::kUri : TextRole::kMeta;
      foreign(value, child(path_, key), role, 0);
    }
    finish();
  }

  void server(const Surface& surface, const JsonObject& definition, std::string_view server_origin,
              std::string_view instructions_origin) {
    begin_at(SubjectType::kServer, -1, surface.server_name, root(""));
    if (const JsonObject* info = find_object(definition, "server")) {
      const std::uint32_t path = root(server_origin);
      for (const auto& [name, value] : *info) {
        if (full(path)) break;
        const std::string_view key(name.data(), name.size());
        if (key == "name" || key == "title") {
          if (value.is_string()) {
            prose(TextRole::kServerName, view(value.get_string()), child(path, key));
          }
        } else if (key != "version") {
          foreign(value, child(path, key), TextRole::kMeta, 0);
        }
      }
    }
    if (!surface.instructions.empty()) {
      prose(TextRole::kInstructions, surface.instructions, root(instructions_origin));
    }
    finish();
  }

  std::uint32_t root(std::string_view pointer) {
    index_.paths.push_back({-1, -1, pointer});
    return static_cast<std::uint32_t>(index_.paths.size() - 1);
  }

 private:
  // For a list of one that stood alone ("/tool"), the element is the root itself.
  void begin(SubjectType type, std::int32_t position, std::string_view name, std::uint32_t list) {
    const bool alone = index_.paths[list].key == "/tool";
    begin_at(type, position, name, alone ? list : index_.child(list, static_cast<std::size_t>(position)));
  }

  void begin_at(SubjectType type, std::int32_t position, std::string_view name, std::uint32_t path) {
    SubjectUnit& unit = index_.subjects.emplace_back();
    unit.type = type;
    unit.index = position;
    unit.name = name;
    unit.path = path;
    unit.first_field = static_cast<std::uint32_t>(index_.fields.size());
    unit.first_property = static_cast<std::uint32_t>(index_.properties.size());
    path_ = path;
    visits_ = 0;
    first_place_ = index_.paths.size();
    names_.clear();
    name_pieces_.clear();
    values_.clear();
    value_pieces_.clear();
  }

  void finish() {
    joined(TextRole::kParamName, names_, name_pieces_, true);
    joined(TextRole::kSchemaValue, values_, value_pieces_, false);
    SubjectUnit& unit = index_.subjects.back();
    const std::size_t plain = index_.fields.size();
    for (std::size_t i = unit.first_field; i < plain; ++i) add_views(index_, i);
    unit.fields = static_cast<std::uint32_t>(index_.fields.size()) - unit.first_field;
    unit.properties = static_cast<std::uint32_t>(index_.properties.size()) - unit.first_property;
  }

  void common(std::string_view name, std::string_view title, std::string_view description) {
    if (!name.empty()) {
      scratch_.clear();
      append_name_words(scratch_, readable(name, path_));
      add_field(TextRole::kName, index_.arena.copy(scratch_), child(path_, "name"), name, true);
    }
    if (!title.empty()) prose(TextRole::kTitle, title, child(path_, "title"));
    if (!description.empty()) prose(TextRole::kDescription, description, child(path_, "description"));
  }

  void schema(const JsonObject& object, std::uint32_t path, std::size_t depth, std::uint8_t level,
              bool output) {
    if (!visit() || depth > limits_.schema_depth) return exhausted(path);
    for (const auto& [name, value] : object) {
      if (full(path)) return;
      const std::string_view key(name.data(), name.size());
      switch (member_of(key)) {
        case Member::kSkip:
          break;
        case Member::kText:
          foreign(value, child(path, key), output ? TextRole::kOutputText : TextRole::kParamText, depth + 1);
          break;
        case Member::kValue:
          foreign(value, child(path, key), output ? TextRole::kOutputText : TextRole::kSchemaValue,
                  depth + 1);
          break;
        case Member::kProperties:
        case Member::kPatternProperties:
          if (value.is_object()) {
            properties(object, value.get_object(), child(path, key), depth + 1, level, output);
          }
          break;
        case Member::kDefinitions:
          if (value.is_object()) {
            const std::uint32_t definitions = child(path, key);
            for (const auto& [part, sub] : value.get_object()) {
              if (full(definitions)) return;
              if (sub.is_object()) {
                schema(sub.get_object(), child(definitions, std::string_view(part.data(), part.size())),
                       depth + 2, deeper(level), output);
              }
            }
          }
          break;
        case Member::kSchema:
          subschema(value, child(path, key), depth + 1, level, output);
          break;
      }
    }
  }

  void subschema(const Json& value, std::uint32_t path, std::size_t depth, std::uint8_t level, bool output) {
    if (value.is_object()) {
      schema(value.get_object(), path, depth, deeper(level), output);
    } else if (value.is_array()) {
      std::size_t position = 0;
      for (const Json& item : value.get_array()) {
        if (full(path)) return;
        if (item.is_object()) {
          schema(item.get_object(), child(path, position), depth + 1, level, output);
        } else if (item.is_string()) {
          text(TextRole::kMeta, view(item.get_string()), child(path, position));
        }
        ++position;
      }
    } else if (value.is_string()) {
      text(TextRole::kMeta, view(value.get_string()), path);
    }
  }

  void properties(const JsonObject& owner, const JsonObject& members, std::uint32_t path, std::size_t depth,
                  std::uint8_t level, bool output) {
    const RequiredNames required(find_array(owner, "required"));
    for (const auto& [name, value] : members) {
      if (full(path)) return;
      const std::string_view key(name.data(), name.size());
      const std::uint32_t at = child(path, key);
      PropertyInfo property;
      property.name = key;
      property.schema = value.is_object() ? &value.get_object() : nullptr;
      property.path = at;
      property.depth = level;
      property.output = output;
      property.required = required.contains(key);
      index_.properties.push_back(property);
      if (!output) join_name(key, at);
      if (property.schema) schema(*property.schema, at, depth + 1, deeper(level), output);
    }
  }

  void annotations(const JsonObject& members, std::uint32_t path) {
    for (const auto& [name, value] : members) {
      if (full(path)) return;
      const std::string_view key(name.data(), name.size());
      if (key != "title") {
        foreign(value, child(path, key), TextRole::kMeta, 0);
      } else if (value.is_string() && !value.get_string().empty() && view(value.get_string()) != title_) {
        prose(TextRole::kTitle, view(value.get_string()), child(path, key));
      }
    }
  }

  void arguments(const JsonArray& list, std::uint32_t path) {
    std::size_t position = 0;
    for (const Json& item : list) {
      if (full(path)) return;
      const std::uint32_t at = child(path, position++);
      if (!item.is_object()) continue;
      for (const auto& [name, value] : item.get_object()) {
        if (full(at)) return;
        const std::string_view key(name.data(), name.size());
        if (!value.is_string()) continue;
        if (key == "name") {
          join_name(view(value.get_string()), child(at, key));
        } else {
          text(TextRole::kParamText, view(value.get_string()), child(at, key));
        }
      }
    }
  }

  // JSON of no known shape: every string in it, keys included where they can be prose.
  void foreign(const Json& value, std::uint32_t path, TextRole role, std::size_t depth) {
    if (value.is_string()) {
      text(role, view(value.get_string()), path);
    } else if (value.is_object()) {
      if (!visit() || depth > limits_.schema_depth) return exhausted(path);
      for (const auto& [name, member] : value.get_object()) {
        if (full(path)) return;
        const std::string_view key(name.data(), name.size());
        const std::uint32_t at = child(path, key);
        if (key.size() >= kProseKey && key.find(' ') != std::string_view::npos) text(role, key, at);
        foreign(member, at, role, depth + 1);
      }
    } else if (value.is_array()) {
      if (!visit() || depth > limits_.schema_depth) return exhausted(path);
      std::size_t position = 0;
      for (const Json& item : value.get_array()) {
        if (full(path)) return;
        if (item.is_string() || item.is_object() || item.is_array()) {
          foreign(item, child(path, position), role, depth + 1);
        }
        ++position;
      }
    }
  }

  // Short values are joined into one scan, prose stands alone.
  void text(TextRole role, std::string_view value, std::uint32_t path) {
    if (value.size() < 2) return;
    if (role == TextRole::kSchemaValue && value.size() < kLongValue) {
      value_pieces_.push_back({static_cast<std::uint32_t>(values_.size()), path, value});
      values_ += value;
      values_ += kPieceSeparator;
      return;
    }
    prose(role, value, path);
  }

  void prose(TextRole role, std::string_view value, std::uint32_t path) {
    add_field(role, readable(value, path), path, value, false);
  }

  // Cut between characters: the pattern engine must be given valid UTF-8.
  std::string_view readable(std::string_view value, std::uint32_t path) {
    if (value.size() <= limits_.text_bytes) return value;
    exhausted(path);
    return value.substr(0, char_edge(value, limits_.text_bytes));
  }

  void add_field(TextRole role, std::string_view scanned, std::uint32_t path, std::string_view raw,
                 bool split) {
    Field field;
    field.role = role;
    field.text = scanned;
    field.split_names = split;
    field.first_piece = static_cast<std::uint32_t>(index_.pieces.size());
    field.pieces = 1;
    index_.pieces.push_back({0, path, raw});
    index_.fields.push_back(field);
  }

  void join_name(std::string_view name, std::uint32_t path) {
    name_pieces_.push_back({static_cast<std::uint32_t>(names_.size()), path, name});
    append_name_words(names_, readable(name, path));
    names_ += kPieceSeparator;
  }

  void joined(TextRole role, const std::string& buffer, const std::vector<Piece>& pieces, bool split) {
    if (pieces.empty()) return;
    Field field;
    field.role = role;
    field.text = index_.arena.copy(buffer);
    field.split_names = split;
    field.first_piece = static_cast<std::uint32_t>(index_.pieces.size());
    field.pieces = static_cast<std::uint32_t>(pieces.size());
    index_.pieces.insert(index_.pieces.end(), pieces.begin(), pieces.end());
    index_.fields.push_back(field);
  }

  bool visit() { return ++visits_ <= limits_.schema_visits; }
  bool full(std::uint32_t path) {
    if (index_.paths.size() - first_place_ < kMaxPlaces) return false;
    exhausted(path);
    return true;
  }
  void exhausted(std::uint32_t path) {
    if (!index_.visits_exhausted) index_.exhausted_path = path;
    index_.visits_exhausted = true;
  }
  std::uint32_t child(std::uint32_t parent, std::string_view key) { return index_.child(parent, key); }
  std::uint32_t child(std::uint32_t parent, std::size_t position) { return index_.child(parent, position); }

  const Limits& limits_;
  TextIndex& index_;
  std::uint32_t path_ = 0;
  std::string_view title_;  // of the present tool; its annotations often repeat it
  std::size_t visits_ = 0;
  std::size_t first_place_ = 0;  // of the present subject, in TextIndex::paths
  std::string scratch_, names_, values_;
  std::vector<Piece> name_pieces_, value_pieces_;
};

std::string_view origin_of(const JsonObject& definition, std::string_view list, std::string_view fallback) {
  const JsonObject* origin = find_object(definition, "origin");
  if (!origin) return fallback;
  if (list == "tools") {
    const std::string_view alone = find_string(*origin, "tool");
    if (!alone.empty()) return alone;
  }
  const Json* value = find(*origin, list);
  return value && value->is_string() ? view(value->get_string()) : fallback;
}

}  // namespace

void gather(const Surface& surface, const JsonObject& definition, const Limits& limits, TextIndex& index) {
  index.clear();
  Gatherer gatherer(limits, index);
  index.subjects.reserve(surface.tools.size() + surface.prompts.size() + surface.resources.size() +
                         surface.templates.size() + 1);
  const std::uint32_t tools = gatherer.root(origin_of(definition, "tools", "/tools"));
  for (const ToolView& tool : surface.tools) gatherer.tool(tool, tools);
  const std::uint32_t prompts = gatherer.root(origin_of(definition, "prompts", "/prompts"));
  for (const PromptView& prompt : surface.prompts) gatherer.prompt(prompt, prompts);
  const std::uint32_t resources = gatherer.root(origin_of(definition, "resources", "/resources"));
  for (const ResourceView& resource : surface.resources) {
    gatherer.resource(SubjectType::kResource, resource, resources);
  }
  const std::uint32_t templates = gatherer.root(origin_of(definition, "templates", "/resourceTemplates"));
  for (const ResourceView& item : surface.templates)
    gatherer.resource(SubjectType::kTemplate, item, templates);
  gatherer.server(surface, definition, origin_of(definition, "server", "/server"),
                  origin_of(definition, "instructions", "/instructions"));
}

}  // namespace mcpjury
