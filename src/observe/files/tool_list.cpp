#include "observe/files/tool_list.h"

#include <fmt/format.h>

#include <array>
#include <memory>
#include <optional>

#include "base/escape.h"
#include "base/places.h"
#include "base/redact.h"
#include "observe/files/document_kind.h"

namespace mcpjury {
namespace {

// Notes and places of one document; what is beyond is said once and not kept.
constexpr std::size_t kMaxNotes = 1'000;
constexpr std::size_t kMaxPlaces = 250'000;
constexpr std::size_t kMaxPlaceBytes = 32u << 20;

// A list of the definition facet and how the documents call it.
struct ListName {
  std::string_view facet, document, identity;  // identity: the member an entry is known by
};
constexpr std::array<ListName, 4> kLists = {{{"tools", "tools", "name"},
                                             {"prompts", "prompts", "name"},
                                             {"resources", "resources", "uri"},
                                             {"templates", "resourceTemplates", "uriTemplate"}}};

// Assignment between values of different storage copies; taking the storage over does not.
void adopt(Json& to, Json&& from) {
  std::destroy_at(&to);
  std::construct_at(&to, std::move(from));
}

Json* member(JsonObject& object, std::string_view key) {
  Json* value = object.if_contains({key.data(), key.size()});
  return value != nullptr && !value->is_null() ? value : nullptr;
}

JsonObject* object_member(JsonObject& object, std::string_view key) {
  Json* value = member(object, key);
  return value != nullptr ? value->if_object() : nullptr;
}

bool has_string(const Json& entry, std::string_view key) {
  const Json* value = find(entry, key);
  return value != nullptr && value->is_string();
}

bool any_entry_has(const JsonArray& list, std::string_view key) {
  for (const Json& entry : list) {
    if (has_string(entry, key)) return true;
  }
  return false;
}

class Reader {
 public:
  Reader(Evidence& evidence, const Limits& limits, const boost::json::storage_ptr& storage)
      : evidence_(evidence), limits_(limits), out_(storage), origin_(storage) {}

  // False when nothing in the document belongs to an MCP server; then nothing was moved out of it.
  bool read(Json& document) {
    if (JsonArray* array = document.if_array()) return bare_array(*array);
    JsonObject* object = document.if_object();
    if (object == nullptr) return false;
    std::string at;
    if (JsonObject* result = object_member(*object, "result");
        result != nullptr && (object->contains("jsonrpc") || object->size() == 1)) {
      object = result;
      at = "/result";
    }
    JsonObject* hello = nullptr;
    std::string hello_at;
    find_handshake(*object, at, hello, hello_at);
    if (hello == nullptr && !lists_something(*object)) return false;

    if (hello != nullptr) handshake(*hello, hello_at);
    server(*object, at);
    instructions(*object, at);
    bool tools = false;
    for (const ListName& name : kLists) {
      const bool found = list(*object, at, name);
      if (name.facet == "tools") tools = found;
    }
    if (!tools) single_tool(*object, at);
    return true;
  }

  void finish() {
    if (!origin_.empty()) out_.emplace("origin", std::move(origin_));
    if (truncated_) out_.emplace("truncated", true);
    FacetRecord& facet = evidence_.facet(Facet::kDefinition);
    facet.state = FacetState::kSeen;
    facet.reason.clear();
    adopt(facet.data, Json(std::move(out_)));
  }

 private:
  bool bare_array(JsonArray& array) {
    if (!array.empty() && (!any_entry_has(array, "name") || find(array.front(), "jsonrpc") != nullptr))
      return false;
    take_list(array, kLists[0], "");
    return true;
  }

  // Under its own member, perhaps with its JSON-RPC envelope, or the object itself.
  static void find_handshake(JsonObject& object, const std::string& at, JsonObject*& hello,
                             std::string& hello_at) {
    if (JsonObject* inside = object_member(object, "initialize")) {
      hello = inside;
      hello_at = at + "/initialize";
      if (JsonObject* result = object_member(*inside, "result")) {
        hello = result;
        hello_at += "/result";
      }
    } else if (has_string_member(object, "protocolVersion") &&
               (object_member(object, "serverInfo") != nullptr ||
                object_member(object, "capabilities") != nullptr)) {
      hello = &object;
      hello_at = at;
    }
  }

  static bool has_string_member(JsonObject& object, std::string_view key) {
    const Json* value = member(object, key);
    return value != nullptr && value->is_string();
  }

