// What calls give back that are known by name: methods of strings and lists, paths, formatting, Go's
// requests.
#include <algorithm>
#include <array>

#include "base/one_of.h"
#include "code/flows/reader.h"

namespace mcpjury::flow {
namespace {

// Calls whose result is their (first) argument again, for our purposes.
constexpr auto kSame = std::to_array<std::string_view>({"String",
                                                        "str",
                                                        "Path",
                                                        "PurePath",
                                                        "abspath",
                                                        "expanduser",
                                                        "expandvars",
                                                        "normpath",
                                                        "realpath",
                                                        "normalize",
                                                        "fileURLToPath",
                                                        "untildify",
                                                        "decodeURIComponent",
                                                        "decodeURI",
                                                        "unquote",
                                                        "Clean",
                                                        "Abs",
                                                        "TrimSpace",
                                                        "ToLower",
                                                        "ToUpper",
                                                        "TrimPrefix",
                                                        "TrimSuffix",
                                                        "Trim",
                                                        "string",
                                                        "[]byte",
                                                        "URL",
                                                        "urlparse",
                                                        "urlsplit",
                                                        "Parse",
                                                        "parse",
                                                        "loads",
                                                        "safe_load",
                                                        "list",
                                                        "tuple",
                                                        "dict",
                                                        "set",
                                                        "Set",
                                                        "Array.from",
                                                        "fspath",
                                                        "dedent",
                                                        "format",
                                                        "splitlines",
                                                        "split",
                                                        "EvalSymlinks",
                                                        "FromSlash",
                                                        "ToSlash",
                                                        "cast",
                                                        "values",
                                                        "structuredClone",
                                                        "freeze",
                                                        "bytes",
                                                        "bytearray",
                                                        "homedirExpand",
                                                        "expandHome",
                                                        "expandTilde",
                                                        "realpathSync",
                                                        "StringIO",
                                                        "BytesIO",
                                                        "Buffer.from",
                                                        "resolve",
                                                        "stringify",
                                                        "dumps",
                                                        "assign",
                                                        "sorted",
                                                        "reversed",
                                                        "Fields",
                                                        "Split",
                                                        "safeParse",
                                                        "parseAsync",
                                                        "safeParseAsync",
                                                        "model_validate",
                                                        "toNamespacedPath",
                                                        "TypeAdapter",
                                                        "b64decode",
                                                        "atob"});

// Methods of a string, list or path that give it back, or a piece of it.
constexpr auto kKeeping = std::to_array<std::string_view>(
    {"trim",        "trimStart",    "trimEnd",         "toString",     "valueOf",    "normalize",
     "strip",       "lstrip",       "rstrip",          "encode",       "decode",     "toLowerCase",
     "toUpperCase", "lower",        "upper",           "title",        "expanduser", "resolve",
     "absolute",    "as_posix",     "slice",           "substring",    "substr",     "split",
     "rsplit",      "splitlines",   "filter",          "flat",         "reverse",    "sort",
     "concat",      "at",           "shift",           "toSorted",     "values",     "copy",
     "model_dump",  "dict",         "removeprefix",    "removesuffix", "href",       "String",
     "Hostname",    "GetArguments", "GetRawArguments", "items",        "casefold",   "with_suffix",
     "geturl",      "toJSON",       "asString",        "unwrap",       "find",       "replace",
     "replaceAll"});

constexpr auto kQuoting = std::to_array<std::string_view>(
    {"quote",         "shellescape",   "shellEscape", "escapeShellArg", "shellQuote",
     "shell_quote",   "escapeShell",   "shq",         "quoteArg",       "escape_shell_arg",
     "quoteShellArg", "QuoteString",   "shellquote",  "escapeArg",      "escapeshellarg",
     "bashEscape",    "quoteForShell", "shEscape",    "escapeForShell", "sanitizeForShell",
     "list2cmdline"});

bool pattern_has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// A replacement that leaves only the characters it lists: /[^a-z0-9]/g
bool leaves_listed(std::string_view pattern) {
  return pattern_has(pattern, "[^") || pattern_has(pattern, "\\W") || pattern_has(pattern, "\\D");
}

}  // namespace

// Go's ways to ask a request for one argument by name.
Value Frame::go_argument(CallSite& site, bool& known) {
  Value out;
  const auto named = [&](const Value& request, std::size_t key) {
    const auto text =
        key < site.argument_ids.size() ? reader_.names.text(site.argument_ids[key]) : std::nullopt;
    if (!text) return;
    known = true;
    const std::string& spelled = site.expr->text;  // type arguments
    for (const std::string_view number : {"Int", "Float", "Bool", "Number"}) {
      if (pattern_has(site.method, number)) return;
    }
    if (pattern_has(spelled, "int") || pattern_has(spelled, "float") || pattern_has(spelled, "bool")) return;
    out = member(request, *text, *site.expr);
  };
  if (site.on_object && !site.receiver.taints.empty() &&
      (site.method.starts_with("Get") || site.method.starts_with("Require")) && site.arguments.size() >= 1) {
    named(site.receiver, 0);
    return out;
  }
  if ((site.method == "Unmarshal" || site.method == "BindArguments" || site.method == "Decode") &&
      !site.argument_ids.empty()) {
    const Value source = site.method == "Unmarshal" ? site.arguments[0] : site.receiver;
    if (!source.taints.empty()) bind(site.argument_ids.back(), source);
    known = true;
    return out;
  }
  if (site.arguments.size() >= 2 && site.arguments[0].taints.size() == 1 &&
      site.arguments[0].taints[0].member.empty() && reader_.names.function(site.method) == kNone) {
    named(site.arguments[0], 1);
  }
  return out;
}

Value Frame::text_method(CallSite& site, bool& known) {
  known = true;
  const std::string& method = site.method;
  if (method == "get" || method == "pop" || method == "getlist" || method == "setdefault") {
    if (!site.argument_ids.empty()) {
      if (const auto key = reader_.names.text(site.argument_ids[0])) {
        Value out = member(site.receiver, *key, *site.expr);
        return site.arguments.size() > 1 ? joined(std::move(out), site.arguments[1]) : out;
      }
    }
    if (method == "pop" && site.receiver.list) return joined(Value{}, site.receiver);
  }
  if (method == "replace" || method == "replaceAll") {
    Value out = site.receiver;
    out.literal = false;
    if (!site.argument_ids.empty()) {
      const Expr& pattern = reader_.program.at(site.argument_ids[0]);
      if (pattern.op == Op::kRegex && leaves_listed(pattern.text)) return {};
      if (pattern_has(pattern.text, "'")) mark(out, kShellQuoted);
      if (pattern_has(pattern.text, "..") || pattern_has(pattern.text, "\\.\\.") ||
          pattern_has(pattern.text, ";") || pattern_has(pattern.text, "[")) {
        mark(out, kChecked);
      }
    }
    return out;
  }
  if (method == "join") {
    const bool python = reader_.python();
    const Value& from = python ? (site.arguments.empty() ? site.receiver : site.arguments[0]) : site.receiver;
    const Value& separator = python                   ? site.receiver
                             : site.arguments.empty() ? site.receiver
                                                      : site.arguments[0];
    std::vector<Value> parts;
    if (from.fields) {
      for (const auto& [key, inner] : *from.fields) {
        if (!parts.empty()) parts.push_back(literal(separator.literal ? separator.text : ","));
        parts.push_back(inner);
      }
    }
    if (!from.taints.empty()) {
      Value rest;
      rest.taints = from.taints;
      if (!parts.empty()) parts.push_back(literal(separator.literal ? separator.text : ","));
      parts.push_back(std::move(rest));
    }
    return concat(parts);
  }
  if (method == "format" && site.receiver.literal) {
    std::vector<Value> given = site.arguments;
    for (const auto& [name, value] : site.keywords) given.push_back(value);
    return format_text(site.receiver.text, given);
  }
  if (method == "joinpath") {
    std::vector<Value> parts{site.receiver};
    parts.insert(parts.end(), site.arguments.begin(), site.arguments.end());
    return path_join(parts);
  }
  if (method == "concat" && !site.receiver.list) {
    std::vector<Value> parts{site.receiver};
    parts.insert(parts.end(), site.arguments.begin(), site.arguments.end());
    return concat(parts);
  }
  if (method == "toString" && !site.arguments.empty() && site.arguments[0].literal &&
      (site.arguments[0].text == "base64" || site.arguments[0].text == "hex" ||
       site.arguments[0].text == "base64url")) {
    return {};
  }
  if (one_of(method, kKeeping)) {
    Value out = site.receiver;
    if (method == "items") out.entries = true;
    if (method == "find" && !out.list) return {};
    if (method == "concat") {
      for (const Value& argument : site.arguments) out = joined(std::move(out), argument);
    }
    out.literal = false;
    return out;
  }
  known = false;
  return {};
}

Value Frame::known_result(CallSite& site, bool& known) {
  if (reader_.go()) {
    Value out = go_argument(site, known);
    if (known) return out;
  }
  const std::string& method = site.method;
  const std::string& module = site.callee.module;
  const bool import = !module.empty() && !is_relative(module);
  // Libraries first: path.join is no list's join.
  if (method == "join" || method == "Join" ||
      (method == "resolve" && (module == "path" || module == "upath"))) {
    const bool paths =
        module == "path" || module == "upath" || module == "path/filepath" || module == "os" ||
        (module.empty() && (site.callee.member.starts_with("path.") || site.callee.member == "os.path.join"));
    if (paths) {
      known = true;
      return path_join(site.arguments);
    }
    if (module == "strings" && method == "Join") {
      CallSite list = site;
      list.method = "join";
      list.receiver = site.arguments.empty() ? Value{} : site.arguments[0];
      list.arguments.assign(site.arguments.begin() + (site.arguments.empty() ? 0 : 1), site.arguments.end());
      return text_method(list, known);
    }
  }
  if ((method == "relative" && module == "path") || (method == "Rel" && module == "path/filepath") ||
      method == "relpath") {
    known = true;
    const std::size_t which = method == "relpath" ? 0 : 1;
    return which < site.arguments.size() ? site.arguments[which] : Value{};
  }
  if (method == "commonpath" && !site.arguments.empty()) {
    known = true;
    Value out;
    out.taints = all_taints(site.arguments[0]);
    return out;
  }
  if (method == "basename" || method == "secure_filename" ||
      (method == "Base" && module == "path/filepath")) {
    known = true;
    Value out = site.arguments.empty() ? Value{} : site.arguments[0];
    mark(out, kBaseName);
    return out;
  }
  if (method == "encodeURIComponent" || method == "quote_plus" || method == "QueryEscape" ||
      method == "PathEscape" || (method == "quote" && pattern_has(module + site.callee.member, "urllib"))) {
    known = true;
    Value out = site.arguments.empty() ? Value{} : site.arguments[0];
    mark(out, kEncoded);
    return out;
  }
  if (one_of(method, kQuoting) || module == "shell-quote" || module == "shell-escape" || module == "shlex") {
    known = true;
    Value out;
    if (!site.arguments.empty()) out.taints = all_taints(site.arguments[0]);
    if (method != "split") mark(out, kShellQuoted);
    return out;
  }
  if ((method == "sub" && (module == "re")) && site.arguments.size() >= 3) {
    known = true;
    if (site.arguments[0].literal && leaves_listed(site.arguments[0].text)) return {};
    return site.arguments[2];
  }
  if ((method == "Sprintf" || (method == "format" && module == "util")) && !site.arguments.empty()) {
    known = true;
    if (!site.arguments[0].literal) return {};
    return format_text(site.arguments[0].text, {site.arguments.begin() + 1, site.arguments.end()});
  }
  if (method == "append" && reader_.go() && !site.arguments.empty()) {
    known = true;
    Value out = site.arguments[0];
    out.list = true;
    for (std::size_t i = 1; i < site.arguments.size(); ++i) {
      if (out.taints.empty() && (!out.fields || out.fields->size() + 1 == i || site.arguments[i].literal)) {
        out.set(std::to_string(out.fields ? out.fields->size() : 0), site.arguments[i]);
      } else {
        for (const Taint& taint : all_taints(site.arguments[i])) add_taint(out.taints, taint);
      }
    }
    return out;
  }
  if (method == "entries" && !site.arguments.empty()) {
    known = true;
    Value out = site.arguments[0];
    out.entries = true;
    return out;
  }
  if (site.on_object && !import &&
      (!site.receiver.taints.empty() || site.receiver.fields || site.receiver.literal)) {
    Value out = text_method(site, known);
    if (known) return out;
  }
  if (method == "safeParse" || method == "parse" || method == "parseAsync" || method == "safeParseAsync") {
    if (site.on_object && site.arguments.size() == 1) {
      known = true;
      Value out = site.arguments[0];
      if (method.starts_with("safe")) {
        Value wrapped;
        wrapped.set("data", std::move(out));
        return wrapped;
      }
      return out;
    }
  }
  if ((one_of(method, kSame) || one_of(site.callee.member, kSame)) && !site.arguments.empty()) {
    known = true;
    if (method == "dedent") return site.arguments[0];
    Value out = site.arguments[0];
    out.literal = false;
    if (method == "stringify" || method == "dumps") {
      Value text;
      for (Taint taint : all_taints(out)) {
        taint.marks |= kJsonQuoted;
        add_taint(text.taints, taint);
      }
      return text;
    }
    if (method == "URL" && site.arguments.size() > 1) {
      for (Taint& taint : out.taints) taint.shape = std::max(taint.shape, Shape::kStart);
    }
    if (method == "assign") {
      for (std::size_t i = 1; i < site.arguments.size(); ++i) out = joined(std::move(out), site.arguments[i]);
    }
    return out;
  }
  return {};
}

}  // namespace mcpjury::flow
