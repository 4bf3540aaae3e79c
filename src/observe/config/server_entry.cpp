#include "observe/config/server_entry.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "observe/config/command_words.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxParts = 4096;

// YAML gives every scalar as text.
bool is_yes(const Json* value) {
  if (value == nullptr) return false;
  if (value->is_bool()) return value->get_bool();
  return value->is_string() && ascii::equal_ignoring_case(view(value->get_string()), "true");
}
bool is_no(const Json* value) {
  if (value == nullptr) return false;
  if (value->is_bool()) return !value->get_bool();
  return value->is_string() && ascii::equal_ignoring_case(view(value->get_string()), "false");
}

std::string text_of(const Json& value) {
  if (value.is_string()) return std::string(view(value.get_string()));
  if (value.is_int64()) return std::to_string(value.get_int64());
  if (value.is_uint64()) return std::to_string(value.get_uint64());
  if (value.is_double()) return fmt::format("{}", value.get_double());
  if (value.is_bool()) return value.get_bool() ? "true" : "false";
  return {};
}

void add_words(const JsonArray& list, std::size_t begin, std::vector<std::string>& out) {
  for (std::size_t i = begin; i < list.size() && out.size() < kMaxParts; ++i) {
    if (!list[i].is_object() && !list[i].is_array()) out.push_back(text_of(list[i]));
  }
}

void add_pairs(const JsonObject* map, std::vector<std::pair<std::string, std::string>>& out) {
  if (map == nullptr) return;
  for (const auto& member : *map) {
    if (out.size() == kMaxParts) return;
    if (member.value().is_object() || member.value().is_array()) continue;
    out.emplace_back(std::string(member.key().data(), member.key().size()), text_of(member.value()));
  }
}

// A line instead of a program and its arguments. A program in a folder whose name has a blank is written the
// same way, so a line with arguments beside it is only taken apart when it begins with a bare name.
void take_command_line(std::string_view line, const JsonArray* args, ConfiguredServer& out) {
  const bool blank = line.find_first_of(" \t") != std::string_view::npos;
  const std::size_t first = line.find_first_of(" \t/\\");
  const bool bare = first != std::string_view::npos && (line[first] == ' ' || line[first] == '\t');
  std::vector<std::string> words;
  if (blank && (args == nullptr || bare)) words = split_words(line);
  if (words.empty()) words.emplace_back(line);
  out.command = words.front();
  out.args.assign(words.begin() + 1, words.end());
  if (args != nullptr) add_words(*args, 0, out.args);
}

void read_command(const JsonObject& entry, ConfiguredServer& out) {
  const Json* command = find(entry, "command");
  const JsonArray* args = find_array(entry, "args");
  if (command == nullptr) return;
  if (command->is_string()) return take_command_line(view(command->get_string()), args, out);
  if (const JsonArray* words = command->if_array(); words != nullptr && !words->empty()) {
    out.command = text_of(words->front());
    add_words(*words, 1, out.args);
    if (args != nullptr) add_words(*args, 0, out.args);
    return;
  }
  // An older form of one editor: {"command": {"path": …, "args": […], "env": {…}}}.
  if (const JsonObject* nested = command->if_object()) {
    out.command = find_string(*nested, "path");
    if (out.command.empty()) out.command = find_string(*nested, "command");
    if (const JsonArray* inner = find_array(*nested, "args")) add_words(*inner, 0, out.args);
    add_pairs(find_object(*nested, "env"), out.environment);
  }
}

std::string transport_named(std::string_view word) {
  const std::string lower = ascii::lowered(word);
  if (lower == "stdio" || lower == "local") return "stdio";
  if (lower == "sse") return "sse";
  if (lower == "ws" || lower == "websocket") return "ws";
  if (lower.find("http") != std::string::npos || lower == "remote") return "http";
  return {};
}

