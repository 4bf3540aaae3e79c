// Reads one function after the other and notes what each parameter reaches.
//
// FileReader holds what the functions of a file share; Frame is one function being read, with the functions
// written inside it read in place because they see its names. Work is counted over the file (kMaxWork): past
// it, reading stops and the summary says so. One thread.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "code/flows/names.h"
#include "code/flows/value.h"
#include "code/parsed_file.h"
#include "code/summary.h"

namespace mcpjury::flow {

inline constexpr std::size_t kMaxWork = 3'000'000;
inline constexpr std::size_t kMaxSteps = 200;  // of one function
inline constexpr int kMaxValueDepth = 300;

// A parameter, or member of one, that a condition or check has dealt with from here on.
struct Cleared {
  std::uint32_t parameter = 0;
  std::string member;
  std::uint16_t marks = 0;  // 0: it is harmless now; else the marks it gets
};

struct LabelledStep {
  std::string tool;  // of the case or if it stands in
  FunctionFlow::Step step;
};

struct FunctionResult {
  enum { kUnread, kReading, kRead } state = kUnread;
  std::vector<LabelledStep> steps;
  Value returned;
  std::vector<Cleared> clears;
};

class FileReader {
 public:
  FileReader(const ParsedFile& parsed, const Program& lowered)
      : file(parsed), program(lowered), names(lowered) {
    results.resize(program.functions.size());
    for (std::uint32_t i = 0; i < program.functions.size(); ++i) {
      const std::string& name = program.functions[i].name;
      if (const std::size_t dot = name.rfind('.'); dot != std::string::npos) {
        const auto [found, fresh] = methods.emplace(name.substr(dot + 1), i);
        if (!fresh) found->second = kNone;
      }
    }
  }

  const FunctionResult& read(std::uint32_t function);
  bool python() const { return file.language() == CodeLanguage::kPython; }
  bool go() const { return file.language() == CodeLanguage::kGo; }

  const ParsedFile& file;
  const Program& program;
  Names names;
  std::vector<FunctionResult> results;
  std::unordered_map<std::string, std::uint32_t> methods;  // by bare name; kNone when there are several
  std::size_t work = 0;
  int nesting = 0;
};

// A call as the tables see it.
struct CallSite {
  ExprId id = kNone;
  const Expr* expr = nullptr;
  Resolved callee;         // module and member
  std::string method;      // last part of the callee
  bool on_object = false;  // receiver.method()
  ExprId receiver_id = kNone;
  Value receiver;
  std::vector<Value> arguments;  // positional
  std::vector<ExprId> argument_ids;
  std::vector<std::pair<std::string, Value>> keywords;

  const Value* argument(std::size_t i) const { return i < arguments.size() ? &arguments[i] : nullptr; }
  const Value* keyword(std::string_view name) const {
    for (const auto& [key, value] : keywords) {
      if (key == name) return &value;
    }
    return nullptr;
  }
};

class Frame {
 public:
  Frame(FileReader& reader, std::uint32_t function, FunctionResult& result)
      : reader_(reader), function_(function), result_(result) {}
  void run();

 private:
  using Environment = std::unordered_map<std::string, std::pair<Value, int>>;  // with the depth it was set at

  // reader.cpp: statements and expressions
  void block(BlockId id);
  void statement(const Statement& statement);
  void if_of(const Statement& statement);
  void switch_of(const Statement& statement);
  bool leaves(BlockId id, int depth = 0) const;
  Value value(ExprId id);
  Value name(const Expr& expr);
  Value member(const Value& object, const std::string& name, const Expr& expr);
  Value object(const Expr& expr);
  Value list(const Expr& expr);
  void bind(ExprId target, const Value& value, bool each = false);
  void assign(const std::string& name, Value value, const Expr& at);
  Value inline_function(std::uint32_t function, const std::vector<Value>& arguments);
  void with_tool(ExprId subject, const std::vector<ExprId>& labels, std::string& before);
  bool spent() { return ++reader_.work > kMaxWork; }

  // calls.cpp
  Value call(ExprId id, const Expr& expr);
  Value known_result(CallSite& site, bool& known);
  Value text_method(CallSite& site, bool& known);
  Value go_argument(CallSite& site, bool& known);
  bool mutates(CallSite& site);
  Value local_call(CallSite& site, std::uint32_t function);
  void call_steps(const CallSite& site);
  Value callbacks(CallSite& site);

  // guards.cpp
  void guard(ExprId condition, bool holds, std::vector<Cleared>& into, int depth = 0);
  void guard_call(const Expr& expr, bool holds, std::vector<Cleared>& into, int depth);
  void guard_compare(const Expr& expr, bool holds, std::vector<Cleared>& into, int depth);
  void clear(const Value& value, std::uint16_t marks, std::vector<Cleared>& into) const;
  void check_by_name(const CallSite& site);
  bool dealt_with(Taint& taint) const;

  // sinks.cpp
  void sinks(CallSite& site);
  void emit_sink(const CallSite& site, std::string_view fact, const Value& value, std::string_view cwe,
                 std::string_view severity, std::string_view confidence);
  void emit(FunctionFlow::Step step, const Taint& taint, ExprId at);

  FileReader& reader_;
  std::uint32_t function_;
  FunctionResult& result_;
  Environment names_;
  std::vector<Cleared> cleared_;
  std::string tool_;
  std::vector<Value> returns_;
  int branch_ = 0;
  int inline_depth_ = 0;
  int depth_ = 0;
};

bool says_check(std::string_view name);  // validatePath, is_safe_url, sanitize …
std::uint16_t check_mark(std::string_view name);

}  // namespace mcpjury::flow
