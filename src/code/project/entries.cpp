#include "code/project/entries.h"

#include <algorithm>
#include <array>

#include "code/relative_path.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kMaxManifests = 100;
constexpr std::array kScriptEndings = {
    ""sv,     ".ts"sv,       ".tsx"sv,       ".js"sv,       ".mjs"sv,       ".cjs"sv,      ".mts"sv,
    ".cts"sv, "/index.ts"sv, "/index.tsx"sv, "/index.js"sv, "/index.mjs"sv, "/index.cjs"sv};

std::optional<std::string> script_at(const PathSet& code, const std::string& base) {
  for (const std::string_view ending : kScriptEndings) {
    std::string path = base + std::string(ending);
    if (code.contains(path)) return path;
  }
  for (const auto& [compiled, source] : {std::pair{".js"sv, ".ts"sv}, std::pair{".js"sv, ".tsx"sv},
                                         std::pair{".mjs"sv, ".mts"sv}, std::pair{".cjs"sv, ".cts"sv}}) {
    if (!base.ends_with(compiled)) continue;
    std::string path = base.substr(0, base.size() - compiled.size()) + std::string(source);
    if (code.contains(path)) return path;
  }
  return std::nullopt;
}

// dist/cli.js of a repository is src/cli.ts before it is built.
std::optional<std::string> source_of(const PathSet& code, const std::string& folder,
                                     const std::string& target) {
  const std::string prefix = folder.empty() ? "" : folder + "/";
  const std::string inner = target.starts_with(prefix) ? target.substr(prefix.size()) : target;
  const std::size_t slash = inner.find('/');
  if (slash == std::string::npos) return std::nullopt;
  const std::string_view top = std::string_view(inner).substr(0, slash);
  if (top != "dist" && top != "build" && top != "lib" && top != "out") return std::nullopt;
  std::string rest = inner.substr(slash + 1);
  const std::size_t dot = rest.rfind('.');
  if (dot != std::string::npos) rest.erase(dot);
  if (rest.starts_with("src/")) rest.erase(0, 4);
  for (const std::string_view ending : {".ts"sv, ".mts"sv, ".cts"sv, ".tsx"sv}) {
    for (const std::string_view root : {"src/"sv, ""sv}) {
      std::string path = prefix + std::string(root) + rest + std::string(ending);
      if (code.contains(path)) return path;
    }
  }
  return std::nullopt;
}

void strings_in(const Json& value, std::vector<std::string>& out, int depth = 0) {
  if (value.is_string()) out.emplace_back(view(value.get_string()));
  if (!value.is_object() || depth > 4 || out.size() > 100) return;
  for (const auto& member : value.get_object()) strings_in(member.value(), out, depth + 1);
}

void entries_of(const JsonObject& manifest, const std::string& folder, const PathSet& code,
                std::vector<std::string>& out) {
  std::vector<std::string> named;
  if (const Json* bin = find(manifest, "bin")) strings_in(*bin, named);
  if (named.empty()) {
    for (const std::string_view key : {"main"sv, "module"sv}) {
      if (const Json* value = find(manifest, key)) strings_in(*value, named);
    }
    if (const JsonObject* exports = find_object(manifest, "exports")) {
      if (const Json* root = find(*exports, ".")) strings_in(*root, named);
    }
  }
  for (const std::string& name : named) {
    const std::optional<std::string> target = resolved_path(folder, name);
    if (!target) continue;
    std::optional<std::string> path = source_of(code, folder, *target);
    if (!path) path = script_at(code, *target);
    if (path && std::find(out.begin(), out.end(), *path) == out.end()) out.push_back(*path);
  }
}

}  // namespace

std::vector<std::string> find_entries(const std::vector<std::string>& paths, const PathSet& code,
                                      const ReadText& read) {
  std::vector<std::string> manifests;
  for (const std::string& path : paths) {
    if (path == "package.json" || path.ends_with("/package.json")) manifests.push_back(path);
  }
  const auto depth = [](const std::string& path) { return std::count(path.begin(), path.end(), '/'); };
  std::stable_sort(manifests.begin(), manifests.end(),
                   [&](const std::string& a, const std::string& b) { return depth(a) < depth(b); });
  if (manifests.size() > kMaxManifests) manifests.resize(kMaxManifests);
  std::vector<std::string> entries;
  for (const std::string& path : manifests) {
    const std::optional<std::string> text = read(path);
    if (!text) continue;
    const Result<ParsedJson> json =
        parse_json(*text, path, {.max_depth = 64, .note_duplicate_keys = false, .storage = {}});
    if (json.ok() && json->value.is_object())
      entries_of(json->value.get_object(), parent_folder(path), code, entries);
  }
  return entries;
}

std::optional<std::string> resolve_import(const PathSet& code, std::string_view from, std::string_view name,
                                          std::string_view imported) {
  if (!from.ends_with(".py")) {
    if (name.starts_with("@/") || name.starts_with("~/")) {
      if (std::optional<std::string> path = script_at(code, "src/" + std::string(name.substr(2))))
        return path;
      return script_at(code, std::string(name.substr(2)));
    }
    if (!name.starts_with('.')) return std::nullopt;
    const std::optional<std::string> base = resolved_path(parent_folder(from), name);
    return base ? script_at(code, *base) : std::nullopt;
  }
  std::size_t dots = 0;
  while (dots < name.size() && name[dots] == '.') ++dots;
  std::string rest(name.substr(dots));
  std::replace(rest.begin(), rest.end(), '.', '/');
  std::string folder = parent_folder(from);
  for (std::size_t i = 1; i < dots; ++i) folder = parent_folder(folder);
  for (;;) {
    for (const std::string_view root : {""sv, "src"sv}) {
      std::optional<std::string> base = resolved_path(folder, root);
      if (base) base = resolved_path(*base, rest);
      if (!base) continue;
      // "from .tools import search" may name a file as well as something in one.
      for (const std::string& path :
           {*base + "/" + std::string(imported) + ".py", *base + ".py", *base + "/__init__.py"}) {
        const std::string clean = path.starts_with('/') ? path.substr(1) : path;
        if (clean != from && code.contains(clean)) return clean;
      }
    }
    if (dots > 0 || folder.empty()) return std::nullopt;
    folder = parent_folder(folder);
  }
}

}  // namespace mcpjury
