#include "fleet/targets.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "net/url.h"
#include "scan/configured.h"
#include "scan/target_kind.h"

namespace mcpjury {
namespace {

constexpr std::size_t kPartsOfAnEntry = 32;
constexpr std::size_t kNameLength = 300;

std::string_view either(const JsonObject& object, std::string_view present, std::string_view old) {
  const std::string_view value = find_string(object, present);
  return value.empty() ? find_string(object, old) : value;
}

// npm:@scope/name@1.2.3: the last @ that is not the first letter of the name.
void list_package(std::string_view ecosystem, std::string_view rest, std::string_view version,
                  std::string_view name, Listed& out) {
  FleetTarget target;
  target.kind = "package";
  target.host = ecosystem;
  target.name = clip(name, kNameLength);
  if (const std::size_t at = rest.rfind('@'); version.empty() && at != std::string_view::npos && at > 0) {
    version = rest.substr(at + 1);
    rest = rest.substr(0, at);
  }
  const bool plain = !rest.empty() && rest.size() <= 214 && version.size() <= 100 &&
                     std::all_of(rest.begin(), rest.end(), [](char c) { return c > 0x20 && c < 0x7F; }) &&
                     std::all_of(version.begin(), version.end(), [](char c) { return c > 0x20 && c < 0x7F; });
  if (!plain) return out.skip(name, rest, "not a name a package can have");
  target.target = fmt::format("{}:{}", ecosystem, rest);
  target.input = version;
  out.add(target);
}

void list_remote(const JsonObject& remote, std::string_view name, Listed& out) {
  const std::string_view url = find_string(remote, "url");
  const std::string_view type = either(remote, "type", "transport_type");
  if (url.empty()) return out.skip(name, "remote", "a remote without URL");
  if (url.find('{') != std::string_view::npos) return out.skip(name, url, "templated URL: needs input");
  if (!type.empty() && type != "streamable-http" && type != "sse" && type != "streamable" && type != "http")
    return out.skip(name, url, "unknown transport");
  list_target(url, name, out);
}

void list_registry_package(const JsonObject& package, std::string_view name, Listed& out) {
  std::string_view type = either(package, "registryType", "registry_type");
  if (type.empty()) type = find_string(package, "registry_name");
  const std::string_view identifier = !find_string(package, "identifier").empty()
                                          ? find_string(package, "identifier")
                                          : find_string(package, "name");
  if (identifier.empty()) return out.skip(name, "package", "a package without identifier");
  if (type == "npm" || type == "pypi")
    return list_package(type, identifier, find_string(package, "version"), name, out);
  if (type == "oci" || type == "docker") return out.skip(name, identifier, "oci image");
  if (type == "nuget") return out.skip(name, identifier, "nuget package");
  if (type == "mcpb") return out.skip(name, identifier, "mcpb bundle");
  out.skip(name, identifier, "unknown kind of package");
}

bool is_deleted(const JsonObject& entry, const JsonObject& server) {
  if (find_string(server, "status") == "deleted") return true;
  const JsonObject* meta = find_object(entry, "_meta");
  if (meta == nullptr) return false;
  for (const auto& member : *meta) {
    const JsonObject* part = member.value().if_object();
    if (part != nullptr && find_string(*part, "status") == "deleted") return true;
  }
  return false;
}

}  // namespace

void Listed::skip(std::string_view name, std::string_view what, std::string_view reason) {
  skipped.push_back({clip(escape_terminal(redact(name)), kNameLength),
                     clip(escape_terminal(redact(what)), kNameLength), std::string(reason)});
}

void list_target(std::string_view word, std::string_view name, Listed& out) {
  const std::string text(word);
  if (word.size() > kMaxUrlLength) return out.skip(name, word, "too long");
  for (const std::string_view ecosystem : {"npm", "pypi"}) {
    if (word.size() > ecosystem.size() && word.starts_with(ecosystem) && word[ecosystem.size()] == ':')
      return list_package(ecosystem, word.substr(ecosystem.size() + 1), "", name, out);
  }
  if (text.find("://") == std::string::npos)
    return out.skip(name, word, "neither a URL nor npm:NAME nor pypi:NAME");
  const auto form = target_form(text);
  if (!form || (*form != TargetForm::kRemote && *form != TargetForm::kGit))
    return out.skip(name, word, "not an address that can be scanned");
  const std::string plain = *form == TargetForm::kGit && text.starts_with("git+") ? text.substr(4) : text;
  const auto url = parse_url(plain);
  if (!url) return out.skip(name, word, "not a URL");
  if (url->has_userinfo) return out.skip(name, "a URL with a credential", "credential in the URL");
  if (!find_secrets(text).empty()) return out.skip(name, "a URL with a secret", "credential in the URL");
  FleetTarget target;
  target.kind = *form == TargetForm::kGit ? "repository" : "remote";
  target.host = url->host;
  target.name = clip(name, kNameLength);
  // One spelling of host and scheme; the rest is the server's own.
  target.target = *form == TargetForm::kGit ? text : url->dial();
  out.add(target);
}

void list_registry_entry(const Json& entry, Listed& out) {
  const JsonObject* outer = entry.if_object();
  if (outer == nullptr) return out.skip("", "entry", "not an object");
  const JsonObject* inner = find_object(*outer, "server");
  const JsonObject& server = inner != nullptr ? *inner : *outer;
  const std::string name = clip(find_string(server, "name"), kNameLength);
  const std::size_t targets = out.targets.size(), skipped = out.skipped.size();
  std::size_t parts = 0;
  const auto each = [&](std::string_view key, auto&& list) {
    const JsonArray* items = find_array(server, key);
    for (std::size_t i = 0; items != nullptr && i < items->size(); ++i) {
      if (++parts > kPartsOfAnEntry) return out.skip(name, key, "more parts than the limit");
      if (const JsonObject* item = (*items)[i].if_object()) list(*item, name, out);
    }
  };
  each("remotes", list_remote);
  each("packages", list_registry_package);
  if (is_deleted(*outer, server)) {
    for (std::size_t i = targets; i < out.targets.size(); ++i) out.targets[i].removed = true;
    out.skip(name, "entry", "deleted from the registry");
  } else if (out.targets.size() == targets && out.skipped.size() == skipped) {
    out.skip(name, "entry", "neither remote nor package");
  }
}

void list_configured(const ConfiguredServer& server, Listed& out) {
  if (server.is_remote()) return list_target(server.url, server.name, out);
  const std::string program = server.command.substr(server.command.find_last_of('/') + 1);
  const bool npx = program == "npx" || program == "bunx", uvx = program == "uvx" || program == "pipx";
  if (!npx && !uvx) return out.skip(server.name, "local command", "only scan --clients --start can start it");
  for (const std::string& word : server.args) {
    if (word.starts_with("-") || word == "run") continue;
    const std::string plain = uvx ? word.substr(0, word.find("==")) : word;
    const std::string version =
        uvx && word.find("==") != std::string::npos ? word.substr(word.find("==") + 2) : "";
    if (plain.find("://") != std::string::npos || plain.find('/') == 0 || plain.starts_with("."))
      return out.skip(server.name, "local command", "not a package of a registry");
    return list_package(npx ? "npm" : "pypi", plain, version, server.name, out);
  }
  out.skip(server.name, "local command", "names no package");
}

std::string word_of(const FleetTarget& target) {
  if (target.kind != "package" || target.input.empty()) return target.target;
  return target.target + "@" + target.input;
}

}  // namespace mcpjury
