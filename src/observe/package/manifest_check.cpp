#include "observe/package/manifest_check.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <array>
#include <string_view>

#include "base/escape.h"
#include "base/redact.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxListed = 50;
// "prepare" does not run for an archive of a registry.
constexpr std::array kInstallScripts = {"preinstall"sv, "install"sv, "postinstall"sv};

bool is_there(const std::string& path) {
  struct stat facts {};
  return ::lstat(path.c_str(), &facts) == 0;
}

std::string shown(std::string_view text) { return escape_terminal(redact(clip(text, 160))); }

class Differences {
 public:
  void add(const std::string& text) {
    if (list.size() < kMaxListed) list.push_back(Json(text));
  }
  void compare(std::string_view what, std::string_view registry, std::string_view packed) {
    if (registry == packed) return;
    if (registry.empty()) {
      add(fmt::format("{}: only in the archive: {}", what, shown(packed)));
    } else if (packed.empty()) {
      add(fmt::format("{}: only in the registry: {}", what, shown(registry)));
    } else {
      add(fmt::format("{}: the registry says {}, the archive {}", what, shown(registry), shown(packed)));
    }
  }
  JsonArray list;
};

// Versions are written without build metadata and a leading "v" by the registry.
std::string_view plain_version(std::string_view version) {
  while (version.starts_with('v') || version.starts_with('=') || version.starts_with(' '))
    version.remove_prefix(1);
  return version.substr(0, version.find('+'));
}

const JsonObject& object_or_empty(const JsonObject& object, std::string_view key) {
  static const JsonObject kNone;
  const JsonObject* found = find_object(object, key);
  return found != nullptr ? *found : kNone;
}

std::string_view text_of(const JsonObject& object, std::string_view key) { return find_string(object, key); }

// A plain path that stays inside; anything else is a pattern or not ours to judge.
bool is_plain_path(std::string_view path) {
  return !path.empty() && path.size() < 500 && path.find_first_of("*?[{!\\") == std::string_view::npos &&
         path.find("..") == std::string_view::npos && path.front() != '/';
}

std::string_view without_dot(std::string_view path) {
  while (path.starts_with("./")) path.remove_prefix(2);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

bool module_is_there(const std::string& root, std::string_view path) {
  const std::string base = root + "/" + std::string(path);
  for (const std::string_view tail : {""sv, ".js"sv, ".json"sv, ".node"sv, ".cjs"sv, ".mjs"sv, "/index.js"sv,
                                      "/index.json"sv, "/index.node"sv}) {
    if (is_there(base + std::string(tail))) return true;
  }
  return false;
}

}  // namespace

JsonArray manifest_differences(const JsonObject& registry, const JsonObject& packed,
                               const std::string& root) {
  Differences out;
  out.compare("name", text_of(registry, "name"), text_of(packed, "name"));
  out.compare("version", plain_version(text_of(registry, "version")),
              plain_version(text_of(packed, "version")));
  const JsonObject& shown_scripts = object_or_empty(registry, "scripts");
  const JsonObject& scripts = object_or_empty(packed, "scripts");
  for (const std::string_view hook : kInstallScripts) {
    const std::string_view there = text_of(shown_scripts, hook), here = text_of(scripts, hook);
    // The registry's own addition for a package with native code.
    if (here.empty() && there == "node-gyp rebuild" && is_there(root + "/binding.gyp")) continue;
    out.compare(fmt::format("scripts.{}", hook), there, here);
  }
  // The registry writes optional ones among the dependencies too.
  const JsonObject& there = object_or_empty(registry, "dependencies");
  const JsonObject& here = object_or_empty(packed, "dependencies");
  const JsonObject& optional = object_or_empty(packed, "optionalDependencies");
  for (const auto& entry : here) {
    const std::string_view name(entry.key().data(), entry.key().size());
    if (entry.value().is_string() && text_of(optional, name).empty())
      out.compare(fmt::format("dependencies.{}", shown(name)), text_of(there, name),
                  view(entry.value().get_string()));
  }
  for (const auto& entry : there) {
    const std::string_view name(entry.key().data(), entry.key().size());
    if (entry.value().is_string() && text_of(here, name).empty() && text_of(optional, name).empty())
      out.compare(fmt::format("dependencies.{}", shown(name)), view(entry.value().get_string()), {});
  }
  return std::move(out.list);
}

JsonArray missing_npm_files(const JsonObject& packed, const std::string& root) {
  JsonArray out;
  const auto look = [&](std::string_view what, std::string_view path, bool module) {
    path = without_dot(path);
    if (!is_plain_path(path) || out.size() >= kMaxListed) return;
    const bool there = module ? module_is_there(root, path) : is_there(root + "/" + std::string(path));
    if (!there) out.push_back(Json(fmt::format("{}: {}", what, shown(path))));
  };
  look("main", find_string(packed, "main"), true);
  look("bin", find_string(packed, "bin"), false);
  for (const auto& entry : object_or_empty(packed, "bin")) {
    if (entry.value().is_string()) look("bin", view(entry.value().get_string()), false);
  }
  const JsonArray* files = find_array(packed, "files");
  for (const Json& entry : files != nullptr ? *files : JsonArray()) {
    if (entry.is_string()) look("files", view(entry.get_string()), false);
  }
  return out;
}

}  // namespace mcpjury