void read_approval(const JsonObject& entry, ConfiguredServer& out) {
  for (const std::string_view key :
       {"autoApprove"sv, "alwaysAllow"sv, "auto_approve"sv, "autoApproveTools"sv}) {
    const Json* value = find(entry, key);
    if (is_yes(value)) out.approves_all = true;
    if (value != nullptr && value->is_string() && view(value->get_string()) == "*") out.approves_all = true;
    if (const JsonArray* list = value != nullptr ? value->if_array() : nullptr)
      add_words(*list, 0, out.auto_approve);
  }
  if (is_yes(find(entry, "trust"))) out.approves_all = true;
  const auto star = std::find(out.auto_approve.begin(), out.auto_approve.end(), "*");
  if (star == out.auto_approve.end()) return;
  out.approves_all = true;
  out.auto_approve.clear();
}

}  // namespace

ConfiguredServer read_server_entry(const ServerEntry& from) {
  ConfiguredServer out;
  out.name = from.name;
  out.pointer = from.pointer;
  out.project = from.project;
  const JsonObject* entry = from.entry;
  read_command(*entry, out);
  out.url = entry_url(*entry);
  out.transport = transport_named(find_string(*entry, "type"));
  if (out.transport.empty()) out.transport = transport_named(find_string(*entry, "transport"));
  add_pairs(find_object(*entry, "env"), out.environment);
  add_pairs(find_object(*entry, "environment"), out.environment);
  for (const std::string_view key : {"headers"sv, "http_headers"sv})
    add_pairs(find_object(*entry, key), out.headers);
  if (const JsonObject* request = find_object(*entry, "requestInit") ? find_object(*entry, "requestInit")
                                                                     : find_object(*entry, "requestOptions"))
    add_pairs(find_object(*request, "headers"), out.headers);
  // The token of an HTTP server under a name of its own.
  for (const std::string_view key :
       {"apiKey"sv, "bearer_token"sv, "bearerToken"sv, "authToken"sv, "access_token"sv}) {
    if (const std::string_view token = find_string(*entry, key); !token.empty())
      out.headers.emplace_back(key, std::string(token));
  }
  if (const JsonObject* inner = find_object(*entry, "transport")) {
    if (out.command.empty()) read_command(*inner, out);
    if (out.url.empty()) out.url = entry_url(*inner);
    if (out.transport.empty()) out.transport = transport_named(find_string(*inner, "type"));
    add_pairs(find_object(*inner, "env"), out.environment);
  }
  if (out.transport.empty()) out.transport = !out.command.empty() ? "stdio" : "http";
  out.cwd = find_string(*entry, "cwd");
  out.disabled =
      is_yes(find(*entry, "disabled")) || is_no(find(*entry, "enabled")) || is_no(find(*entry, "isActive"));
  read_approval(*entry, out);
  return out;
}

void add_common_approval(const Json& root, std::vector<ConfiguredServer>& servers) {
  const JsonObject* object = root.if_object();
  if (object == nullptr || servers.empty()) return;
  bool all = is_yes(find(*object, "chat.tools.autoApprove")) ||
             is_yes(find(*object, "chat.tools.global.autoApprove"));
  if (const JsonObject* settings = find_object(*object, "settings"))
    all = all || is_yes(find(*settings, "chat.tools.autoApprove")) ||
          is_yes(find(*settings, "chat.tools.global.autoApprove"));
  std::vector<std::string> allowed;
  if (const JsonArray* list = find_array(*object, "allowedTools")) add_words(*list, 0, allowed);
  for (ConfiguredServer& server : servers) {
    if (all) server.approves_all = true;
    for (const std::string& word : allowed) {
      if (word == "*" || word == "@" + server.name) server.approves_all = true;
      if (word.starts_with("@" + server.name + "/") && server.auto_approve.size() < kMaxParts)
        server.auto_approve.push_back(word.substr(server.name.size() + 2));
    }
  }
}

}  // namespace mcpjury
