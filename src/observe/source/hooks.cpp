// Scripts that npm runs when a package is installed: what package.json names, and the files these run.
#include "observe/source/hooks.h"

#include <array>
#include <set>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/source/project_facts.h"
#include "observe/source/tree_help.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr int kMaxNesting = 3;  // of "npm run x" in a script
constexpr std::size_t kMaxFilesLookedInto = 8;

// One hook of one manifest: its behaviours with those of everything it runs in the same package.
class NpmHook {
 public:
  NpmHook(const SourceTree& tree, const SourceLimits& limits, std::string folder, const JsonObject& scripts)
      : tree_(tree), limits_(limits), folder_(std::move(folder)), scripts_(scripts) {}

  void look(std::string_view command, int nesting = 0) {
    add_behaviours(behaviours_, script_behaviours(command));
    for (const std::string& file : files_run_by(command)) look_into(file);
    if (nesting == kMaxNesting) return;
    for (const std::string& name : scripts_run_by(command)) {
      if (!seen_.insert("run " + name).second) continue;
      if (const std::string_view other = find_string(scripts_, name); !other.empty())
        look(other, nesting + 1);
    }
  }
  const Behaviours& behaviours() const { return behaviours_; }
  const std::string& script_file() const { return script_file_; }

 private:
  void look_into(const std::string& name) {
    const std::optional<std::string> base = joined_path(folder_, name);
    if (!base || seen_.size() >= kMaxFilesLookedInto) return;
    for (const std::string_view ending : {""sv, ".js"sv, ".cjs"sv, ".mjs"sv, "/index.js"sv, ".ts"sv}) {
      const std::string path = *base + std::string(ending);
      if (!has_file(tree_, path)) continue;
      if (!seen_.insert(path).second) return;
      const auto text = read_source(tree_, path, limits_.file_bytes);
      if (!text) return;
      if (script_file_.empty()) script_file_ = path;
      const bool shell = path.ends_with(".sh") || text->starts_with("#!/bin/sh") ||
                         text->starts_with("#!/bin/bash") || text->starts_with("#!/usr/bin/env bash");
      const ScriptLanguage language = shell                   ? ScriptLanguage::kShell
                                      : path.ends_with(".py") ? ScriptLanguage::kPython
                                                              : ScriptLanguage::kJavaScript;
      add_behaviours(behaviours_, code_behaviours(*text, language));
      return;
    }
  }

  const SourceTree& tree_;
  const SourceLimits& limits_;
  std::string folder_;
  const JsonObject& scripts_;
  Behaviours behaviours_;
  std::string script_file_;
  std::set<std::string> seen_;
};

void npm_hooks(const SourceTree& tree, const SourceLimits& limits, const std::string& path, JsonArray& out) {
  // prepare runs for a clone and for dependencies taken from git; for a published package it does not.
  constexpr std::array kHooks = {"preinstall"sv, "install"sv, "postinstall"sv, "prepare"sv};
  const auto text = read_source(tree, path, limits.file_bytes);
  if (!text) return;
  JsonReadOptions reading;
  reading.max_depth = 64;
  reading.note_duplicate_keys = false;
  auto json = parse_json(*text, path, reading);
  const JsonObject* manifest = json.ok() ? json->value.if_object() : nullptr;
  if (manifest == nullptr) return;
  static const JsonObject kNone;
  const JsonObject* found = find_object(*manifest, "scripts");
  const JsonObject& scripts = found != nullptr ? *found : kNone;
  const std::string name = redact(clip(find_string(*manifest, "name"), 214));
  const std::string folder = folder_of(path);
  const std::size_t at = text->find("\"scripts\"");
  for (const std::string_view hook : kHooks) {
    const std::string_view command = find_string(scripts, hook);
    if (command.empty() || (limits.published && hook == "prepare")) continue;
    NpmHook look(tree, limits, folder, scripts);
    look.look(command);
    const std::size_t place = text->find("\"" + std::string(hook) + "\"", at == std::string::npos ? 0 : at);
    HookEntry entry{"npm", name, hook, command, path, 0, look.script_file()};
    if (place != std::string::npos) entry.line = place_of_offset(*text, place).line;
    out.push_back(hook_json(entry, look.behaviours()));
  }
  const std::string gyp = folder + "binding.gyp";
  if (has_file(tree, gyp)) gyp_hooks(tree, limits, gyp, name, find_string(scripts, "install").empty(), out);
}

}  // namespace

JsonObject hook_json(const HookEntry& entry, const Behaviours& behaviours) {
  JsonArray words;
  for (const std::string& one : behaviours) words.push_back(Json(one));
  JsonObject out{{"ecosystem", entry.ecosystem},
                 {"hook", entry.hook},
                 {"file", entry.file},
                 {"line", entry.line},
                 {"behaviours", std::move(words)}};
  if (!entry.package.empty()) out["package"] = entry.package;
  if (!entry.command.empty()) out["command"] = redact(clip(entry.command, 400));
  if (!entry.script.empty()) out["script"] = clip(entry.script, 300);
  return out;
}

JsonArray install_hooks(const SourceTree& tree, const SourceLimits& limits) {
  JsonArray out;
  for (const SourceFile& file : tree.files) {
    if (is_sample_path(file.path)) continue;
    const std::string_view name = file_name(file.path);
    if (name == "package.json") npm_hooks(tree, limits, file.path, out);
    if (name == "setup.py") setup_py_hooks(tree, limits, file.path, out);
    if (name == "pyproject.toml") pyproject_hooks(tree, limits, file.path, out);
    if (name.ends_with(".pth")) pth_hooks(tree, limits, file.path, out);
    if (name == "build.rs" && has_file(tree, folder_of(file.path) + "Cargo.toml"))
      build_rs_hooks(tree, limits, file.path, out);
  }
  return out;
}

}  // namespace mcpjury
