// Where the arguments of a call go.
#include <algorithm>
#include <array>

#include "base/one_of.h"
#include "code/flows/reader.h"

namespace mcpjury::flow {
namespace {

constexpr auto kCallbackMethods = std::to_array<std::string_view>(
    {"map", "forEach", "filter", "flatMap", "some", "every", "find", "reduce", "then", "findIndex"});

}  // namespace

Value Frame::call(ExprId id, const Expr& expr) {
  CallSite site;
  site.id = id;
  site.expr = &expr;
  const Expr& callee = reader_.program.at(expr.operands[0]);
  site.method = callee.text;
  if (callee.op == Op::kMember) {
    site.on_object = true;
    site.receiver_id = callee.operands[0];
    site.receiver = value(callee.operands[0]);
  } else if (callee.op != Op::kName) {
    value(expr.operands[0]);
  }
  if (auto resolved = reader_.names.resolve(expr.operands[0])) {
    site.callee = std::move(*resolved);
    const std::size_t dot = site.callee.member.rfind('.');
    if (!site.on_object && !site.callee.member.empty()) {
      site.method = dot == std::string::npos ? site.callee.member : site.callee.member.substr(dot + 1);
    }
  }
  std::vector<std::pair<std::size_t, std::uint32_t>> functions;
  for (std::size_t i = 1; i < expr.operands.size(); ++i) {
    Value given = value(expr.operands[i]);
    const Expr& argument = reader_.program.at(expr.operands[i]);
    if (argument.op == Op::kFunction) functions.emplace_back(i - 1, argument.number);
    if (i < expr.names.size() && !expr.names[i].empty()) {
      site.keywords.emplace_back(expr.names[i], std::move(given));
    } else if (argument.op == Op::kSpread && given.list && given.fields) {
      for (const auto& [key, inner] : *given.fields) {
        site.arguments.push_back(inner);
        site.argument_ids.push_back(expr.operands[i]);
      }
      if (!given.taints.empty()) {
        Value rest;
        rest.taints = given.taints;
        site.arguments.push_back(std::move(rest));
        site.argument_ids.push_back(expr.operands[i]);
      }
    } else {
      site.arguments.push_back(std::move(given));
      site.argument_ids.push_back(expr.operands[i]);
    }
  }
  sinks(site);
  Value result;
  if (!functions.empty()) result = callbacks(site);
  if (mutates(site)) return {};
  // A function kept in a name of this function sees its names: read it here.
  if (callee.op == Op::kName) {
    const auto found = names_.find(callee.text);
    if (found != names_.end() && found->second.first.function != kNone) {
      return inline_function(found->second.first.function, site.arguments);
    }
  }
  check_by_name(site);
  std::uint32_t local = kNone;
  if (site.callee.module.empty()) {
    local = reader_.names.function(site.callee.member);
    if (local == kNone && site.on_object) {
      const Expr& receiver = reader_.program.at(site.receiver_id);
      const std::string& owner = reader_.program.functions[function_].owner;
      if (receiver.op == Op::kName &&
          (receiver.text == "this" || receiver.text == "self" || receiver.text == "cls")) {
        local = reader_.names.function(owner + "." + site.method);
        if (local == kNone) {
          const auto found = reader_.methods.find(site.method);
          if (found != reader_.methods.end()) local = found->second;
        }
      } else if (site.callee.member.find("().") != std::string::npos) {
        std::string name = site.callee.member;
        name.erase(name.find("()"), 2);
        local = reader_.names.function(name);
      }
    }
  }
  if (local != kNone) return local_call(site, local);
  bool known = false;
  Value out = known_result(site, known);
  if (!known) call_steps(site);
  if (!functions.empty() && !known) return result;
  return out;
}

// Functions given to a call: Promise executors, map(), then(). They see our names.
Value Frame::callbacks(CallSite& site) {
  Value out;
  for (std::size_t i = 0; i < site.arguments.size(); ++i) {
    if (site.arguments[i].function == kNone || reader_.program.at(site.argument_ids[i]).op != Op::kFunction)
      continue;
    std::vector<Value> given;
    if (site.on_object && one_of(site.method, kCallbackMethods)) {
      Value element;
      element.taints = site.receiver.taints;
      element.entries = site.receiver.entries;
      if (site.receiver.fields && site.receiver.list) {
        for (const auto& [key, inner] : *site.receiver.fields) element = joined(std::move(element), inner);
      }
      if (site.method == "reduce") given.emplace_back();
      given.push_back(std::move(element));
    }
    Value returned = inline_function(site.arguments[i].function, given);
    if (site.method == "map" || site.method == "flatMap" || site.method == "then") {
      returned.literal = false;
      if (site.method == "map") {
        Value wrapped;
        wrapped.list = true;
        wrapped.set("0", std::move(returned));
        out = joined(std::move(out), wrapped);
      } else {
        out = joined(std::move(out), returned);
      }
    }
  }
  return out;
}

// list.push(x), args.append(x), args = append(args, x)
bool Frame::mutates(CallSite& site) {
  static constexpr auto kAdding = std::to_array<std::string_view>(
      {"push", "append", "unshift", "extend", "add", "insert", "WriteString"});
  if (!site.on_object || !one_of(site.method, kAdding)) return false;
  const Expr& receiver = reader_.program.at(site.receiver_id);
  if (receiver.op != Op::kName) return false;
  const auto found = names_.find(receiver.text);
  if (found == names_.end() || found->second.first.function != kNone) return false;
  Value& holder = found->second.first;
  const bool one_by_one = site.method == "push" || (site.method == "append" && !reader_.go());
  for (const Value& argument : site.arguments) {
    if (one_by_one && (!holder.fields || holder.fields->size() < kMaxFields) &&
        (argument.literal || !argument.clean())) {
      holder.list = true;
      holder.set(std::to_string(holder.fields ? holder.fields->size() : 0), argument);
      continue;
    }
    for (Taint taint : all_taints(argument)) {
      if (site.method == "WriteString" && !holder.text.empty()) taint.shape = Shape::kPart;
      add_taint(holder.taints, taint);
    }
  }
  return true;
}

Value Frame::local_call(CallSite& site, std::uint32_t function) {
  call_steps(site);
  const FunctionResult& result = reader_.read(function);
  Value out;
  if (result.state != FunctionResult::kRead) return out;
  for (const Cleared& one : result.clears) {
    if (one.parameter >= site.arguments.size()) continue;
    const Value& argument = site.arguments[one.parameter];
    clear(one.member.empty() ? argument : member(argument, one.member.substr(1), *site.expr), one.marks,
          cleared_);
  }
  const auto through = [&](const Value& given, const Taint& inner, Value& into) {
    Value reached = given;
    std::string_view rest = inner.member;
    while (!rest.empty() && rest.front() == '.') {
      rest.remove_prefix(1);
      const std::size_t dot = rest.find('.');
      reached = member(reached, std::string(rest.substr(0, dot)), *site.expr);
      rest = dot == std::string_view::npos ? std::string_view() : rest.substr(dot);
    }
    for (Taint taint : all_taints(reached)) {
      taint.shape = std::max(taint.shape, inner.shape);
      taint.marks |= inner.marks;
      if (says_check(site.method)) taint.marks |= check_mark(site.method);
      add_taint(into.taints, taint);
    }
  };
  for (const Taint& taint : result.returned.taints) {
    if (taint.parameter < site.arguments.size()) through(site.arguments[taint.parameter], taint, out);
  }
  if (result.returned.fields) {
    for (const auto& [name, inner] : *result.returned.fields) {
      Value one;
      one.literal = inner.literal;
      one.text = inner.text;
      for (const Taint& taint : inner.taints) {
        if (taint.parameter < site.arguments.size()) through(site.arguments[taint.parameter], taint, one);
      }
      out.set(name, std::move(one));
    }
  }
  out.list = result.returned.list;
  out.text = result.returned.text;
  out.literal = result.returned.literal;
  return out;
}

// Notes which argument of which function of the project the parameters reach.
void Frame::call_steps(const CallSite& site) {
  static constexpr auto kNotOurs = std::to_array<std::string_view>(
      {"log",      "error",   "warn",       "info",          "debug",   "push",       "has",
       "includes", "test",    "startsWith", "endsWith",      "keys",    "isArray",    "resolve",
       "reject",   "indexOf", "match",      "print",         "len",     "isinstance", "Errorf",
       "Printf",   "Println", "existsSync", "append",        "require", "Number",     "parseInt",
       "Boolean",  "toFixed", "setTimeout", "hasOwnProperty"});
  const std::string& module = site.callee.module;
  if (!module.empty() && !is_relative(module) && !reader_.python() && !reader_.go()) return;
  if (one_of(site.method, kNotOurs) || site.method.empty()) return;
  FunctionFlow::Step step;
  step.kind = "call";
  step.module = module;
  std::string target = site.callee.member.empty() ? site.method : site.callee.member;
  if (const std::size_t made = target.find("()."); made != std::string::npos) target.erase(made, 2);
  if (site.on_object && site.callee.member.empty()) target = "?." + site.method;
  if (const Expr& callee = reader_.program.at(site.expr->operands[0]); callee.op == Op::kIndex) {
    target = reader_.program.at(callee.operands[0]).text + ".*";  // handlers[name](args)
  }
  if (target == "this." + site.method || target == "self." + site.method) {
    target = reader_.program.functions[function_].owner + "." + site.method;
  }
  if (target.size() > 200) return;
  step.target = std::move(target);
  step.symbol = site.method;
  // Members keep their names; elements of a list are all the list's own.
  // Only the first of them is a program's name when the list is a command.
  const auto note_in = [&](auto&& self, const Value& given, const std::string& prefix, bool later,
                           int depth) -> void {
    step.argument_member = prefix;
    for (Taint taint : given.taints) {
      if (later || given.list) taint.shape = Shape::kPart;
      emit(step, taint, site.id);
    }
    if (!given.fields || depth > 4 || prefix.size() > 120) return;
    for (const auto& [name, inner] : *given.fields) {
      self(self, inner, given.list ? prefix : prefix + "." + name, later || (given.list && name != "0"),
           depth + 1);
    }
  };
  const auto note = [&](const Value& given, std::uint32_t position) {
    step.argument = position;
    note_in(note_in, given, "", false, 0);
  };
  for (std::size_t i = 0; i < site.arguments.size(); ++i)
    note(site.arguments[i], static_cast<std::uint32_t>(i));
  for (const auto& [name, given] : site.keywords) {
    // The callee's position is not known here: the keyword goes as a member that following resolves.
    Value wrapped;
    wrapped.set("=" + name, given);
    note(wrapped, 0);
  }
}

}  // namespace mcpjury::flow
