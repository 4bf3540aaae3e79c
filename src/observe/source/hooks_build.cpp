// Code that building or installing runs, outside of npm's scripts.
#include <re2/re2.h>

#include <algorithm>

#include "base/redact.h"
#include "observe/source/hooks.h"
#include "observe/source/tree_help.h"
#include "packages/toml.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxGypCommands = 50;

std::size_t line_of(std::string_view text, const re2::RE2& regex, std::string* found = nullptr) {
  re2::StringPiece group;
  if (!re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), regex, &group)) return 0;
  if (found != nullptr) *found = std::string(group.data(), group.size());
  return place_of_offset(text, static_cast<std::size_t>(group.data() - text.data())).line;
}

}  // namespace

void gyp_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
               const std::string& package, bool implicit, JsonArray& out) {
  const auto text = read_source(tree, path, limits.file_bytes);
  if (!text) return;
  static const re2::RE2 kCommand(R"re(<!@?\(([^\n]{1,400}?)\))re");
  static const re2::RE2 kAction(R"re(['"]action['"]\s*:\s*\[([^\]]{1,400})\])re");
  Behaviours behaviours;
  std::string shown;
  const auto look = [&](const re2::RE2& regex) {
    re2::StringPiece rest(*text);
    std::string command;
    for (std::size_t i = 0; i < kMaxGypCommands && re2::RE2::FindAndConsume(&rest, regex, &command); ++i) {
      Behaviours here = script_behaviours(command);
      // node -p "require('node-addon-api').include" finds headers; it is how these files are written.
      here.erase(std::remove(here.begin(), here.end(), "build"), here.end());
      if (!here.empty() && shown.empty()) shown = command;
      add_behaviours(behaviours, here);
    }
  };
  look(kCommand);
  look(kAction);
  if (!implicit && behaviours.empty()) return;
  add_behaviours(behaviours, {"build"});
  if (shown.empty()) shown = "node-gyp rebuild";
  out.push_back(hook_json({"npm", package, "binding.gyp", shown, path, 1, {}}, behaviours));
}

void setup_py_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
                    JsonArray& out) {
  const auto text = read_source(tree, path, limits.file_bytes);
  if (!text) return;
  static const re2::RE2 kClass(
      R"((?m)^\s*class\s+(\w+)\s*\(\s*(?:\w+\.)*(?:install|develop|egg_info|Install|Develop)(?:_?[cC]ommand)?\s*[,)])");
  Behaviours behaviours = code_behaviours(*text, ScriptLanguage::kPython);
  std::string name;
  std::size_t line = line_of(*text, kClass, &name);
  const bool overrides = line != 0 && text->find("cmdclass") != std::string::npos;
  if (behaviours.empty() && !overrides) return;
  HookEntry entry{"PyPI", {}, overrides ? "cmdclass" : "setup.py", {}, path, std::max<std::size_t>(line, 1),
                  path};
  const std::string command = overrides ? "class " + name + " takes part in the installation" : std::string();
  entry.command = command;
  out.push_back(hook_json(entry, behaviours));
}

void pyproject_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
                     JsonArray& out) {
  const auto text = read_source(tree, path, limits.file_bytes);
  if (!text || text->find("backend-path") == std::string::npos) return;
  auto toml = read_toml(path, *text);
  const JsonObject* root = toml.ok() ? toml->if_object() : nullptr;
  const JsonObject* build = root != nullptr ? find_object(*root, "build-system") : nullptr;
  const JsonArray* folders = build != nullptr ? find_array(*build, "backend-path") : nullptr;
  if (folders == nullptr) return;
  const std::string backend(find_string(*build, "build-backend"));
  std::string module = backend.substr(0, backend.find(':'));
  std::replace(module.begin(), module.end(), '.', '/');
  Behaviours behaviours;
  std::string script;
  for (const Json& folder : *folders) {
    const auto* where = folder.if_string();
    if (where == nullptr || !script.empty()) continue;
    for (const char* ending : {".py", "/__init__.py"}) {
      const auto file = joined_path(folder_of(path), std::string(view(*where)) + "/" + module + ending);
      if (!file || !has_file(tree, *file)) continue;
      script = *file;
      if (const auto code = read_source(tree, *file, limits.file_bytes))
        add_behaviours(behaviours, code_behaviours(*code, ScriptLanguage::kPython));
    }
  }
  const std::size_t line = place_of_offset(*text, text->find("backend-path")).line;
  out.push_back(hook_json({"PyPI", {}, "build-backend", backend, path, line, script}, behaviours));
}

void pth_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path, JsonArray& out) {
  const auto text = read_source(tree, path, limits.file_bytes);
  if (!text || is_binary(*text)) return;  // weights of a model have the same ending
  static const re2::RE2 kImport(R"((?m)^(import[ \t][^\n]{1,1000}))");
  std::string code;
  const std::size_t line = line_of(*text, kImport, &code);
  if (line == 0) return;
  out.push_back(
      hook_json({"PyPI", {}, "pth", code, path, line, path}, code_behaviours(code, ScriptLanguage::kPython)));
}

void build_rs_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path,
                    JsonArray& out) {
  const auto text = read_source(tree, path, limits.file_bytes);
  if (!text) return;
  Behaviours behaviours = code_behaviours(*text, ScriptLanguage::kRust);
  add_behaviours(behaviours, {"build"});
  out.push_back(hook_json({"crates.io", {}, "build.rs", {}, path, 1, path}, behaviours));
}

}  // namespace mcpjury
