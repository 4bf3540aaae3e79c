#include "code/parsed_file.h"

#include <array>
#include <utility>
#include <vector>

extern "C" {
const TSLanguage* tree_sitter_javascript(void);
const TSLanguage* tree_sitter_typescript(void);
const TSLanguage* tree_sitter_tsx(void);
const TSLanguage* tree_sitter_python(void);
const TSLanguage* tree_sitter_go(void);
const TSLanguage* tree_sitter_rust(void);
const TSLanguage* tree_sitter_java(void);
const TSLanguage* tree_sitter_c_sharp(void);
const TSLanguage* tree_sitter_kotlin(void);
}

namespace mcpjury {
namespace {

const TSLanguage* grammar_of(CodeLanguage language) {
  switch (language) {
    case CodeLanguage::kJavaScript:
      return tree_sitter_javascript();
    case CodeLanguage::kTypeScript:
      return tree_sitter_typescript();
    case CodeLanguage::kTsx:
      return tree_sitter_tsx();
    case CodeLanguage::kPython:
      return tree_sitter_python();
    case CodeLanguage::kGo:
      return tree_sitter_go();
    case CodeLanguage::kRust:
      return tree_sitter_rust();
    case CodeLanguage::kJava:
      return tree_sitter_java();
    case CodeLanguage::kCSharp:
      return tree_sitter_c_sharp();
    case CodeLanguage::kKotlin:
      return tree_sitter_kotlin();
  }
  return nullptr;
}

// Counts brackets in strings and comments too: a deep file is refused before a parser sees it, and honest
// code does not come near the limit either way. A closing bracket without its opening one is not counted,
// so that a file cannot pay for depth in advance.
bool too_deep(std::string_view text) {
  int depth = 0;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') {
      if (++depth > kMaxBracketDepth) return true;
    } else if ((c == ')' || c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
  return false;
}

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

// One a thread: setting a parser up costs more than a small file does.
TSParser* parser_of_thread() {
  thread_local const std::unique_ptr<TSParser, ParserDeleter> kParser(ts_parser_new());
  return kParser.get();
}

// The library compares a name with every field of the grammar, for each node anew. Readers ask for the same
// few names, so each thread keeps the answers; a slot taken by another name is looked up again.
TSFieldId field_id(const TSLanguage* language, std::string_view name) {
  struct Slot {
    const TSLanguage* language = nullptr;
    std::string name;
    TSFieldId id = 0;
  };
  thread_local std::array<Slot, 512> slots;
  const std::size_t hash =
      std::hash<std::string_view>()(name) ^ (reinterpret_cast<std::uintptr_t>(language) >> 4);
  Slot& slot = slots[hash % slots.size()];
  if (slot.language != language || slot.name != name) {
    slot.language = language;
    slot.name = name;
    slot.id = ts_language_field_id_for_name(language, name.data(), static_cast<std::uint32_t>(name.size()));
  }
  return slot.id;
}

}  // namespace

std::optional<CodeLanguage> code_language(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  for (const std::string_view none : {".d.ts", ".d.mts", ".d.cts", ".min.js", ".min.mjs", ".min.cjs"}) {
    if (name.ends_with(none)) return std::nullopt;
  }
  const std::size_t dot = name.rfind('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const std::string_view ending = name.substr(dot + 1);
  if (ending == "js" || ending == "mjs" || ending == "cjs" || ending == "jsx")
    return CodeLanguage::kJavaScript;
  if (ending == "ts" || ending == "mts" || ending == "cts") return CodeLanguage::kTypeScript;
  if (ending == "tsx") return CodeLanguage::kTsx;
  if (ending == "py") return CodeLanguage::kPython;
  if (ending == "go") return CodeLanguage::kGo;
  if (ending == "rs") return CodeLanguage::kRust;
  if (ending == "java") return CodeLanguage::kJava;
  if (ending == "cs") return CodeLanguage::kCSharp;
  if (ending == "kt" || ending == "kts") return CodeLanguage::kKotlin;
  return std::nullopt;
}

std::string_view language_name(CodeLanguage language) {
  switch (language) {
    case CodeLanguage::kJavaScript:
      return "JavaScript";
    case CodeLanguage::kTypeScript:
    case CodeLanguage::kTsx:
      return "TypeScript";
    case CodeLanguage::kPython:
      return "Python";
    case CodeLanguage::kGo:
      return "Go";
    case CodeLanguage::kRust:
      return "Rust";
    case CodeLanguage::kJava:
      return "Java";
    case CodeLanguage::kCSharp:
      return "C#";
    case CodeLanguage::kKotlin:
      return "Kotlin";
  }
  return "";
}

bool is_script(CodeLanguage language) {
  return language == CodeLanguage::kJavaScript || language == CodeLanguage::kTypeScript ||
         language == CodeLanguage::kTsx;
}

Result<ParsedFile> ParsedFile::parse(std::string path, CodeLanguage language, std::string text,
                                     std::size_t max_bytes) {
  if (text.size() > max_bytes) return Error{ErrorCode::kLimit, "larger than the parser's limit"};
  if (too_deep(text)) return Error{ErrorCode::kLimit, "nested too deeply to be parsed"};
  TSParser* parser = parser_of_thread();
  if (parser == nullptr || !ts_parser_set_language(parser, grammar_of(language))) {
    return Error{ErrorCode::kInternal, "the grammar does not fit the parser"};
  }
  ParsedFile file;
  file.path_ = std::move(path);
  file.language_ = language;
  file.text_ = std::make_unique<std::string>(std::move(text));
  ts_parser_reset(parser);
  file.tree_.reset(ts_parser_parse_string(parser, nullptr, file.text_->data(),
                                          static_cast<std::uint32_t>(file.text_->size())));
  if (file.tree_ == nullptr) return Error{ErrorCode::kLimit, "the parser gave up"};
  return file;
}

std::string_view ParsedFile::text_of(TSNode node) const {
  if (ts_node_is_null(node)) return {};
  const std::size_t from = ts_node_start_byte(node), to = ts_node_end_byte(node);
  if (from > to || to > text_->size()) return {};
  return std::string_view(*text_).substr(from, to - from);
}

std::uint32_t ParsedFile::line_of(TSNode node) {
  return ts_node_is_null(node) ? 0 : ts_node_start_point(node).row + 1;
}

std::string_view ParsedFile::type_of(TSNode node) {
  if (ts_node_is_null(node)) return {};
  return ts_node_type(node);
}

TSNode ParsedFile::field(TSNode node, std::string_view name) {
  if (ts_node_is_null(node)) return node;
  return ts_node_child_by_field_id(node, field_id(ts_tree_language(node.tree), name));
}

bool walk(TSNode node, const std::function<bool(TSNode)>& visit, std::size_t limit) {
  if (ts_node_is_null(node)) return true;
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  std::size_t seen = 0;
  bool whole = true;
  bool descend = true;
  for (;;) {
    if (descend) {
      const TSNode current = ts_tree_cursor_current_node(&cursor);
      if (ts_node_is_named(current)) {
        if (++seen > limit) {
          whole = false;
          break;
        }
        descend = visit(current);
      }
    }
    if (descend && ts_tree_cursor_goto_first_child(&cursor)) continue;
    descend = true;
    bool moved = false;
    // The cursor stops at the node it was made from.
    do {
      moved = ts_tree_cursor_goto_next_sibling(&cursor);
    } while (!moved && ts_tree_cursor_goto_parent(&cursor));
    if (!moved) break;
  }
  ts_tree_cursor_delete(&cursor);
  return whole;
}

}  // namespace mcpjury
