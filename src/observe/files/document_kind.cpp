#include "observe/files/document_kind.h"

#include <fmt/format.h>

#include <array>

#include "base/escape.h"

namespace mcpjury {
namespace {

constexpr std::string_view kGive = "; give it a tools/list result";
constexpr std::size_t kQuote = 60;

std::string quoted(std::string_view text) { return "\"" + escape_terminal(clip(text, kQuote)) + "\""; }

std::string not_read_yet(std::string_view what) {
  return fmt::format("this is {}, which this version does not read yet{}", what, kGive);
}

bool has(const JsonObject& object, std::string_view key) { return find(object, key) != nullptr; }

// A map from names to entries that say how a server is started or reached.
bool is_server_map(const Json* value) {
  if (value == nullptr || !value->is_object() || value->get_object().empty()) return false;
  for (const auto& entry : value->get_object()) {
    const JsonObject* server = entry.value().if_object();
    if (server == nullptr) return false;
    if (!has(*server, "command") && !has(*server, "url") && !has(*server, "httpUrl") &&
        !has(*server, "serverUrl"))
      return false;
  }
  return true;
}

std::string configuration_of(std::size_t servers) {
  return fmt::format("this is a client configuration ({} server{}); mcpjury scan FILE looks at each of them",
                     servers, servers == 1 ? "" : "s");
}

std::string client_configuration(const JsonObject& object) {
  // These two names are used by clients only; "servers" alone is too common a word.
  for (const std::string_view key : {"mcpServers", "context_servers", "mcp_servers", "servers"}) {
    const Json* servers = find(object, key);
    if (servers == nullptr || (key == "servers" && !is_server_map(servers))) continue;
    const std::size_t count = servers->is_object()  ? servers->get_object().size()
                              : servers->is_array() ? servers->get_array().size()
                                                    : 0;
    return configuration_of(count);
  }
  if (const JsonObject* mcp = find_object(object, "mcp")) {
    if (std::string inner = client_configuration(*mcp); !inner.empty()) return inner;
    if (is_server_map(find(object, "mcp"))) {
      return configuration_of(mcp->size());
    }
  }
  return {};
}

std::string json_rpc(const JsonObject& object) {
  if (const JsonObject* error = find_object(object, "error")) {
    const Json* code = find(*error, "code");
    const std::string number =
        code != nullptr && code->is_int64() ? fmt::format(" {}", code->get_int64()) : "";
    const std::string_view message = find_string(*error, "message");
    return fmt::format("this is a JSON-RPC error reply{}{}, not a tool list", number,
                       message.empty() ? "" : ": " + quoted(message));
  }
  if (const std::string_view method = find_string(object, "method"); !method.empty()) {
    return fmt::format("this is a JSON-RPC request ({}), not the reply to it", quoted(method));
  }
  return fmt::format("this is a JSON-RPC reply whose result holds no tools{}", kGive);
}

// What the entry leads to, as a target of this program: "npm:name@1.0.0", an address.
std::string target_in_entry(const JsonObject& entry) {
  const auto first = [&](std::string_view key) -> const JsonObject* {
    const JsonArray* list = find_array(entry, key);
    return list != nullptr && !list->empty() ? (*list)[0].if_object() : nullptr;
  };
  if (const JsonObject* package = first("packages")) {
    const std::string_view type = find_string(*package, "registryType");
    const std::string_view name = find_string(*package, "identifier"),
                           version = find_string(*package, "version");
    if ((type == "npm" || type == "pypi") && !name.empty())
      return fmt::format("{}:{}{}{}", type, name, version.empty() ? "" : "@", version);
  }
  const JsonObject* remote = first("remotes");
  return remote != nullptr ? std::string(find_string(*remote, "url")) : std::string();
}

std::string registry_entry(const JsonObject& entry) {
  const std::string target = target_in_entry(entry);
  if (target.empty()) return not_read_yet("a registry server.json");
  return fmt::format("this is a registry server.json, which lists no tools; scan what it names: {}",
                     escape_terminal(clip(target, 200)));
}

std::string in_its_folder(std::string_view what) {
  return fmt::format("this is {}; scan the folder it lies in", what);
}

std::string manifest(const JsonObject& object) {
  const bool named = has(object, "name") && has(object, "version");
  if (has(object, "lockfileVersion")) return in_its_folder("a package-lock.json");
  if (has(object, "manifest_version") || has(object, "dxt_version"))
    return "this is the manifest of a bundle that lists no tools; scan the bundle or its folder";
  if (named && (has(object, "packages") || has(object, "remotes"))) return registry_entry(object);
  if (const JsonObject* server = find_object(object, "server")) {
    if (has(*server, "packages") || has(*server, "remotes")) return registry_entry(*server);
  }
  if (named && (has(object, "dependencies") || has(object, "devDependencies") || has(object, "scripts") ||
                has(object, "bin") || has(object, "main"))) {
    return in_its_folder("a package.json");
  }
  return {};
}

std::string well_known(const JsonObject& object) {
  if (has(object, "openapi") || has(object, "swagger"))
    return fmt::format("this is an OpenAPI document{}", kGive);
  if (has(object, "asyncapi")) return fmt::format("this is an AsyncAPI document{}", kGive);
  if (has(object, "assessments") || has(object, "reports")) {
    return fmt::format("this is a report of mcpjury, not what was scanned{}", kGive);
  }
  if (has(object, "runs") && has(object, "version")) return fmt::format("this is a SARIF log{}", kGive);
  if (has(object, "bomFormat") || has(object, "spdxVersion"))
    return fmt::format("this is a bill of materials{}", kGive);
  if (has(object, "inputSchema")) return "this is one tool; write it as {\"tools\": [ … ]}";
  if (has(object, "$schema") || has(object, "$defs"))
    return fmt::format("this looks like a JSON Schema{}", kGive);
  return {};
}

std::string wrong_lists(const JsonObject& object) {
  for (const std::string_view key : {"tools", "tool", "prompts", "resources", "resourceTemplates"}) {
    const Json* value = find(object, key);
    if (value == nullptr || value->is_null()) continue;
    const std::string_view kind = value->is_object()   ? "an object"
                                  : value->is_array()  ? "an array of other things"
                                  : value->is_string() ? "a string"
                                  : value->is_bool()   ? "a boolean"
                                                       : "a number";
    return fmt::format("not a tool list: \"{}\" is {}, not {}", key, kind,
                       key == "tool" ? "an object" : "an array of definitions");
  }
  return {};
}

std::string describe_object(const JsonObject& object) {
  if (std::string text = client_configuration(object); !text.empty()) return text;
  if (has(object, "jsonrpc")) return json_rpc(object);
  if (std::string text = manifest(object); !text.empty()) return text;
  if (std::string text = well_known(object); !text.empty()) return text;
  if (std::string text = wrong_lists(object); !text.empty()) return text;
  if (object.empty()) return fmt::format("not a tool list: an empty object{}", kGive);
  const std::string_view first(object.begin()->key().data(), object.begin()->key().size());
  return fmt::format("not a tool list: an object with {} and no \"tools\"{}", quoted(first), kGive);
}

}  // namespace

std::string describe_foreign_document(const Json& document) {
  if (const JsonObject* object = document.if_object()) return describe_object(*object);
  if (const JsonArray* array = document.if_array()) {
    const JsonObject* first = array->empty() ? nullptr : array->front().if_object();
    if (first != nullptr && has(*first, "jsonrpc")) {
      return "this is an array of JSON-RPC messages; give one reply to tools/list";
    }
    return fmt::format("not a tool list: an array whose entries are no tools{}", kGive);
  }
  const std::string_view kind = document.is_string() ? "a string"
                                : document.is_null() ? "null"
                                : document.is_bool() ? "a boolean"
                                                     : "a number";
  return fmt::format("not a tool list: the document is {}{}", kind, kGive);
}

}  // namespace mcpjury