  // An array of tools may be empty; lists whose names other formats use too must show their entries.
  static bool lists_something(JsonObject& object) {
    for (const ListName& name : kLists) {
      const JsonArray* array = find_list(object, name, {}).array;
      if (array == nullptr) continue;
      if (name.facet == "tools" || name.facet == "templates" || any_entry_has(*array, name.identity))
        return true;
    }
    return object_member(object, "tool") != nullptr;
  }

  struct Found {
    JsonArray* array = nullptr;
    JsonObject* holder = nullptr;  // the object the array stands in
    std::string pointer;
  };

  // The list itself, or the result or reply it was saved with: {"tools": {"tools": […], "nextCursor"}}.
  static Found find_list(JsonObject& object, const ListName& name, const std::string& at) {
    Found found{nullptr, &object, at};
    for (int step = 0; step < 3; ++step) {
      std::string_view key = name.document;
      Json* value = member(*found.holder, key);
      if (value == nullptr && step > 0) {
        key = "result";
        value = member(*found.holder, key);
      }
      if (value == nullptr) return {};
      found.pointer += '/';
      found.pointer += key;
      found.array = value->if_array();
      if (found.array != nullptr) return found;
      found.holder = value->if_object();
      if (found.holder == nullptr) return {};
    }
    return {};
  }

  void handshake(JsonObject& hello, const std::string& at) {
    out_.emplace("handshake", true);
    if (Json* version = member(hello, "protocolVersion"); version != nullptr && version->is_string()) {
      out_.emplace("protocol_version", std::move(*version));
    }
    server(hello, at);
    instructions(hello, at);
  }

  void server(JsonObject& object, const std::string& at) {
    if (out_.contains("server")) return;
    for (const std::string_view key : {"serverInfo", "server"}) {
      Json* value = member(object, key);
      if (value == nullptr) continue;
      std::string pointer = at + "/" + std::string(key);
      if (value->is_object()) {
        out_.emplace("server", std::move(*value));
        if (pointer != "/server") origin("server", pointer);
        return;
      }
      if (value->is_string()) {
        JsonObject named(out_.storage());
        named.emplace("name", std::move(*value));
        out_.emplace("server", std::move(named));
        origin("server_name", pointer);
        return;
      }
    }
  }

  void instructions(JsonObject& object, const std::string& at) {
    if (Json* version = member(object, "protocolVersion");
        version != nullptr && version->is_string() && !out_.contains("protocol_version")) {
      out_.emplace("protocol_version", std::move(*version));
    }
    Json* text = member(object, "instructions");
    if (text == nullptr || out_.contains("instructions")) return;
    if (!text->is_string()) return note("instructions_not_a_string", at + "/instructions");
    out_.emplace("instructions", std::move(*text));
    if (!at.empty()) origin("instructions", at + "/instructions");
  }

  bool list(JsonObject& object, const std::string& at, const ListName& name) {
    Found found = find_list(object, name, at);
    if (found.array == nullptr) {
      if (member(object, name.document) != nullptr)
        note("list_not_an_array", at + "/" + std::string(name.document));
      return false;
    }
    // A cursor that is there, empty or not, says that the server has more: only absence or null ends
    // the walk.
    if (const Json* cursor = member(*found.holder, "nextCursor"); cursor != nullptr && cursor->is_string()) {
      truncated_ = true;
      note("next_cursor", found.pointer.substr(0, found.pointer.rfind('/')) + "/nextCursor");
    }
    take_list(*found.array, name, std::move(found.pointer));
    return true;
  }

  void take_list(JsonArray& array, const ListName& name, std::string pointer) {
    if (array.size() > limits_.tools) {
      evidence_.limits.push_back({std::string(name.facet), pointer, limits_.tools});
      array.resize(limits_.tools);
      truncated_ = true;
    }
    const bool tools = name.facet == "tools";
    for (std::size_t i = 0; i < array.size(); ++i) {
      if (!array[i].is_object()) {
        note(tools ? "tool_not_an_object" : "entry_not_an_object", fmt::format("{}/{}", pointer, i));
      } else if (tools && !has_string(array[i], "name")) {
        note("tool_without_name", fmt::format("{}/{}", pointer, i));
      }
    }
    out_.emplace(name.facet, std::move(array));
    if (pointer.size() != name.document.size() + 1) origin(name.facet, pointer);
  }

  void single_tool(JsonObject& object, const std::string& at) {
    Json* tool = member(object, "tool");
    // The detectors know "/tool" as the one place where an entry stands without a list.
    if (tool == nullptr || !tool->is_object() || !at.empty()) return;
    if (!has_string(*tool, "name")) note("tool_without_name", "/tool");
    JsonArray tools(out_.storage());
    tools.emplace_back(std::move(*tool));
    out_.emplace("tools", std::move(tools));
    origin("tool", "/tool");
  }

