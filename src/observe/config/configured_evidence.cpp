#include "observe/config/configured_evidence.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "observe/config/command_words.h"
#include "observe/source/script_behaviour.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxShown = 200;  // arguments, variables, headers, tools
constexpr std::size_t kMaxSecretRows = 100;

// Replaced before it is cut: half a secret would no longer look like one.
std::string short_text(std::string_view text) { return clip(redact(text), 500); }

JsonArray strings(const std::vector<std::string>& list) {
  JsonArray out;
  for (std::size_t i = 0; i < list.size() && i < kMaxShown; ++i) out.emplace_back(short_text(list[i]));
  return out;
}

void set_text(JsonObject& object, std::string_view key, std::string_view text) {
  if (!text.empty()) object[boost::json::string_view(key.data(), key.size())] = short_text(text);
}

JsonObject package_member(const CommandPackage& package, ConfigSecrets& secrets,
                          std::vector<ConfigSecret>& found) {
  JsonObject out;
  set_text(out, "form", package.form);
  set_text(out, "ecosystem", package.ecosystem);
  set_text(out, "name", package.name);
  set_text(out, "version", package.version);
  set_text(out, "range", package.range);
  set_text(out, "digest", package.digest);
  set_text(out, "source", package.source);
  if (!package.address.empty()) out["address"] = short_text(secrets.shown_address(package.address, found));
  out["fetched"] = package.fetched;
  out["pinned"] = package.pinned;
  return out;
}

// Whole text of what a shell would run, for the words that tell what it does.
Behaviours behaviours_of(const ConfiguredServer& server, const CommandPackage& package) {
  std::string line = server.command;
  for (const std::string& word : server.args) line += " " + word;
  Behaviours out = script_behaviours(line.substr(0, 64u << 10));
  if (!package.script.empty()) add_behaviours(out, script_behaviours(package.script.substr(0, 64u << 10)));
  return out;
}

JsonArray values_member(const std::vector<std::pair<std::string, std::string>>& values,
                        std::string_view where, ConfigSecrets& secrets, std::vector<ConfigSecret>& found) {
  JsonArray out;
  for (const auto& [name, value] : values) {
    auto secret = secrets.judge(where, name, value);
    if (out.size() < kMaxShown)
      out.push_back(
          JsonObject{{"name", short_text(name)}, {"state", value_state(name, value, secret.has_value())}});
    if (secret) found.push_back(std::move(*secret));
  }
  return out;
}

JsonArray secret_rows(const std::vector<ConfigSecret>& found, const ConfiguredServer& server) {
  JsonArray out;
  std::vector<std::pair<std::string, std::string>> known;
  for (const ConfigSecret& secret : found) {
    if (out.size() == kMaxSecretRows) break;
    // The same value under the same name: a URL is read as a whole and part by part.
    const std::pair<std::string, std::string> key(secret.where, secret.tag);
    if (std::find(known.begin(), known.end(), key) != known.end()) continue;
    known.push_back(key);
    JsonObject row{{"where", secret.where},
                   {"kind", secret.kind},
                   {"tag", secret.tag},
                   {"confidence", name_of(secret.confidence)}};
    set_text(row, "name", secret.name);
    row["file"] = server.file;
    row["line"] = server.line;
    out.push_back(std::move(row));
  }
  return out;
}

std::string client_list(const ConfiguredServer& server) {
  if (server.clients.empty()) return "configuration";
  std::string out = server.clients.front();
  if (server.clients.size() > 1) out += fmt::format(" +{}", server.clients.size() - 1);
  return out;
}

}  // namespace

Evidence configured_evidence(const ConfiguredServer& server, ConfigSecrets& secrets,
                             const std::string& observed_at) {
  Evidence out;
  out.observed_at = observed_at;
  const std::string name = short_text(server.name);
  out.target = {TargetKind::kConfig,
                fmt::format("config:{}#{}{}{}", redact(server.path), redact(server.project),
                            server.project.empty() ? "" : "#", name),
                fmt::format("{} in {} ({})", name, server.file, client_list(server))};
  std::vector<ConfigSecret> found;
  JsonObject configured{{"name", name},
                        {"clients", strings(server.clients)},
                        {"scope", server.scope},
                        {"file", server.file},
                        {"line", server.line},
                        {"transport", server.transport},
                        {"disabled", server.disabled}};
  set_text(configured, "project", server.project);
  JsonObject transport;
  const CommandPackage package = command_package(server.command, server.args);
  if (!server.command.empty()) {
    std::vector<std::string> words{server.command};
    words.insert(words.end(), server.args.begin(),
                 server.args.begin() + static_cast<std::ptrdiff_t>(std::min(server.args.size(), kMaxShown)));
    words = secrets.shown_words(words, found);
    JsonArray args;
    for (std::size_t i = 1; i < words.size(); ++i) args.emplace_back(short_text(words[i]));
    transport["stdio"] =
        JsonObject{{"command", short_text(words.front())}, {"args", std::move(args)}, {"consent", "none"}};
    configured["package"] = package_member(package, secrets, found);
    const Behaviours behaviours = behaviours_of(server, package);
    if (!behaviours.empty()) configured["behaviours"] = strings(behaviours);
  }
  const std::string& url = server.command.empty() ? server.url : package.remote;
  if (!url.empty()) configured["url"] = short_text(secrets.shown_address(url, found));
  configured["environment"] = values_member(server.environment, "environment", secrets, found);
  configured["headers"] = values_member(server.headers, "header", secrets, found);
  configured["secrets"] = secret_rows(found, server);
  configured["auto_approve"] =
      JsonObject{{"all", server.approves_all}, {"tools", strings(server.auto_approve)}};
  transport["configured"] = std::move(configured);
  out.facet(Facet::kTransport) = {FacetState::kSeen, "only the configuration was read", std::move(transport)};
  out.facet(Facet::kDefinition) = {
      FacetState::kNotLooked, server.is_remote() ? "not contacted" : "not started", {}};
  out.places.file = server.file;
  if (server.line != 0) out.places.lines["/facets"] = server.line;
  return out;
}

void add_configured(const Evidence& from, Evidence& to) {
  const JsonObject* data = from.facet(Facet::kTransport).data.if_object();
  const JsonObject* configured = data != nullptr ? find_object(*data, "configured") : nullptr;
  if (configured == nullptr) return;
  FacetRecord& facet = to.facet(Facet::kTransport);
  if (!facet.data.is_object()) facet = {FacetState::kSeen, {}, JsonObject{}};
  facet.data.get_object()["configured"] = *configured;
}

}  // namespace mcpjury
