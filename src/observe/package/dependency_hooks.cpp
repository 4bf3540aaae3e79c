#include "observe/package/dependency_hooks.h"

#include <array>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/package/fetched_package.h"
#include "observe/package/package_name.h"
#include "observe/source/script_behaviour.h"

namespace mcpjury {
namespace {

constexpr std::array<std::string_view, 3> kHooks = {"preinstall", "install", "postinstall"};
constexpr std::size_t kVersionBytes = 2u << 20;
constexpr std::size_t kDocumentBytes = 24u << 20;

bool member_is_true(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

struct Wanted {
  std::string name, version;
  bool exact = true;  // else a range of a manifest
};

std::vector<Wanted> wanted_of(const JsonArray& packages) {
  std::vector<Wanted> first, direct, others;
  std::set<std::string> known;
  for (const Json& entry : packages) {
    const JsonObject* row = entry.if_object();
    if (row == nullptr || find_string(*row, "ecosystem") != "npm" || member_is_true(*row, "development"))
      continue;
    const std::string name(find_string(*row, "name")), version(find_string(*row, "version"));
    const auto parsed = parse_package_name("npm:" + name + "@" + version);
    const bool exact = compare_versions(Ecosystem::kNpm, version, version).has_value();
    if (!parsed || !known.insert(name + "@" + version).second) continue;
    auto& list = member_is_true(*row, "install_script") ? first
                 : member_is_true(*row, "direct")       ? direct
                                                        : others;
    list.push_back({name, version, exact});
  }
  first.insert(first.end(), direct.begin(), direct.end());
  first.insert(first.end(), others.begin(), others.end());
  return first;
}

std::optional<JsonObject> ask(RegistryClient& registry, const std::string& path, std::string_view accept,
                              std::size_t limit, const std::string& shown) {
  const RegistryAnswer answer = registry.get(path, accept, limit, shown);
  if (!answer.ok()) return std::nullopt;
  JsonReadOptions reading;
  reading.max_depth = 64;
  reading.note_duplicate_keys = false;
  auto json = parse_json(answer.response.body, "registry", reading);
  if (!json || !json->value.is_object()) return std::nullopt;
  return std::move(json->value.get_object());
}

// The newest version that the range holds today; `none` when the registry says that it has no install script.
bool resolve_range(RegistryClient& registry, Wanted& wanted, bool& none) {
  const auto document =
      ask(registry, npm_path(wanted.name), "application/vnd.npm.install-v1+json, application/json;q=0.5",
          kDocumentBytes, "npm document " + wanted.name);
  if (!document) return false;
  wanted.version = choose_npm_version(*document, wanted.version);
  const JsonObject* versions = find_object(*document, "versions");
  const Json* manifest = versions != nullptr ? find(*versions, wanted.version) : nullptr;
  if (manifest == nullptr || !manifest->is_object()) return false;
  const Json* says = find(*manifest, "hasInstallScript");
  // The short form leaves scripts out and has this member instead, only where it is true.
  none = says == nullptr && find(*manifest, "scripts") == nullptr && find(*document, "readme") == nullptr;
  return true;
}

}  // namespace

DependencyHooks npm_dependency_hooks(RegistryClient& registry, const JsonArray& packages,
                                     TimePoint deadline) {
  DependencyHooks out;
  for (Wanted& wanted : wanted_of(packages)) {
    if (out.asked >= kMaxAsked || Loop::now() >= deadline) {
      ++out.not_asked;
      continue;
    }
    ++out.asked;
    bool none = false;
    if (!wanted.exact && !resolve_range(registry, wanted, none)) {
      ++out.failed;
      continue;
    }
    if (none) continue;
    const auto version = ask(registry, npm_path(wanted.name) + "/" + wanted.version, "application/json",
                             kVersionBytes, "npm version " + wanted.name);
    if (!version) {
      ++out.failed;
      continue;
    }
    const JsonObject* scripts = find_object(*version, "scripts");
    for (const std::string_view hook : kHooks) {
      const std::string_view command = scripts != nullptr ? find_string(*scripts, hook) : std::string_view();
      if (command.empty()) continue;
      JsonArray behaviours;
      for (const std::string& one : script_behaviours(command)) behaviours.push_back(Json(one));
      out.hooks.push_back(JsonObject{{"ecosystem", "npm"},
                                     {"package", wanted.name},
                                     {"version", wanted.version},
                                     {"hook", hook},
                                     {"command", redact(clip(command, 400))},
                                     {"behaviours", std::move(behaviours)}});
    }
  }
  return out;
}

}  // namespace mcpjury
