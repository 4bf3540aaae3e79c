// Looks at every call for what a stranger's text must not reach, and notes it as a step.
#include <algorithm>

#include "code/flows/reader.h"
#include "code/flows/sink_table.h"

namespace mcpjury::flow {

namespace {

constexpr std::size_t kMaxSnippet = 160;

bool is_shell(std::string_view program) {
  program = program.substr(program.rfind('/') + 1);
  for (const std::string_view one :
       {"sh", "bash", "zsh", "dash", "cmd", "cmd.exe", "powershell", "powershell.exe", "pwsh"}) {
    if (program == one) return true;
  }
  return false;
}

bool is_shell_flag(std::string_view flag) {
  return flag == "-c" || flag == "-lc" || flag == "/c" || flag == "/C" || flag == "-Command" || flag == "-ic";
}

bool says_true(const Value* value) {
  return value != nullptr && value->literal &&
         (value->text == "true" || value->text == "True" || value->text.starts_with('/'));
}

std::string snippet_of(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const bool space = static_cast<unsigned char>(c) <= ' ';
    if (space && (out.empty() || out.back() == ' ')) continue;
    out += space ? ' ' : c;
    if (out.size() >= kMaxSnippet) {
      while (!out.empty() && (static_cast<unsigned char>(out.back()) & 0xC0) == 0x80) out.pop_back();
      if (!out.empty() && static_cast<unsigned char>(out.back()) >= 0x80) out.pop_back();
      out += "…";
      break;
    }
  }
  return out;
}

// A database's own methods, as far as a name tells.
bool sql_method(std::string_view method) {
  for (const std::string_view one : {"query",
                                     "execute",
                                     "exec",
                                     "raw",
                                     "prepare",
                                     "all",
                                     "run",
                                     "get",
                                     "each",
                                     "unsafe",
                                     "executemany",
                                     "executescript",
                                     "fetch",
                                     "fetchrow",
                                     "fetchval",
                                     "fetch_all",
                                     "Query",
                                     "QueryRow",
                                     "Exec",
                                     "QueryContext",
                                     "ExecContext",
                                     "QueryRowContext",
                                     "Prepare",
                                     "$queryRawUnsafe",
                                     "$executeRawUnsafe",
                                     "read_sql",
                                     "read_sql_query",
                                     "text",
                                     "sql",
                                     "execute_query",
                                     "runQuery",
                                     "executeQuery"}) {
    if (method == one) return true;
  }
  return false;
}

// Enough to call a bare parameter a statement.
bool statement_method(const CallSite& site) {
  return site.on_object &&
         (site.method == "query" || site.method == "execute" || site.method == "prepare" ||
          site.method == "executescript" || site.method == "$queryRawUnsafe" || site.method == "Query" ||
          site.method == "Exec" || site.method == "QueryContext" || site.method == "ExecContext" ||
          site.method == "unsafe");
}

}  // namespace

void Frame::emit(FunctionFlow::Step step, const Taint& given, ExprId at) {
  Taint taint = given;
  if (dealt_with(taint) || result_.steps.size() >= kMaxSteps) return;
  const Expr& expr = reader_.program.at(at);
  step.parameter = taint.parameter;
  step.member = taint.member;
  step.shape = shape_text(taint.shape, taint.marks);
  step.line = expr.line;
  for (const LabelledStep& old : result_.steps) {
    if (old.step.line == step.line && old.step.parameter == step.parameter &&
        old.step.member == step.member && old.step.target == step.target &&
        old.step.argument == step.argument && old.step.argument_member == step.argument_member &&
        old.step.shape == step.shape && old.tool == tool_) {
      return;
    }
  }
  if (step.kind == "sink") {
    step.snippet =
        snippet_of(reader_.file.text().substr(expr.begin, std::min<std::size_t>(expr.end - expr.begin, 600)));
  }
  for (const Trail* trail = taint.trail.get(); trail != nullptr; trail = trail->before.get()) {
    step.through.insert(step.through.begin(),
                        std::to_string(trail->line) + " " + trail->symbol.substr(0, 80));
  }
  result_.steps.push_back({tool_, std::move(step)});
}

