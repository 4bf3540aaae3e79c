// Conditions and checks that make a parameter harmless, or less likely to be harmful.
#include <algorithm>
#include <array>
#include <cctype>

#include "code/flows/reader.h"

namespace mcpjury::flow {
namespace {

bool has(std::string_view text, std::string_view part) { return text.find(part) != std::string_view::npos; }

// A pattern that says what the whole value may be: anchored at both ends, no ".*".
bool whole_pattern(std::string_view pattern, bool whole_already) {
  if (pattern.starts_with('/')) {
    pattern.remove_prefix(1);
    pattern = pattern.substr(0, pattern.rfind('/'));
  }
  const bool anchored =
      whole_already || (pattern.starts_with('^') && (pattern.ends_with('$') || pattern.ends_with("\\Z")));
  return anchored && !has(pattern, ".*") && !has(pattern, ".+") && !has(pattern, "\\S");
}

}  // namespace

bool says_check(std::string_view name) {
  std::string lower;
  for (const char c : name.substr(0, 80))
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  static constexpr auto kWords = std::to_array<std::string_view>({"valid",
                                                                  "safe",
                                                                  "sanit",
                                                                  "allow",
                                                                  "permit",
                                                                  "check",
                                                                  "verif",
                                                                  "secure",
                                                                  "within",
                                                                  "inside",
                                                                  "contain",
                                                                  "escape",
                                                                  "ensure",
                                                                  "assert",
                                                                  "guard",
                                                                  "restrict",
                                                                  "confine",
                                                                  "forbid",
                                                                  "block",
                                                                  "danger",
                                                                  "malicious",
                                                                  "traversal",
                                                                  "private",
                                                                  "public",
                                                                  "trusted",
                                                                  "authori",
                                                                  "whitelist",
                                                                  "denylist",
                                                                  "scrub",
                                                                  "clean",
                                                                  "jail",
                                                                  "sandbox",
                                                                  "require",
                                                                  "confirm",
                                                                  "reject",
                                                                  "isroot",
                                                                  "inroot",
                                                                  "underroot",
                                                                  "isinternal",
                                                                  "slug",
                                                                  "resolvepath",
                                                                  "resolve_path",
                                                                  "resolveworkspace",
                                                                  "ssrf"});
  return std::any_of(kWords.begin(), kWords.end(), [&](std::string_view word) { return has(lower, word); });
}

// What a check by name says something of.
std::uint16_t check_mark(std::string_view name) {
  std::string lower;
  for (const char c : name.substr(0, 80))
    lower += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  for (const std::string_view word :
       {"path", "file", "dir", "url", "uri", "host", "within", "inside", "traversal", "root"}) {
    if (has(lower, word)) return kPathChecked;
  }
  return kChecked;
}

void Frame::clear(const Value& given, std::uint16_t marks, std::vector<Cleared>& into) const {
  for (const Taint& taint : all_taints(given)) {
    std::string member = taint.member;
    for (const std::string_view part :
         {".hostname", ".host", ".origin", ".netloc", ".Host", ".Hostname", ".parents"}) {
      if (member.ends_with(part)) member.resize(member.size() - part.size());
    }
    into.push_back({taint.parameter, std::move(member), marks});
    if (into.size() > 500) return;
  }
}

// Whether the taint is harmless here; adds the marks that checks have given it.
bool Frame::dealt_with(Taint& taint) const {
  for (const Cleared& one : cleared_) {
    if (one.parameter != taint.parameter) continue;
    if (one.marks != 0) {
      if (one.member == taint.member) taint.marks |= one.marks;
      continue;
    }
    if (one.member == taint.member) return true;
    if (!one.member.empty() && taint.member.starts_with(one.member) && taint.member[one.member.size()] == '.')
      return true;
  }
  return false;
}

// validatePath(p) as a statement or on the way: from here on p has been looked at.
void Frame::check_by_name(const CallSite& site) {
  if (!says_check(site.method)) return;
  if (site.method == "safeParse" || site.method == "safe_load" || site.method == "safeParseAsync") return;
  for (const Value& argument : site.arguments) clear(argument, check_mark(site.method), cleared_);
  if (cleared_.size() > 2000) cleared_.resize(2000);
}

void Frame::guard(ExprId condition, bool holds, std::vector<Cleared>& into, int depth) {
  if (condition == kNone || depth > 24 || spent()) return;
  const Expr& expr = reader_.program.at(condition);
  switch (expr.op) {
    case Op::kNot:
      guard(expr.operands[0], !holds, into, depth + 1);
      return;
    case Op::kAnd:
      if (holds) {
        for (const ExprId part : expr.operands) guard(part, true, into, depth + 1);
      } else if (expr.operands.size() == 2) {
        // if (limit && !allowed.includes(limit)) throw: the first part only asks whether there is a value
        const Expr& first = reader_.program.at(expr.operands[0]);
        if (first.op == Op::kName || first.op == Op::kMember) guard(expr.operands[1], false, into, depth + 1);
      }
      return;
    case Op::kOr:
      if (!holds) {
        for (const ExprId part : expr.operands) guard(part, false, into, depth + 1);
      }
      return;
    case Op::kName: {
      // const ok = roots.some(…); if (!ok) throw
      const auto found = names_.find(expr.text);
      const ExprId origin = found == names_.end() ? kNone : found->second.first.origin;
      if (origin != kNone && origin != condition) {
        const Op op = reader_.program.at(origin).op;
        if (op == Op::kCall || op == Op::kCompare || op == Op::kAnd || op == Op::kOr || op == Op::kNot ||
            op == Op::kIndex) {
          guard(origin, holds, into, depth + 6);
        }
      }
      return;
    }
    case Op::kIndex:  // if (!COMMANDS[name]) throw
      if (holds && value(expr.operands[0]).clean()) clear(value(expr.operands[1]), 0, into);
      return;
    case Op::kCompare:
      guard_compare(expr, holds, into, depth);
      return;
    case Op::kCall:
      guard_call(expr, holds, into, depth);
      return;
    default:
      return;
  }
}

void Frame::guard_compare(const Expr& expr, bool holds, std::vector<Cleared>& into, int depth) {
  const Expr& left = reader_.program.at(expr.operands[0]);
  const Expr& right = reader_.program.at(expr.operands[1]);
  if (expr.text == "in" || expr.text == "not in") {
    const bool inside = holds == (expr.text == "in");
    const Value item = value(expr.operands[0]);
    const Value of = value(expr.operands[1]);
    if (of.clean()) {
      if (inside) clear(item, 0, into);
    } else if (item.clean()) {
      // ".." in path; root in path.parents
      if (has(reader_.file.text().substr(right.begin, right.end - right.begin), "parents")) {
        if (inside) clear(of, 0, into);
      } else if (!inside) {
        clear(of, item.literal && item.text.find("..") != std::string::npos ? kPathChecked : kChecked, into);
      }
    }
    return;
  }
  if (expr.text != "==" && expr.text != "!=") return;
  const bool equal = holds == (expr.text == "==");
  if (left.op == Op::kTypeof) {
    const bool number = right.text == "number" || right.text == "boolean";
    if (number && equal) clear(value(left.operands[0]), 0, into);
    return;
  }
  // x.indexOf(v) === -1 ; comparisons with nothing say nothing
  if (right.op == Op::kOpaque || right.op == Op::kConstant || right.text == "undefined" ||
      right.text == "None") {
    if (left.op == Op::kCall) {
      const Expr& callee = reader_.program.at(left.operands[0]);
      if (callee.text == "indexOf") guard_call(left, !equal, into, depth + 1);
    }
    return;
  }
  if (!equal) return;
  const Value a = value(expr.operands[0]);
  const Value b = value(expr.operands[1]);
  if (b.clean() && !(b.literal && b.text.empty())) clear(a, 0, into);
  if (a.clean() && !b.clean()) clear(b, 0, into);
}

void Frame::guard_call(const Expr& expr, bool holds, std::vector<Cleared>& into, int depth) {
  const Expr& callee = reader_.program.at(expr.operands[0]);
  const std::string& method = callee.text;
  const auto argument = [&](std::size_t i) {
    return i + 1 < expr.operands.size() ? expr.operands[i + 1] : kNone;
  };
  const ExprId receiver = callee.op == Op::kMember ? callee.operands[0] : kNone;
  const Value on = receiver == kNone ? Value{} : value(receiver);
  const Value first = argument(0) == kNone ? Value{} : value(argument(0));
  if (method == "includes" || method == "has" || method == "contains" || method == "indexOf" ||
      method == "hasOwnProperty") {
    if (on.clean() && holds) clear(first, 0, into);
    if (!on.clean() && !holds)
      clear(on, first.literal && has(first.text, "..") ? kPathChecked : kChecked, into);
    return;
  }
  if (method == "Contains" || method == "HasPrefix" || method == "ContainsAny") {  // strings, slices
    const Value second = argument(1) == kNone ? Value{} : value(argument(1));
    if (first.clean() && holds) clear(second, 0, into);
    if (!first.clean() && second.clean()) {
      if (holds && method == "HasPrefix" && !has(second.text, "http")) clear(first, 0, into);
      if (!holds) clear(first, has(second.text, "..") ? kPathChecked : kChecked, into);
    }
    return;
  }
  if (method == "startsWith" || method == "startswith" || method == "endsWith" || method == "endswith") {
    if (on.clean() || !first.clean()) return;
    if (first.literal && first.text == "..") {
      if (!holds) clear(on, 0, into);
      return;
    }
    // A scheme or a single sign confines nothing.
    const bool weak =
        first.literal && (first.text.size() < 3 || first.text == "http" || first.text.ends_with("://"));
    if (holds && !weak && method.starts_with("starts")) clear(on, 0, into);
    return;
  }
  if (method == "is_relative_to" || method == "relative_to" || method == "commonpath" ||
      method == "IsLocal") {
    if (holds) {
      clear(on, 0, into);
      clear(first, 0, into);
    }
    return;
  }
  if (method == "test" || method == "match" || method == "fullmatch" || method == "MatchString" ||
      method == "search") {
    // REGEX.test(v), v.match(REGEX), re.match(pattern, v)
    const Value second = argument(1) == kNone ? Value{} : value(argument(1));
    const bool receiver_text = !on.clean();
    const Value& subject = receiver_text ? on : !second.clean() ? second : first;
    ExprId pattern = receiver_text || !second.clean() ? argument(0) : receiver;
    pattern = reader_.names.meaning(pattern);
    std::string spelled;
    if (pattern != kNone) {
      const Expr& regex = reader_.program.at(pattern);
      spelled = regex.text;
      if (regex.op == Op::kCall && regex.operands.size() > 1) {  // re.compile(…), regexp.MustCompile(…)
        spelled = reader_.names.text(regex.operands[1]).value_or("");
      }
    }
    if (holds && whole_pattern(spelled, method == "fullmatch")) {
      clear(subject, 0, into);
    } else {
      clear(subject, kChecked, into);
    }
    return;
  }
  if (method == "isInteger" || method == "isdigit" || method == "isalnum" || method == "isidentifier" ||
      method == "isnumeric" || method == "isFinite" || method == "isSafeInteger") {
    if (holds) {
      clear(on, 0, into);
      if (method != "isalnum" || receiver == kNone) clear(first, 0, into);
    }
    return;
  }
  if (method == "isNaN") {
    if (!holds) clear(first, 0, into);
    return;
  }
  if (method == "isinstance" && argument(1) != kNone) {
    const std::string& type = reader_.program.at(argument(1)).text;
    if (holds && (type == "int" || type == "float" || type == "bool")) clear(first, 0, into);
    return;
  }
  if (method == "some" || method == "any" || method == "every") {  // roots.some(r => p.startsWith(r))
    const ExprId inner = argument(0);
    if (inner == kNone) return;
    const Expr& test = reader_.program.at(inner);
    if (test.op == Op::kFunction) {
      const Block& body = reader_.program.blocks[reader_.program.functions[test.number].body];
      for (const Statement& statement : body.statements) {
        if (statement.act == Act::kReturn) guard(statement.value, holds, into, depth + 4);
      }
    } else if (test.op == Op::kAnd && !test.operands.empty()) {  // any(p.startswith(r) for r in roots)
      const Expr& list = reader_.program.at(test.operands.back());
      if (!list.operands.empty()) guard(list.operands[0], holds, into, depth + 4);
    }
    return;
  }
  if (says_check(method)) {
    clear(on, check_mark(method), into);
    for (std::size_t i = 0; argument(i) != kNone; ++i) clear(value(argument(i)), check_mark(method), into);
  }
}

}  // namespace mcpjury::flow
