#include "code/interpret/program.h"

#include <utility>

namespace mcpjury::interpret {

Node* Program::make(Op op, std::uint32_t line, std::string text) {
  // When the budget is spent the last node is handed out again and again, emptied: nothing grows any more.
  if (!full()) nodes_.emplace_back();
  Node& node = nodes_.back();
  if (full()) {
    node = Node{};
    return &node;
  }
  node.op = op;
  node.line = line;
  node.text = std::move(text);
  return &node;
}

FunctionCode* Program::function() { return &functions_.emplace_back(); }

ClassCode* Program::klass() { return &classes_.emplace_back(); }

}  // namespace mcpjury::interpret
