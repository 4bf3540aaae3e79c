#include "observe/config/shapes.h"

#include <fmt/format.h>

#include <array>

#include "observe/config/configured_server.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxShapeNotes = 20;

std::string_view key_text(const JsonObject::value_type& member) {
  return {member.key().data(), member.key().size()};
}

// Says how a server is started or reached.
bool is_server_entry(const Json& value) {
  const JsonObject* entry = value.if_object();
  if (entry == nullptr) return false;
  const Json* command = find(*entry, "command");
  const bool starts =
      command != nullptr && (command->is_string() || command->is_array() || command->is_object());
  return starts || !entry_url(*entry).empty() || find_object(*entry, "transport") != nullptr;
}

bool all_are_entries(const JsonObject& map) {
  if (map.empty()) return false;
  for (const auto& member : map) {
    if (!is_server_entry(member.value())) return false;
  }
  return true;
}

bool any_is_entry(const JsonObject& map) {
  for (const auto& member : map) {
    if (is_server_entry(member.value())) return true;
  }
  return false;
}

class Shapes {
 public:
  explicit Shapes(ServerEntries& out) : out_(out) {}

  void read_root(const JsonObject& root) {
    read_settings(root, {});
    read_projects(root);
    // A development container has a block for each editor.
    if (const JsonObject* tools = find_object(root, "customizations")) {
      for (const auto& member : *tools) {
        const JsonObject* editor = member.value().if_object();
        if (editor == nullptr) continue;
        const std::string at = "/customizations/" + pointer_escape(key_text(member));
        read_settings(*editor, at);
        if (const JsonObject* settings = find_object(*editor, "settings"))
          read_settings(*settings, at + "/settings");
      }
    }
    if (const JsonObject* settings = find_object(root, "settings")) read_settings(*settings, "/settings");
    if (const JsonObject* experimental = find_object(root, "experimental"))
      read_place(*experimental, "/experimental", "modelContextProtocolServers");
    // The file of a plugin may be the bare map. A tool list or a reply never looks like that.
    if (!out_.recognised && find(root, "tools") == nullptr && all_are_entries(root)) read_map(root, {}, {});
  }

 private:
  // The keys that stand in the settings of an editor as well as alone in a file.
  void read_settings(const JsonObject& object, const std::string& at) {
    for (const std::string_view key : {"mcpServers"sv, "mcp_servers"sv, "context_servers"sv, "mcp.servers"sv})
      read_place(object, at, key);
    // "servers" alone is too common a word.
    if (const JsonObject* servers = find_object(object, "servers")) {
      if (any_is_entry(*servers) || (servers->empty() && find_array(object, "inputs") != nullptr))
        read_place(object, at, "servers");
    }
    for (const auto& member : object) {
      if (key_text(member).ends_with(".mcpServers")) read_place(object, at, key_text(member));
    }
    const JsonObject* mcp = find_object(object, "mcp");
    if (mcp == nullptr) return;
    const bool nested = find(*mcp, "servers") != nullptr || find(*mcp, "mcpServers") != nullptr;
    if (nested) {
      read_place(*mcp, at + "/mcp", "servers");
      read_place(*mcp, at + "/mcp", "mcpServers");
    } else if (any_is_entry(*mcp)) {
      read_place(object, at, "mcp");
    }
  }

  void read_projects(const JsonObject& root) {
    const JsonObject* projects = find_object(root, "projects");
    if (projects == nullptr) return;
    for (const auto& member : *projects) {
      const JsonObject* project = member.value().if_object();
      if (project == nullptr) continue;
      const JsonObject* servers = find_object(*project, "mcpServers");
      if (servers == nullptr || servers->empty()) continue;
      read_map(*servers, fmt::format("/projects/{}/mcpServers", pointer_escape(key_text(member))),
               key_text(member));
    }
  }

  void read_place(const JsonObject& object, const std::string& at, std::string_view key) {
    const Json* value = find(object, key);
    if (value == nullptr || value->is_null()) return;
    const std::string pointer = at + "/" + pointer_escape(key);
    out_.recognised = true;
    if (const JsonObject* map = value->if_object()) return read_map(*map, pointer, {});
    if (const JsonArray* list = value->if_array()) return read_list(*list, pointer);
    note(value->is_string() ? "names another file for its servers, which is not followed"
                            : "has something else where its servers should stand");
  }

  void read_map(const JsonObject& map, const std::string& at, std::string_view project) {
    out_.recognised = true;
    for (const auto& member : map) {
      if (!is_server_entry(member.value())) {
        note("an entry says neither how the server is started nor where it is reached");
        continue;
      }
      add({at + "/" + pointer_escape(key_text(member)), std::string(key_text(member)), std::string(project),
           &member.value().get_object()});
    }
  }

  void read_list(const JsonArray& list, const std::string& at) {
    for (std::size_t i = 0; i < list.size(); ++i) {
      if (!is_server_entry(list[i])) {
        note("an entry says neither how the server is started nor where it is reached");
        continue;
      }
      const JsonObject& entry = list[i].get_object();
      std::string name(find_string(entry, "name"));
      if (name.empty()) name = fmt::format("server {}", i + 1);
      add({fmt::format("{}/{}", at, i), std::move(name), {}, &entry});
    }
  }

  void add(ServerEntry entry) {
    if (out_.servers.size() == kMaxConfiguredServers) {
      out_.truncated = true;
      return;
    }
    out_.servers.push_back(std::move(entry));
  }

  void note(std::string_view text) {
    if (out_.notes.size() < kMaxShapeNotes) out_.notes.emplace_back(text);
  }

  ServerEntries& out_;
};

}  // namespace

std::string_view entry_url(const JsonObject& entry) {
  for (const std::string_view key : {"url"sv, "serverUrl"sv, "httpUrl"sv, "uri"sv}) {
    if (const std::string_view url = find_string(entry, key); !url.empty()) return url;
  }
  return {};
}

ServerEntries find_server_entries(const Json& root) {
  ServerEntries out;
  if (const JsonObject* object = root.if_object()) Shapes(out).read_root(*object);
  return out;
}

}  // namespace mcpjury
