// Which file an import names, and running it.
#include <array>
#include <utility>

#include "code/interpret/interpreter.h"
#include "code/relative_path.h"

namespace mcpjury::interpret {
namespace {

using namespace std::string_view_literals;

}  // namespace

void Interpreter::add(const ParsedFile& file) {
  Module module;
  module.path = file.path();
  module.file = &file;
  module.python = file.language() == CodeLanguage::kPython;
  modules_.emplace(file.path(), std::move(module));
}

void Interpreter::run(std::string_view path) {
  const auto found = modules_.find(path);
  if (found != modules_.end()) run_module(found->second);
}

Value Interpreter::run_module(Module& module) {
  if (module.state != Module::State::kNew) return module.exports;
  if (calls_ >= kMaxCalls) return {};
  module.state = Module::State::kRunning;
  module.lowering =
      module.python ? lower_python(*module.file, program_) : lower_script(*module.file, program_);
  module.env = heap_.env(nullptr);
  module.env->module = &module;
  module.env->parent = nullptr;
  Object* exports = plain();
  exports->exports = true;
  module.exports = Value::of(exports);
  if (module.python) {
    module.env->slots.at("__name__").value = text("__main__");
  } else {
    Object* holder = plain();
    holder->slots.at("exports").value = module.exports;
    module.env->slots.at("exports").value = module.exports;
    module.env->slots.at("module").value = Value::of(holder);
  }
  const Module* outer = std::exchange(running_, &module);
  ++calls_;
  Frame frame;
  const Node* block = module.lowering->module();
  for (const Node* statement : block->kids) {
    frame.done = false;  // a throw or process.exit at the top ends nothing for us
    const Allowance allowance(*this);
    exec(statement, module.env, frame);
  }
  --calls_;
  running_ = outer;
  if (module.python) {
    for (const auto& [key, slot] : module.env->slots.all()) {
      exports->slots.at(key) =
          Slot{.kind = Slot::Kind::kAlias, .value = {}, .env = module.env, .name = text(key).text};
    }
  }
  module.state = Module::State::kDone;
  return module.exports;
}

std::optional<std::string> Interpreter::resolve_script(std::string_view from, std::string_view name) const {
  if (!name.starts_with('.')) {
    // "@/x" and "~/x" are the usual names of the source folder; "#x" of package imports.
    if (name.starts_with("@/") || name.starts_with("~/")) {
      for (const std::string_view root : {"src/"sv, ""sv}) {
        const std::string path = std::string(root) + std::string(name.substr(2));
        for (const std::string_view ending : {".ts"sv, ".js"sv, "/index.ts"sv, ""sv}) {
          if (has(path + std::string(ending))) return path + std::string(ending);
        }
      }
    }
    return std::nullopt;
  }
  const std::optional<std::string> base = resolved_path(parent_folder(from), name);
  if (!base) return std::nullopt;
  static constexpr std::array kEndings = {
      ""sv,     ".ts"sv,       ".tsx"sv,       ".js"sv,       ".mjs"sv,       ".cjs"sv,      ".mts"sv,
      ".cts"sv, "/index.ts"sv, "/index.tsx"sv, "/index.js"sv, "/index.mjs"sv, "/index.cjs"sv};
  for (const std::string_view ending : kEndings) {
    std::string path = *base + std::string(ending);
    if (path.starts_with('/')) path.erase(0, 1);
    if (has(path)) return path;
  }
  // TypeScript names the file that will be there after compiling.
  for (const auto& [compiled, source] : {std::pair{".js"sv, ".ts"sv}, std::pair{".js"sv, ".tsx"sv},
                                         std::pair{".mjs"sv, ".mts"sv}, std::pair{".cjs"sv, ".cts"sv}}) {
    if (!base->ends_with(compiled)) continue;
    const std::string path = base->substr(0, base->size() - compiled.size()) + std::string(source);
    if (has(path)) return path;
  }
  return std::nullopt;
}

Value Interpreter::import_module(std::string_view from, std::string_view name) {
  if (const std::optional<std::string> path = resolve_script(from, name)) {
    return run_module(modules_.find(*path)->second);
  }
  if (name.starts_with("node:")) name.remove_prefix(5);
  std::string tag(name);
  // Tags are split at dots; a module's own must not count.
  for (char& c : tag) {
    if (c == '.') c = '_';
  }
  return external(std::move(tag));
}

std::optional<std::string> Interpreter::resolve_python(std::string_view from, std::string_view name) const {
  std::string folder = parent_folder(from);
  std::size_t dots = 0;
  while (dots < name.size() && name[dots] == '.') ++dots;
  std::string rest(name.substr(dots));
  for (char& c : rest) {
    if (c == '.') c = '/';
  }
  const auto at = [&](const std::string& base) -> std::optional<std::string> {
    for (const std::string_view ending : {".py"sv, "/__init__.py"sv}) {
      std::string path = base + std::string(ending);
      if (path.starts_with('/')) path.erase(0, 1);
      if (has(path)) return path;
    }
    return std::nullopt;
  };
  if (dots > 0) {
    for (std::size_t i = 1; i < dots; ++i) folder = parent_folder(folder);
    return at(rest.empty() ? folder : folder.empty() ? rest : folder + "/" + rest);
  }
  if (rest.empty()) return std::nullopt;
  // Absolute: from the folder of the importing file upwards, and below src.
  for (;;) {
    if (std::optional<std::string> path = at(folder.empty() ? rest : folder + "/" + rest)) return path;
    if (std::optional<std::string> path = at((folder.empty() ? "src/" : folder + "/src/") + rest))
      return path;
    if (folder.empty()) return std::nullopt;
    folder = parent_folder(folder);
  }
}

Value Interpreter::python_module(std::string_view from, std::string_view name) {
  if (const std::optional<std::string> path = resolve_python(from, name)) {
    if (*path != from) return run_module(modules_.find(*path)->second);
  }
  return {};
}

// import a.b, from .a import b (a name in it, or a file of the package), from a import *.
Value Interpreter::python_import(const Node* node, Env* env) {
  if (env->module == nullptr || node->kids.size() < 2) return {};
  const std::string& from = env->module->path;
  const std::string& name = node->kids[1]->text;
  const Value module = python_module(from, name);
  if (node->text == "*") {
    if (module.is_object()) spread_names(module.object, env);
    return {};
  }
  if (node->kids.size() == 2) return module.is_object() ? module : external(name);
  const std::string& wanted = node->kids[2]->text;
  if (module.is_object() && module.object->slots.find(wanted) != nullptr) return get(module, wanted);
  const Value file = python_module(from, name.ends_with('.') ? name + wanted : name + "." + wanted);
  if (file.is_object()) return file;
  if (module.is_object()) {
    // Still running (a cycle): the name is looked up when it is used.
    return {};
  }
  return external(name + "." + wanted);
}

void Interpreter::spread_names(Object* module, Env* env) {
  for (std::size_t i = 0; i < module->slots.all().size(); ++i) {
    const auto [key, slot] = module->slots.all()[i];
    if (!key.starts_with('_')) env->slots.at(key) = slot;
  }
}

void Interpreter::finish() {
  for (std::size_t i = 0; i < tool_classes_.size() && !spent(); ++i) class_tool(tool_classes_[i]);
  found_.spent = spent();
}

void Interpreter::call_the_uncalled() {
  for (std::size_t i = 0; i < registrars_.size() && !spent(); ++i) {
    Object* closure = registrars_[i];
    if (closure->called) continue;
    const Allowance allowance(*this);
    const Module* outer = std::exchange(running_, closure->file);
    Value self = Value::undefined();
    if (closure->proto != nullptr && closure->proto->kind == Kind::kClass) {
      Object* instance = plain();
      instance->proto = closure->proto;
      self = Value::of(instance);
    }
    call_closure(closure, self, {});
    running_ = outer;
  }
}

}  // namespace mcpjury::interpret
