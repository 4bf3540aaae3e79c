#include "code/flows/resolve.h"

#include <algorithm>

#include "code/flows/names.h"
#include "code/relative_path.h"

namespace mcpjury::flow {
namespace {

constexpr std::size_t kMaxCandidates = 24;

std::string last_part(std::string_view name, char separator) {
  const std::size_t at = name.rfind(separator);
  return std::string(at == std::string_view::npos ? name : name.substr(at + 1));
}

std::string key(std::uint32_t file, std::string_view name) {
  return std::to_string(file) + "/" + std::string(name);
}

// Names that are methods of everything: being unique in the project says nothing.
bool common_method(std::string_view name) {
  for (const std::string_view one :
       {"get",     "set",    "add",     "delete", "run",     "call",   "find",     "send",    "write",
        "read",    "open",   "close",   "create", "update",  "start",  "stop",     "on",      "emit",
        "next",    "then",   "catch",   "map",    "filter",  "join",   "replace",  "parse",   "query",
        "execute", "exec",   "request", "fetch",  "post",    "put",    "list",     "load",    "save",
        "init",    "handle", "process", "remove", "insert",  "search", "validate", "resolve", "match",
        "test",    "format", "info",    "error",  "connect", "apply",  "extend"}) {
    if (name == one) return true;
  }
  return name.size() < 4;
}

}  // namespace

std::string stem_of(std::string_view path) {
  for (const std::string_view end :
       {".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx", ".py", ".go"}) {
    if (path.ends_with(end)) return std::string(path.substr(0, path.size() - end.size()));
  }
  return std::string(path);
}

Resolver::Resolver(const std::vector<FileSummary>& files) : files_(files) {
  for (std::uint32_t i = 0; i < files.size(); ++i) {
    const std::string stem = stem_of(files[i].path);
    by_stem_[stem].push_back(i);
    by_base_[last_part(stem, '/')].push_back(i);
    by_folder_[parent_folder(files[i].path)].push_back(i);
    for (std::uint32_t j = 0; j < files[i].functions.size(); ++j) {
      const std::string& name = files[i].functions[j].name;
      if (name.empty()) continue;
      by_file_and_name_[key(i, name)].push_back({i, j});
      by_last_[last_part(name, '.')].push_back({i, j});
    }
  }
}

std::vector<FunctionAt> Resolver::in_file(std::uint32_t file, const std::string& name) const {
  const auto found = by_file_and_name_.find(key(file, name));
  return found == by_file_and_name_.end() ? std::vector<FunctionAt>() : found->second;
}

// All entries of the one function that has this last name; none when two functions have it.
std::vector<FunctionAt> Resolver::unique(const std::string& name) const {
  const auto found = by_last_.find(name);
  if (found == by_last_.end()) return {};
  const FunctionAt& first = found->second.front();
  const std::string& full = files_[first.file].functions[first.function].name;
  for (const FunctionAt& one : found->second) {
    if (one.file != first.file || files_[one.file].functions[one.function].name != full) return {};
  }
  return found->second;
}

std::vector<std::uint32_t> Resolver::script_files(std::uint32_t from, std::string_view module) const {
  const std::string& path = files_[from].path;
  std::vector<std::string> stems;
  if (module.starts_with('.')) {
    stems.push_back(stem_of(resolved_path(parent_folder(path), module).value_or(std::string())));
  } else {  // "@/lib/git", "src/lib/git": somewhere below a source folder
    std::string_view rest = module;
    rest.remove_prefix(
        std::min(rest.size(), rest.find('/') == std::string_view::npos ? rest.size() : rest.find('/') + 1));
    const std::string wanted = stem_of(rest);
    const auto same = by_base_.find(last_part(wanted, '/'));
    if (same != by_base_.end()) {
      for (const std::uint32_t file : same->second) {
        const std::string stem = stem_of(files_[file].path);
        if (stem == wanted || stem.ends_with("/" + wanted)) stems.push_back(stem);
        if (stems.size() > 4) break;
      }
    }
  }
  for (const std::string& stem : stems) {
    for (const std::string& tried : {stem, stem + "/index"}) {
      if (const auto found = by_stem_.find(tried); found != by_stem_.end()) return found->second;
    }
  }
  return {};
}

std::vector<std::uint32_t> Resolver::python_files(std::uint32_t from, std::string_view module) const {
  std::string wanted;
  std::size_t dots = 0;
  while (dots < module.size() && module[dots] == '.') ++dots;
  for (const char c : module.substr(dots)) wanted += c == '.' ? '/' : c;
  if (dots > 0) {
    std::string folder = parent_folder(files_[from].path);
    for (std::size_t i = 1; i < dots; ++i) folder = parent_folder(folder);
    const std::string stem = resolved_path(folder, wanted).value_or(std::string());
    for (const std::string& tried : {stem, stem + "/__init__"}) {
      if (const auto found = by_stem_.find(tried); found != by_stem_.end()) return found->second;
    }
    return {};
  }
  std::vector<std::uint32_t> out;
  const auto same = by_base_.find(last_part(wanted, '/'));
  if (same == by_base_.end()) return out;
  for (const std::uint32_t file : same->second) {
    const std::string stem = stem_of(files_[file].path);
    if (stem == wanted || stem.ends_with("/" + wanted)) out.push_back(file);
    if (out.size() >= 4) break;
  }
  return out;
}

std::vector<std::uint32_t> Resolver::go_files(std::uint32_t from, std::string_view module) const {
  if (module.empty()) {
    const auto found = by_folder_.find(parent_folder(files_[from].path));
    return found == by_folder_.end() ? std::vector<std::uint32_t>() : found->second;
  }
  const std::string last = last_part(module, '/');
  std::vector<std::uint32_t> out;
  for (const auto& [folder, inside] : by_folder_) {
    if (folder.empty() || last_part(folder, '/') != last ||
        !module.ends_with(folder.substr(folder.find('/') == std::string::npos ? 0 : folder.rfind('/')))) {
      continue;
    }
    out.insert(out.end(), inside.begin(), inside.end());
    if (out.size() > 200) break;
  }
  std::sort(out.begin(), out.end());
  return out;
}

std::vector<FunctionAt> Resolver::resolve(std::uint32_t file, const FunctionFlow::Step& call) const {
  const std::string& language = files_[file].language;
  std::vector<FunctionAt> out;
  const auto add = [&](const std::vector<FunctionAt>& found) {
    for (const FunctionAt& one : found) {
      if (out.size() < kMaxCandidates) out.push_back(one);
    }
  };
  const std::string last = last_part(call.target, '.');
  if (call.module.empty()) {
    if (call.target.ends_with(".*")) {  // handlers[name](args)
      const std::string prefix = call.target.substr(0, call.target.size() - 1);
      for (std::uint32_t j = 0; j < files_[file].functions.size() && out.size() < kMaxCandidates; ++j) {
        if (files_[file].functions[j].name.starts_with(prefix)) out.push_back({file, j});
      }
      return out;
    }
    add(in_file(file, call.target));
    if (out.empty() && language == "Go") {
      for (const std::uint32_t other : go_files(file, "")) add(in_file(other, call.target));
    }
    if (out.empty() && call.target.find('.') != std::string::npos && !common_method(last)) add(unique(last));
    return out;
  }
  std::vector<std::uint32_t> where;
  if (language == "Python") {
    where = python_files(file, call.module);
    if (where.empty() && call.target.find('.') != std::string::npos) {  // from . import git: git.clone()
      const std::size_t dot = call.target.find('.');
      where = python_files(
          file, call.module + (call.module.ends_with('.') ? "" : ".") + call.target.substr(0, dot));
      for (const std::uint32_t one : where) add(in_file(one, call.target.substr(dot + 1)));
      return out;
    }
  } else if (language == "Go") {
    where = go_files(file, call.module);
  } else {
    where = script_files(file, call.module);
  }
  for (const std::uint32_t one : where) {
    add(in_file(one, call.target));
    if (out.empty() && call.target.starts_with("default")) {
      // The default export under its own name, when it is the file's only exported thing of that kind.
      const std::string method = call.target == "default" ? "" : call.target.substr(7);
      for (std::uint32_t j = 0; j < files_[one].functions.size(); ++j) {
        const FunctionFlow& flow = files_[one].functions[j];
        if (method.empty() ? flow.exported && flow.name.find('.') == std::string::npos
                           : flow.name.ends_with(method)) {
          add({{one, j}});
        }
      }
    }
  }
  // Handed on by an index file: the name itself, when the project has it once.
  if (out.empty() && (!where.empty() || is_relative(call.module)) && !common_method(last)) add(unique(last));
  return out;
}

}  // namespace mcpjury::flow
