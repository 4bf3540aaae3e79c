// One source file as a syntax tree, and small helpers to walk it.
//
// Owns its text and tree; lives in one thread, normally that of the parsing child. Trees come from hostile
// files: they may be as deep as the file is long ("a+a+a+…" nests without a bracket), so nothing here or in
// the readers recurses over a tree without a depth limit; walk() is iterative.
#pragma once

#include <tree_sitter/api.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace mcpjury {

enum class CodeLanguage { kJavaScript, kTypeScript, kTsx, kPython, kGo, kRust, kJava, kCSharp, kKotlin };

// By the file's ending: .js .mjs .cjs .jsx, .ts .mts .cts, .tsx, .py, .go, .rs, .java, .cs, .kt .kts.
// Declaration files (.d.ts) and minified bundles by name (.min.js) are none.
std::optional<CodeLanguage> code_language(std::string_view path);
std::string_view language_name(CodeLanguage language);  // "TypeScript", as the source facet writes it
bool is_script(CodeLanguage language);                  // JavaScript, TypeScript, TSX

inline constexpr std::size_t kMaxCodeBytes = 512 * 1024;
inline constexpr int kMaxBracketDepth = 1000;
inline constexpr int kMaxExpressionDepth = 64;  // for readers that descend into literals

class ParsedFile {
 public:
  // kLimit: larger than `max_bytes`, or brackets deeper than kMaxBracketDepth. A file with syntax errors
  // is still parsed: has_errors() says so.
  static Result<ParsedFile> parse(std::string path, CodeLanguage language, std::string text,
                                  std::size_t max_bytes = kMaxCodeBytes);

  const std::string& path() const { return path_; }
  CodeLanguage language() const { return language_; }
  std::string_view text() const { return *text_; }
  TSNode root() const { return ts_tree_root_node(tree_.get()); }
  bool has_errors() const { return ts_node_has_error(root()); }

  std::string_view text_of(TSNode node) const;  // empty for a null node
  static std::uint32_t line_of(TSNode node);    // from 1
  static std::string_view type_of(TSNode node);
  static TSNode field(TSNode node, std::string_view name);  // null node when absent

 private:
  struct TreeDeleter {
    void operator()(TSTree* tree) const { ts_tree_delete(tree); }
  };
  std::string path_;
  CodeLanguage language_ = CodeLanguage::kJavaScript;
  std::unique_ptr<std::string> text_;  // stays where it is when the file is moved
  std::unique_ptr<TSTree, TreeDeleter> tree_;
};

// Named nodes below and including `node` in document order. `visit` returns false to leave out what is below.
// Iterative; at most `limit` nodes, false when it was reached.
bool walk(TSNode node, const std::function<bool(TSNode)>& visit, std::size_t limit = 4'000'000);

}  // namespace mcpjury
