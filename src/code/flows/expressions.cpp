// What the expressions of a function hold.
#include <algorithm>

#include "code/flows/reader.h"

namespace mcpjury::flow {
namespace {

constexpr int kMaxInline = 5;

}  // namespace

Value Frame::name(const Expr& expr) {
  if (const auto found = names_.find(expr.text); found != names_.end()) return found->second.first;
  Value out;
  if (const std::uint32_t function = reader_.names.function(expr.text); function != kNone) {
    out.function = function;
    return out;
  }
  const ExprId bound = reader_.names.bound(expr.text);
  if (bound == kNone) return out;
  const Expr& value = reader_.program.at(bound);
  if (value.op == Op::kText) return literal(value.text);
  if (value.op == Op::kFunction) out.function = value.number;
  if (value.op == Op::kConcat) {
    if (auto text = reader_.names.text(bound)) return literal(std::move(*text));
  }
  return out;
}

Value Frame::member(const Value& object, const std::string& name, const Expr&) {
  if (const Value* known = object.member(name)) return *known;
  Value out;
  if (name == "length") return out;
  for (Taint taint : object.taints) {
    // Go's wrappers around the arguments are no part of a member's name.
    const bool wrapper = reader_.go() && (name == "Params" || name == "Arguments");
    if (!wrapper && taint.member.size() < 200) taint.member += "." + name;
    add_taint(out.taints, taint);
  }
  if (const Value* any = object.member("*")) out = joined(std::move(out), *any);
  return out;
}

Value Frame::object(const Expr& expr) {
  Value out;
  for (std::size_t i = 0; i < expr.operands.size() && i < expr.names.size(); ++i) {
    Value one = value(expr.operands[i]);
    if (expr.names[i] == "...") {
      for (const Taint& taint : one.taints) add_taint(out.taints, taint);
      if (one.fields) {
        for (const auto& [name, inner] : *one.fields) out.set(name, inner);
      }
    } else {
      out.set(expr.names[i], std::move(one));
    }
  }
  return out;
}

Value Frame::list(const Expr& expr) {
  Value out;
  out.list = true;
  std::size_t index = 0;
  for (const ExprId part : expr.operands) {
    const Expr& element = reader_.program.at(part);
    if (element.op == Op::kSpread) {
      const Value inner = value(element.operands[0]);
      for (const Taint& taint : inner.taints) add_taint(out.taints, taint);
      if (inner.fields) {
        for (const auto& [name, one] : *inner.fields) out.set(std::to_string(index++), one);
      }
      continue;
    }
    out.set(std::to_string(index++), value(part));
  }
  return out;
}

Value Frame::inline_function(std::uint32_t function, const std::vector<Value>& arguments) {
  if (function == kNone || inline_depth_ >= kMaxInline || function == function_) return {};
  const Function& inner = reader_.program.functions[function];
  ++inline_depth_;
  std::vector<std::pair<std::string, std::pair<Value, int>>> hidden;
  std::vector<std::string> fresh;
  const auto hide = [&](auto&& self, ExprId pattern, int depth) -> void {
    if (pattern == kNone || depth > 8) return;
    const Expr& expr = reader_.program.at(pattern);
    if (expr.op == Op::kName) {
      if (const auto found = names_.find(expr.text); found != names_.end()) {
        hidden.emplace_back(expr.text, std::move(found->second));
        names_.erase(found);
      }
      names_[expr.text] = {Value{}, branch_};
      fresh.push_back(expr.text);
    }
    for (const ExprId part : expr.operands) self(self, part, depth + 1);
  };
  for (std::size_t i = 0; i < inner.parameters.size(); ++i) {
    hide(hide, inner.parameters[i].pattern, 0);
    if (i < arguments.size()) bind(inner.parameters[i].pattern, arguments[i], arguments[i].entries);
  }
  std::vector<Value> outer;
  std::swap(outer, returns_);
  const std::size_t before = cleared_.size();
  if (inner.body != kNone) block(inner.body);
  cleared_.resize(std::min(before, cleared_.size()));
  std::swap(outer, returns_);
  for (const std::string& one : fresh) names_.erase(one);
  for (auto& [one, saved] : hidden) names_[one] = std::move(saved);
  --inline_depth_;
  Value out;
  for (const Value& one : outer) out = joined(std::move(out), one);
  return out;
}

Value Frame::value(ExprId id) {
  if (id == kNone || spent() || depth_ > kMaxValueDepth) return {};
  ++depth_;
  struct Leave {
    int& depth;
    ~Leave() { --depth; }
  } leave{depth_};
  const Expr& expr = reader_.program.at(id);
  switch (expr.op) {
    case Op::kText:
      return literal(expr.text);
    case Op::kConstant:
      return literal(expr.text);
    case Op::kName:
      return name(expr);
    case Op::kMember: {
      if (const auto text = reader_.names.text(id)) return literal(*text);
      return member(value(expr.operands[0]), expr.text, expr);
    }
    case Op::kIndex: {
      const Value of = value(expr.operands[0]);
      const Value index = value(expr.operands[1]);
      const Expr& key = reader_.program.at(expr.operands[1]);
      if (key.op == Op::kText) return member(of, key.text, expr);
      if (key.op == Op::kConstant) {
        if (const Value* known = of.member(key.text)) return *known;
      }
      Value out;
      out.taints = of.taints;
      if (of.fields) {
        for (const auto& [each, inner] : *of.fields) out = joined(std::move(out), inner);
        out.literal = false;
      }
      return out;
    }
    case Op::kCall:
    case Op::kNew:
      return call(id, expr);
    case Op::kConcat:
    case Op::kPathJoin: {
      std::vector<Value> parts;
      for (const ExprId part : expr.operands) parts.push_back(value(part));
      if (expr.op == Op::kPathJoin) return path_join(parts);
      // Python's "…%s…" % (a, b)
      if (reader_.python() && parts.size() == 2 && parts[0].literal &&
          parts[0].text.find('%') != std::string::npos &&
          reader_.file.text().substr(reader_.program.at(expr.operands[0]).end, 12).find('%') !=
              std::string_view::npos) {
        std::vector<Value> filled;
        if (parts[1].list && parts[1].fields) {
          for (const auto& [key, inner] : *parts[1].fields) filled.push_back(inner);
        } else {
          filled.push_back(parts[1]);
        }
        return format_text(parts[0].text, filled);
      }
      return concat(parts);
    }
    case Op::kList:
      return list(expr);
    case Op::kObject:
      return object(expr);
    case Op::kSpread:
      return value(expr.operands[0]);
    case Op::kChoice:
    case Op::kOr: {
      Value out;
      const std::size_t count = expr.operands.size() - (expr.op == Op::kChoice && expr.number == 1 ? 1 : 0);
      const std::size_t before = cleared_.size();
      if (count < expr.operands.size()) {
        value(expr.operands.back());
        guard(expr.operands.back(), true, cleared_);
      }
      for (std::size_t i = 0; i < count; ++i) {
        Value one = value(expr.operands[i]);
        if (i == 0 && count < expr.operands.size()) {  // a ? b : c: what a makes sure of holds in b
          std::erase_if(one.taints, [&](Taint& taint) { return dealt_with(taint); });
          cleared_.resize(std::min(before, cleared_.size()));
          guard(expr.operands.back(), false, cleared_);
        } else if (count < expr.operands.size()) {
          std::erase_if(one.taints, [&](Taint& taint) { return dealt_with(taint); });
        }
        out = i == 0 ? std::move(one) : joined(std::move(out), one);
      }
      cleared_.resize(std::min(before, cleared_.size()));
      return out;
    }
    case Op::kAnd: {
      Value out;
      const std::size_t before = cleared_.size();
      for (const ExprId part : expr.operands) {
        out = value(part);
        guard(part, true, cleared_);
      }
      cleared_.resize(std::min(before, cleared_.size()));
      return out;
    }
    case Op::kAssign: {
      Value given = value(expr.operands[1]);
      given.origin = expr.operands[1];
      if (expr.text == "+=") given = concat({value(expr.operands[0]), given});
      if (expr.text == "=" || expr.text == "+=" || expr.text == "each" || expr.text == "||=" ||
          expr.text == "?\?=") {
        bind(expr.operands[0], given, expr.text == "each");
      }
      return given;
    }
    case Op::kFunction: {
      Value out;
      out.function = expr.number;
      return out;
    }
    default:
      for (const ExprId part : expr.operands) value(part);
      return {};
  }
}

}  // namespace mcpjury::flow