void Frame::emit_sink(const CallSite& site, std::string_view fact, const Value& value, std::string_view cwe,
                      std::string_view severity, std::string_view confidence) {
  FunctionFlow::Step step;
  step.kind = "sink";
  step.target = fact;
  step.cwe = cwe;
  step.severity = severity;
  step.confidence = confidence;
  const Expr& callee = reader_.program.at(site.expr->operands[0]);
  step.symbol = snippet_of(
      reader_.file.text().substr(callee.begin, std::min<std::size_t>(callee.end - callee.begin, 80)));
  for (const Taint& taint : all_taints(value)) emit(step, taint, site.id);
}

void Frame::sinks(CallSite& site) {
  std::string member = site.callee.member;
  if (site.expr->op == Op::kNew) member += "()";
  if (member == "Function" && site.callee.module.empty()) member = "Function()";
  const CodeLanguage language = reader_.file.language();
  if (site.callee.module.empty() && names_.contains(member)) return;  // a parameter or local called "eval"
  const SinkRow* row = sink_of(language, site.callee.module, member);
  if (row != nullptr && site.callee.module.empty() && reader_.names.function(member) != kNone) row = nullptr;
  const bool tagged = site.expr->text == "`" && !reader_.go();
  if (row == nullptr || tagged) {
    if (!tagged && sql_method(site.method) && !site.arguments.empty()) {
      Value text;
      Value whole;
      for (const Taint& taint : all_taints(site.arguments[0])) {
        add_taint((taint.marks & kSqlText) != 0 ? text.taints : whole.taints, taint);
      }
      emit_sink(site, "sql-from-parameter", text, "CWE-89", "high", "high");
      // Context comes first in Go.
      if (reader_.go() && site.arguments.size() > 1) {
        Value second;
        for (const Taint& taint : all_taints(site.arguments[1])) {
          if ((taint.marks & kSqlText) != 0) add_taint(second.taints, taint);
        }
        emit_sink(site, "sql-from-parameter", second, "CWE-89", "high", "high");
      }
      const Value* first = &site.arguments[0];
      if (reader_.go() && site.method.ends_with("Context") && site.arguments.size() > 1)
        first = &site.arguments[1];
      if (statement_method(site) && site.callee.module != "child_process") {
        Value bare;
        for (const Taint& taint : first->taints) {
          if (taint.shape == Shape::kWhole && (taint.marks & kSqlText) == 0) add_taint(bare.taints, taint);
        }
        emit_sink(site, "sql-statement-from-parameter", bare, "CWE-89", "low", "low");
      }
    }
    // pathlib: Path(p).read_text()
    if (reader_.python() && site.on_object && !site.receiver.taints.empty()) {
      const std::string& method = site.method;
      if (method == "read_text" || method == "read_bytes" || method == "iterdir" || method == "open") {
        emit_sink(site, "path-from-parameter", site.receiver, "CWE-22", "medium", "medium");
      } else if (method == "write_text" || method == "write_bytes" || method == "unlink" ||
                 method == "rmdir") {
        emit_sink(site, "path-from-parameter", site.receiver, "CWE-22", "high", "medium");
      }
    }
    if (reader_.python() && site.method == "from_string" && !site.arguments.empty() &&
        site.receiver_id != kNone &&
        (reader_.program.at(site.receiver_id).text.ends_with("env") ||
         reader_.program.at(site.receiver_id).text.ends_with("environment"))) {
      emit_sink(site, "template-from-parameter", site.arguments[0], "CWE-1336", "high", "high");
    }
    return;
  }
  const Value* first = site.argument(row->argument);
  if (first == nullptr && row->argument == 0) {
    for (const std::string_view name : {"url", "args", "cmd", "file", "path"}) {
      if (first == nullptr) first = site.keyword(name);
    }
  }
  if (first == nullptr) return;
  switch (row->kind) {
    case SinkKind::kShell:
      emit_sink(site, "shell-from-parameter", *first, "CWE-78", "critical", "high");
      return;
    case SinkKind::kEval: {
      // new Function("a", "b", body): the last one is code
      const Value& code =
          site.expr->op == Op::kNew || member == "Function()" ? site.arguments.back() : *first;
      if (member == "compile" && site.arguments.size() < 2) return;
      emit_sink(site, "eval-from-parameter", code, "CWE-95", "critical", "high");
      return;
    }
    case SinkKind::kRead:
    case SinkKind::kWrite: {
      bool write = row->kind == SinkKind::kWrite;
      if (reader_.python() && member.ends_with("open")) {
        const Value* mode = site.argument(1) != nullptr ? site.argument(1) : site.keyword("mode");
        write = mode != nullptr && mode->literal && mode->text.find_first_of("wax+") != std::string::npos;
      }
      const std::string_view severity = write ? "high" : "medium";
      emit_sink(site, "path-from-parameter", *first, "CWE-22", severity, "medium");
      if (const Value* other = site.argument(row->second)) {
        emit_sink(site, "path-from-parameter", *other, "CWE-22", severity, "medium");
      }
      return;
    }
    case SinkKind::kFetch: {
      Value url;
      url.taints = first->taints;
      for (const std::string_view part : {"url", "hostname", "host", "uri"}) {
        if (const Value* given = first->member(part)) url = joined(std::move(url), *given);
      }
      // A client bound to one address takes paths.
      if (site.callee.member.find("()") != std::string::npos && site.on_object) {
        const ExprId made = reader_.names.meaning(site.receiver_id);
        if (made != kNone && reader_.program.at(made).op == Op::kCall) {
          for (const std::string& name : reader_.program.at(made).names) {
            if (name == "base_url") return;
          }
        }
      }
      std::erase_if(url.taints, [](const Taint& taint) { return taint.shape == Shape::kPart; });
      emit_sink(site, "fetch-from-parameter", url, "CWE-918", "medium", "medium");
      return;
    }
    case SinkKind::kDeserialise: {
      if (site.callee.module == "yaml" && member == "load") {
        const std::string call(
            reader_.file.text().substr(site.expr->begin, std::min(site.expr->end - site.expr->begin, 400U)));
        if (call.find("SafeLoader") != std::string::npos || call.find("BaseLoader") != std::string::npos)
          return;
      }
      emit_sink(site, "deserialise-from-parameter", *first, "CWE-502", "high", "high");
      return;
    }
    case SinkKind::kTemplate:
      emit_sink(site, "template-from-parameter", *first, "CWE-1336", "high", "high");
      return;
    case SinkKind::kProgram:
      break;
  }
  // Program and arguments.
  std::vector<Value> words;
  const auto spread = [&](const Value& value) {
    if (!value.list) {
      words.push_back(value);
      return;
    }
    if (value.fields) {
      for (const auto& [key, inner] : *value.fields) words.push_back(inner);
    }
    if (!value.taints.empty()) {
      Value rest;
      rest.taints = value.taints;
      words.push_back(std::move(rest));
    }
  };
  bool shell = says_true(site.keyword("shell"));
  for (std::size_t i = row->argument; i < site.arguments.size(); ++i) {
    if (const Value* option = site.arguments[i].member("shell");
        option != nullptr && !site.arguments[i].list) {
      shell = shell || says_true(option);
      continue;
    }
    if (site.arguments[i].fields && !site.arguments[i].list && i > row->argument) continue;  // options
    spread(site.arguments[i]);
  }
  if (site.arguments.empty()) spread(*first);
  if (words.empty()) return;
  if (shell) {
    Value line;
    for (std::size_t i = 0; i < words.size(); ++i) {
      for (Taint taint : all_taints(words[i])) {
        if (i > 0) taint.shape = Shape::kPart;
        add_taint(line.taints, taint);
      }
    }
    emit_sink(site, "shell-from-parameter", line, "CWE-78", "critical", "high");
    return;
  }
  if (words[0].literal && is_shell(words[0].text)) {
    for (std::size_t i = 1; i + 1 < words.size(); ++i) {
      if (words[i].literal && is_shell_flag(words[i].text)) {
        emit_sink(site, "shell-from-parameter", words[i + 1], "CWE-78", "critical", "high");
        return;
      }
    }
    return;
  }
  Value program = words[0];
  std::erase_if(program.taints, [](const Taint& taint) { return taint.shape != Shape::kWhole; });
  program.fields.reset();
  emit_sink(site, "command-from-parameter", program, "CWE-78", "high", "high");
}

}  // namespace mcpjury::flow