  void origin(std::string_view what, std::string_view pointer) {
    origin_.emplace(boost::json::string_view(what.data(), what.size()),
                    boost::json::string_view(pointer.data(), pointer.size()));
  }

  void note(std::string_view what, std::string pointer) {
    if (evidence_.notes.size() >= kMaxNotes) return;
    if (evidence_.notes.size() + 1 == kMaxNotes) what = "more_notes_left_out";
    evidence_.notes.push_back({std::string(what), std::move(pointer), 0});
  }

  Evidence& evidence_;
  const Limits& limits_;
  JsonObject out_, origin_;
  bool truncated_ = false;
};

// The pointers a finding can have: what stands below one of the places the facet was taken from.
std::vector<std::string> roots_of(const JsonObject& definition) {
  std::vector<std::string> roots;
  const JsonObject* origin = find_object(definition, "origin");
  const auto add = [&](std::string_view name, std::string_view fallback) {
    const Json* place = origin != nullptr ? find(*origin, name) : nullptr;
    if (place != nullptr && place->is_string()) {
      roots.emplace_back(view(place->get_string()));
    } else if (!fallback.empty()) {
      roots.emplace_back(fallback);
    }
  };
  for (const ListName& list : kLists) add(list.facet, "/" + std::string(list.document));
  add("instructions", "/instructions");
  add("server", "/server");
  add("server_name", {});
  add("tool", {});
  return roots;
}

bool is_below(std::string_view pointer, std::string_view root) {
  return pointer.starts_with(root) && (pointer.size() == root.size() || pointer[root.size()] == '/');
}

void note_places(std::string_view text, Evidence& evidence) {
  const std::vector<std::string> roots = roots_of(evidence.facet(Facet::kDefinition).data.get_object());
  auto& lines = evidence.places.lines;
  std::size_t bytes = 0;
  bool full = false;
  walk_places(text, [&](std::string_view pointer, std::uint32_t line) {
    if (full) return;
    bool wanted = false;
    for (const std::string& root : roots) wanted = wanted || is_below(pointer, root);
    if (!wanted) return;
    bytes += pointer.size();
    if (lines.size() >= kMaxPlaces || bytes > kMaxPlaceBytes) {
      full = true;
      evidence.notes.push_back({"places_left_out", std::string(pointer), line});
      return;
    }
    lines.insert_or_assign(std::string(pointer), line);
  });
  for (InputNote& note : evidence.notes) {
    if (note.line == 0) note.line = evidence.places.line_of(note.pointer);
  }
}

}  // namespace

void reset_facets_for_tool_list(Evidence& evidence) {
  for (const Facet facet : kAllFacets) {
    FacetRecord& record = evidence.facet(facet);
    record.state = FacetState::kNotLooked;
    // The first eight are parts of a target; the others are brought from elsewhere when asked for.
    record.reason = facet < Facet::kPriorSurface ? "not part of a tool list" : "not asked for";
  }
}

Result<Ok> definition_from(Json&& document, Evidence& evidence, const Limits& limits) {
  Reader reader(evidence, limits, document.storage());
  if (!reader.read(document)) return Error{ErrorCode::kNothingToGrade, describe_foreign_document(document)};
  reader.finish();
  return Ok{};
}

Result<Evidence> observe_tool_list(ParsedJson document, std::string_view text, const ToolListSource& source,
                                   std::string_view observed_at, const Limits& limits) {
  Evidence evidence;
  evidence.target = {TargetKind::kToolList, source.id, redact(source.name)};
  evidence.observed_at = observed_at;
  reset_facets_for_tool_list(evidence);
  for (DuplicateKey& twice : document.duplicate_keys) {
    evidence.notes.push_back(
        {"duplicate_key", std::move(twice.pointer), static_cast<std::uint32_t>(twice.place.line)});
  }
  const std::string shown = source.name == "-" ? "standard input" : escape_terminal(source.name);
  if (auto taken = definition_from(std::move(document.value), evidence, limits); !taken) {
    return Error{taken.error().code, shown + ": " + taken.error().message};
  }
  if (source.name != "-") evidence.places.file = evidence.target.display;
  if (!text.empty()) note_places(text, evidence);
  const JsonObject& definition = evidence.facet(Facet::kDefinition).data.get_object();
  if (const JsonObject* server = find_object(definition, "server")) {
    if (const std::string_view name = find_string(*server, "name"); !name.empty())
      evidence.target.id = redact(name);
  }
  return evidence;
}

}  // namespace mcpjury
