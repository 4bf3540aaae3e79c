#include "code/flows/names.h"

namespace mcpjury::flow {
namespace {

constexpr int kMaxDepth = 12;

std::string normal_module(std::string module) {
  if (module.starts_with("node:")) module = module.substr(5);
  if (module == "fs/promises" || module == "fs-extra" || module == "graceful-fs" ||
      module == "fs-extra/esm") {
    return "fs";
  }
  return module;
}

void append(std::string& member, std::string_view name) {
  if (name.empty() || name == "default" || name == "promises") return;
  if (!member.empty()) member += '.';
  member += name;
}

// Helpers that compilers wrap around a module.
bool is_wrapper(std::string_view name) {
  return name.starts_with("__toESM") || name.starts_with("__importStar") ||
         name.starts_with("__importDefault") || name.starts_with("_interop") || name.ends_with("promisify") ||
         name == "__toCommonJS";
}

}  // namespace

bool is_relative(std::string_view module) {
  return module.starts_with('.') || module.starts_with("@/") || module.starts_with("~/") ||
         module.starts_with("src/") || module.starts_with('#');
}

Names::Names(const Program& program) : program_(program) {
  for (const auto& [local, imported] : program.imports) imports_.emplace(local, imported);
  for (std::uint32_t i = 1; i < program.functions.size(); ++i) {
    if (!program.functions[i].name.empty()) functions_.emplace(program.functions[i].name, i);
  }
  for (const Block& block : program.blocks) {
    for (const Statement& statement : block.statements) {
      if (statement.act == Act::kLet) bind(statement.target, statement.value);
    }
  }
  for (const Expr& expr : program.exprs) {
    if (expr.op == Op::kAssign && expr.text == "=") bind(expr.operands[0], expr.operands[1]);
  }
}

void Names::bind(ExprId target, ExprId value) {
  if (target == kNone || value == kNone) return;
  const Expr& to = program_.at(target);
  const auto put = [&](const std::string& name, std::string member) {
    const auto [found, fresh] = bindings_.emplace(name, Binding{value, std::move(member), false});
    if (!fresh && found->second.value != value) found->second.several = true;
  };
  if (to.op == Op::kName) {
    put(to.text, "");
  } else if (to.op == Op::kMember && program_.at(to.operands[0]).op == Op::kName) {
    const std::string& object = program_.at(to.operands[0]).text;
    if (object == "this" || object == "self") put("this." + to.text, "");
  } else if (to.op == Op::kObject) {
    for (std::size_t i = 0; i < to.operands.size() && i < to.names.size(); ++i) {
      const Expr& part = program_.at(to.operands[i]);
      if (part.op == Op::kName && to.names[i] != "...") put(part.text, to.names[i]);
    }
  }
}

ExprId Names::bound(std::string_view name) const {
  const auto found = bindings_.find(std::string(name));
  return found == bindings_.end() || !found->second.member.empty() ? kNone : found->second.value;
}

std::uint32_t Names::function(std::string_view name) const {
  const auto found = functions_.find(std::string(name));
  return found == functions_.end() ? kNone : found->second;
}

ExprId Names::meaning(ExprId id, int depth) const {
  if (id == kNone || depth > kMaxDepth) return id;
  const Expr& expr = program_.at(id);
  if (expr.op == Op::kName) {
    const ExprId value = bound(expr.text);
    return value == kNone || value == id ? id : meaning(value, depth + 1);
  }
  if (expr.op == Op::kMember) {
    const Expr& object = program_.at(meaning(expr.operands[0], depth + 1));
    if (object.op == Op::kObject) {
      for (std::size_t i = 0; i < object.operands.size(); ++i) {
        if (object.names[i] == expr.text) return meaning(object.operands[i], depth + 1);
      }
    }
  }
  return id;
}

std::optional<std::string> Names::text(ExprId id, int depth) const {
  if (id == kNone || depth > kMaxDepth) return std::nullopt;
  const Expr& expr = program_.at(id);
  if (expr.op == Op::kText) return expr.text;
  if (expr.op == Op::kConcat) {
    std::string all;
    for (const ExprId part : expr.operands) {
      const auto one = text(part, depth + 1);
      if (!one || all.size() + one->size() > 4096) return std::nullopt;
      all += *one;
    }
    return all;
  }
  if (expr.op == Op::kName || expr.op == Op::kMember) {
    if (expr.op == Op::kName) {
      const auto found = bindings_.find(expr.text);
      if (found != bindings_.end() && found->second.several) return std::nullopt;
    }
    const ExprId meant = meaning(id, depth);
    if (meant != id) return text(meant, depth + 1);
  }
  return std::nullopt;
}

std::optional<Resolved> Names::resolve_call(ExprId id, int depth) const {
  const Expr& expr = program_.at(id);
  const Expr& callee = program_.at(expr.operands[0]);
  if (callee.op == Op::kName && (callee.text == "require" || callee.text == "import") &&
      expr.operands.size() > 1) {
    const Expr& module = program_.at(expr.operands[1]);
    if (module.op == Op::kText) return Resolved{normal_module(module.text), ""};
    return std::nullopt;
  }
  const std::string& last = callee.text;
  if ((callee.op == Op::kName || callee.op == Op::kMember) && is_wrapper(last) && expr.operands.size() > 1) {
    return resolve(expr.operands[1], depth + 1);
  }
  if (callee.op == Op::kMember && callee.text == "bind") return resolve(callee.operands[0], depth + 1);
  auto inner = resolve(expr.operands[0], depth + 1);
  if (!inner) return std::nullopt;
  inner->member += "()";
  return inner;
}

std::optional<Resolved> Names::resolve(ExprId id, int depth) const {
  if (id == kNone || depth > kMaxDepth) return std::nullopt;
  const Expr& expr = program_.at(id);
  switch (expr.op) {
    case Op::kName: {
      if (const auto found = imports_.find(expr.text); found != imports_.end()) {
        Resolved out{normal_module(found->second.module), ""};
        const std::string& name = found->second.name;
        if (name == "default" && is_relative(out.module)) {
          out.member = "default";
        } else if (name != "*") {
          append(out.member, name);
        }
        return out;
      }
      if (const auto found = bindings_.find(expr.text); found != bindings_.end()) {
        const ExprId value = found->second.value;
        const Op op = program_.at(value).op;
        if (value != id && (op == Op::kName || op == Op::kMember || op == Op::kCall || op == Op::kNew ||
                            (op == Op::kObject && !program_.at(value).text.empty()))) {
          auto out = resolve(value, depth + 1);
          if (out && (!out->module.empty() || out->member.ends_with("()"))) {
            append(out->member, found->second.member);
            return out;
          }
        }
      }
      return Resolved{"", expr.text};
    }
    case Op::kMember: {
      if (const Expr& object = program_.at(expr.operands[0]);
          object.op == Op::kName && (object.text == "this" || object.text == "self")) {
        const auto found = bindings_.find("this." + expr.text);
        if (found != bindings_.end() && found->second.value != id) {
          auto out = resolve(found->second.value, depth + 1);
          if (out && (!out->module.empty() || out->member.ends_with("()"))) return out;
        }
      }
      auto out = resolve(expr.operands[0], depth + 1);
      if (!out) return std::nullopt;
      append(out->member, expr.text);
      return out;
    }
    case Op::kCall:
    case Op::kNew:
      return resolve_call(id, depth);
    case Op::kObject: {  // Go: &http.Client{}
      if (expr.text.empty()) return std::nullopt;
      const std::size_t dot = expr.text.find('.');
      if (dot == std::string::npos) return Resolved{"", expr.text + "()"};
      const auto found = imports_.find(expr.text.substr(0, dot));
      if (found == imports_.end()) return std::nullopt;
      return Resolved{found->second.module, expr.text.substr(dot + 1) + "()"};
    }
    default:
      return std::nullopt;
  }
}

}  // namespace mcpjury::flow
