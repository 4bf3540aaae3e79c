#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "base/ascii.h"
#include "base/redact.h"
#include "observe/config/command_words.h"
#include "observe/config/configured_evidence.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxSameNames = 20;  // told of one server

// What is the same server although the words differ: another version, another option, another key.
std::string identity_of(const ConfiguredServer& server) {
  if (server.command.empty()) {
    const std::size_t end = std::min(server.url.find_first_of("?#"), server.url.size());
    std::string url = ascii::lowered(std::string_view(server.url).substr(0, end));
    while (url.ends_with('/')) url.pop_back();
    return "url:" + url;
  }
  const CommandPackage package = command_package(server.command, server.args);
  if (!package.remote.empty()) return "url:" + package.remote.substr(0, package.remote.find_first_of("?#"));
  if (!package.name.empty()) return fmt::format("{}:{}", package.ecosystem, ascii::lowered(package.name));
  if (!package.address.empty()) return "address:" + package.address;
  std::string line = program_name(server.command);
  // Options and their order are how a server is set up; its file says which it is.
  for (const std::string& word : inner_command(server.command, server.args).words) {
    if (!word.starts_with('-')) line += " " + word;
  }
  return line;
}

bool share_a_client(const ConfiguredServer& a, const ConfiguredServer& b) {
  return std::any_of(a.clients.begin(), a.clients.end(), [&](const std::string& client) {
    return std::find(b.clients.begin(), b.clients.end(), client) != b.clients.end();
  });
}

// Entries for different projects never meet.
bool may_meet(const ConfiguredServer& a, const ConfiguredServer& b) {
  return a.project.empty() || b.project.empty() || a.project == b.project;
}

}  // namespace

void add_same_names(const std::vector<ConfiguredServer>& servers, std::vector<Evidence>& evidence) {
  std::map<std::string, std::vector<std::size_t>> by_name;
  for (std::size_t i = 0; i < servers.size(); ++i) by_name[ascii::lowered(servers[i].name)].push_back(i);
  for (const auto& [name, places] : by_name) {
    if (places.size() < 2) continue;
    std::vector<std::string> identities;
    for (const std::size_t place : places) identities.push_back(identity_of(servers[place]));
    for (std::size_t a = 0; a < places.size(); ++a) {
      const ConfiguredServer& server = servers[places[a]];
      JsonArray others;
      // Ten thousand of one name are compared with the first thousand: enough to tell twenty.
      for (std::size_t b = 0; b < std::min<std::size_t>(places.size(), 1000) && others.size() < kMaxSameNames;
           ++b) {
        const ConfiguredServer& other = servers[places[b]];
        if (a == b || identities[a] == identities[b] || other.path == server.path || !may_meet(server, other))
          continue;
        JsonArray clients;
        for (const std::string& client : other.clients) clients.emplace_back(client);
        others.push_back(JsonObject{{"file", other.file},
                                    {"line", other.line},
                                    {"scope", other.scope},
                                    {"clients", std::move(clients)},
                                    {"same_client", share_a_client(server, other)}});
      }
      if (others.empty()) continue;
      JsonObject& data = evidence[places[a]].facet(Facet::kTransport).data.get_object();
      data["configured"].get_object()["same_name"] = std::move(others);
    }
  }
}

}  // namespace mcpjury
