// From a syntax tree to the flow form. Depth is limited: what stands deeper than kMaxLowerDepth is opaque,
// so that a hostile tree costs neither stack nor time.
#pragma once

#include "code/flows/ir.h"
#include "code/parsed_file.h"

namespace mcpjury::flow {

inline constexpr int kMaxLowerDepth = 120;
inline constexpr std::size_t kMaxExprs = 400'000;

Program lower_script(const ParsedFile& file);
Program lower_python(const ParsedFile& file);
Program lower_go(const ParsedFile& file);

// What the three share: making expressions and counting depth.
class Lowering {
 public:
  explicit Lowering(const ParsedFile& file) : file_(file) {
    program.functions.emplace_back();
    program.functions[0].name = "";
  }

  Program program;

 protected:
  class Deeper {
   public:
    explicit Deeper(int& depth) : depth_(depth) { ++depth_; }
    ~Deeper() { --depth_; }
    Deeper(const Deeper&) = delete;
    Deeper& operator=(const Deeper&) = delete;

   private:
    int& depth_;
  };

  bool too_deep() {
    if (depth_ < kMaxLowerDepth && program.exprs.size() < kMaxExprs) return false;
    program.cut = true;
    return true;
  }

  ExprId make(Op op, TSNode node, std::vector<ExprId> operands = {}, std::string text = {}) {
    Expr expr;
    expr.op = op;
    expr.line = ParsedFile::line_of(node);
    expr.column = ts_node_start_point(node).column + 1;
    expr.begin = ts_node_start_byte(node);
    expr.end = ts_node_end_byte(node);
    expr.operands = std::move(operands);
    expr.text = std::move(text);
    program.exprs.push_back(std::move(expr));
    return static_cast<ExprId>(program.exprs.size() - 1);
  }

  std::string text(TSNode node) const { return std::string(file_.text_of(node)); }
  static std::string_view type(TSNode node) { return ParsedFile::type_of(node); }
  static TSNode field(TSNode node, std::string_view name) { return ParsedFile::field(node, name); }
  static bool none(TSNode node) { return ts_node_is_null(node); }

  // Named children without comments.
  static std::vector<TSNode> children(TSNode node) {
    std::vector<TSNode> found;
    if (none(node)) return found;
    TSTreeCursor cursor = ts_tree_cursor_new(node);
    if (ts_tree_cursor_goto_first_child(&cursor)) {
      do {
        const TSNode child = ts_tree_cursor_current_node(&cursor);
        if (ts_node_is_named(child) && type(child) != "comment") found.push_back(child);
      } while (ts_tree_cursor_goto_next_sibling(&cursor));
    }
    ts_tree_cursor_delete(&cursor);
    return found;
  }

  BlockId new_block() {
    program.blocks.emplace_back();
    return static_cast<BlockId>(program.blocks.size() - 1);
  }

  const ParsedFile& file_;
  int depth_ = 0;
};

// A string literal's text without quotes and with the usual escapes undone, as far as matters here.
std::string unquoted(std::string_view literal);

}  // namespace mcpjury::flow
