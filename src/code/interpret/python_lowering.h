// The lowering of Python; private to this folder.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "code/interpret/program.h"

namespace mcpjury::interpret {

class PythonLowering final : public Lowering {
 public:
  PythonLowering(const ParsedFile& file, Program& program) : file_(file), program_(program) {}

  const Node* module() override;

  void body(FunctionCode& code) override;

 private:
  using Kids = std::vector<const Node*>;

  Node* make(Op op, TSNode at, std::string text = {}) {
    return program_.make(op, ParsedFile::line_of(at), std::move(text));
  }
  std::string text(TSNode node) const { return std::string(file_.text_of(node)); }
  static TSNode field(TSNode node, std::string_view name) { return ParsedFile::field(node, name); }

  // python_lowering.cpp
  const Node* block(TSNode node);
  const Node* let(std::string name, const Node* value, TSNode at);
  void statement(TSNode node, Kids& out);
  const Node* if_statement(TSNode node, std::uint32_t from);
  void import_names(TSNode node, Kids& out);
  void decorated(TSNode node, Kids& out);
  const Node* definition(TSNode node);
  std::string doc_of(TSNode body);
  const Node* function(TSNode node);
  void parameters(TSNode list, FunctionCode& code);
  const Node* klass(TSNode node);
  void member(TSNode node, ClassCode& code);
  const Node* pattern(TSNode node);

  // python_expressions.cpp
  const Node* expression(TSNode node);
  const Node* expression_of(TSNode node, std::string_view type);
  const Node* string(TSNode node);
  const Node* call(TSNode node);
  const Node* comprehension(TSNode node);
  const Node* dictionary(TSNode node);

  const ParsedFile& file_;
  Program& program_;
  int depth_ = 0;
};

}  // namespace mcpjury::interpret
