// The lowering of TypeScript and JavaScript; private to this folder.
#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "code/interpret/program.h"

namespace mcpjury::interpret {

class ScriptLowering final : public Lowering {
 public:
  ScriptLowering(const ParsedFile& file, Program& program) : file_(file), program_(program) {}

  const Node* module() override;
  void body(FunctionCode& function) override;

 private:
  using Kids = std::vector<const Node*>;

  // script_statements.cpp
  void statements(TSNode block, Kids& out);
  void statement(TSNode node, Kids& out);
  void declaration(TSNode node, Kids& out);
  void import_statement(TSNode node, Kids& out);
  void export_statement(TSNode node, Kids& out);
  void export_clause(TSNode clause, TSNode source, Kids& out);
  void enumeration(TSNode node, Kids& out);
  void name_space(TSNode node, Kids& out);
  const Node* for_each(TSNode node);
  const Node* if_statement(TSNode node);
  const Node* switch_statement(TSNode node);
  const Node* block_of(TSNode node);
  void export_pattern(const Node* pattern, Kids& out);

  // script_expressions.cpp
  const Node* expression(TSNode node);
  const Node* expression_of(TSNode node, std::string_view type);
  const Node* binary(TSNode node);
  const Node* call(TSNode node, Op op, std::string_view callee);
  const Node* object(TSNode node);
  const Node* template_string(TSNode node);
  const Node* jsx_free(TSNode node);
  const Node* assignment(TSNode node, std::string_view op);
  std::string string_value(TSNode node);

  // script_definitions.cpp
  const Node* pattern(TSNode node);
  const Node* object_pattern(TSNode node);
  const Node* function(TSNode node);
  void parameters(TSNode list, FunctionCode& code);
  const Node* klass(TSNode node);
  void member(TSNode node, ClassCode& code, Kids& decorators);
  std::string key_name(TSNode key);

  Node* make(Op op, TSNode at, std::string text = {}) {
    return program_.make(op, ParsedFile::line_of(at), std::move(text));
  }
  const Node* let(const Node* target, const Node* value, TSNode at);
  const Node* require(TSNode source);
  const Node* unknown(TSNode at) { return make(Op::kUnknown, at); }
  std::string text(TSNode node) const { return std::string(file_.text_of(node)); }

  const ParsedFile& file_;
  Program& program_;
  int depth_ = 0;
};

// Counts how deep the lowering stands; trees of strangers may be as deep as they are long.
class DepthGuard {
 public:
  explicit DepthGuard(int& depth) : depth_(depth) { ++depth_; }
  ~DepthGuard() { --depth_; }
  DepthGuard(const DepthGuard&) = delete;
  DepthGuard& operator=(const DepthGuard&) = delete;
  bool too_deep() const { return depth_ > kMaxDepth; }
  static constexpr int kMaxDepth = 400;

 private:
  int& depth_;
};

// Escapes of JavaScript and Python string literals; what is no escape stays as it is.
std::string unescape(std::string_view text);
bool names_registration(std::string_view text);

}  // namespace mcpjury::interpret
