#include <utility>

#include "code/interpret/script_lowering.h"

namespace mcpjury::interpret {
namespace {

bool has_token(TSNode node, std::string_view token) {
  const std::uint32_t count = ts_node_child_count(node);
  for (std::uint32_t i = 0; i < count && i < 8; ++i) {
    if (ParsedFile::type_of(ts_node_child(node, i)) == token) return true;
  }
  return false;
}

}  // namespace

const Node* ScriptLowering::module() {
  Node* block = make(Op::kBlock, file_.root());
  Kids kids;
  statements(file_.root(), kids);
  block->kids = std::move(kids);
  return block;
}

// Functions stand first, as JavaScript hoists them.
void ScriptLowering::statements(TSNode block, Kids& out) {
  Kids hoisted, rest;
  const std::uint32_t count = ts_node_named_child_count(block);
  TSTreeCursor cursor = ts_tree_cursor_new(block);
  if (count > 0 && ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      if (!ts_node_is_named(child)) continue;
      const std::string_view type = ParsedFile::type_of(child);
      bool first = type == "function_declaration" || type == "generator_function_declaration" ||
                   type == "import_statement";
      if (type == "export_statement") {
        const std::string_view declared = ParsedFile::type_of(ParsedFile::field(child, "declaration"));
        first = declared == "function_declaration" || declared == "generator_function_declaration";
      }
      statement(child, first ? hoisted : rest);
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
  out.insert(out.end(), hoisted.begin(), hoisted.end());
  out.insert(out.end(), rest.begin(), rest.end());
}

const Node* ScriptLowering::block_of(TSNode node) {
  Node* block = make(Op::kBlock, node);
  if (ts_node_is_null(node)) return block;
  Kids kids;
  if (ParsedFile::type_of(node) == "statement_block") {
    statements(node, kids);
  } else {
    statement(node, kids);
  }
  block->kids = std::move(kids);
  return block;
}

void ScriptLowering::statement(TSNode node, Kids& out) {
  const DepthGuard guard(depth_);
  if (guard.too_deep()) return;
  const std::string_view type = ParsedFile::type_of(node);
  if (type == "expression_statement") {
    out.push_back(expression(first_named(node)));
  } else if (type == "lexical_declaration" || type == "variable_declaration") {
    declaration(node, out);
  } else if (type == "function_declaration" || type == "generator_function_declaration") {
    Node* name = make(Op::kName, node, text(ParsedFile::field(node, "name")));
    out.push_back(let(name, function(node), node));
  } else if (type == "class_declaration" || type == "abstract_class_declaration") {
    Node* name = make(Op::kName, node, text(ParsedFile::field(node, "name")));
    out.push_back(let(name, klass(node), node));
  } else if (type == "return_statement" || type == "throw_statement") {
    Node* result = make(type == "return_statement" ? Op::kReturn : Op::kThrow, node);
    const TSNode value = first_named(node);
    if (!ts_node_is_null(value)) result->kids.push_back(expression(value));
    out.push_back(result);
  } else if (type == "if_statement") {
    out.push_back(if_statement(node));
  } else if (type == "for_in_statement") {
    out.push_back(for_each(node));
  } else if (type == "for_statement" || type == "while_statement" || type == "do_statement" ||
             type == "labeled_statement") {
    const TSNode start = ParsedFile::field(node, "initializer");
    if (!ts_node_is_null(start)) statement(start, out);
    Node* loop = make(Op::kLoop, node);
    loop->kids.push_back(block_of(ParsedFile::field(node, "body")));
    out.push_back(loop);
  } else if (type == "try_statement") {
    out.push_back(block_of(ParsedFile::field(node, "body")));
    const TSNode last = ParsedFile::field(node, "finalizer");
    if (!ts_node_is_null(last)) out.push_back(block_of(ParsedFile::field(last, "body")));
  } else if (type == "switch_statement") {
    out.push_back(switch_statement(node));
  } else if (type == "statement_block") {
    statements(node, out);
  } else if (type == "import_statement") {
    import_statement(node, out);
  } else if (type == "export_statement") {
    export_statement(node, out);
  } else if (type == "enum_declaration") {
    enumeration(node, out);
  } else if (type == "internal_module" || type == "module") {
    name_space(node, out);
  }
}

const Node* ScriptLowering::let(const Node* target, const Node* value, TSNode at) {
  Node* node = make(Op::kLet, at);
  node->kids = {target, value};
  return node;
}

void ScriptLowering::declaration(TSNode node, Kids& out) {
  const std::uint32_t count = ts_node_named_child_count(node);
  TSTreeCursor cursor = ts_tree_cursor_new(node);
  if (count > 0 && ts_tree_cursor_goto_first_child(&cursor)) {
    do {
      const TSNode child = ts_tree_cursor_current_node(&cursor);
      if (ParsedFile::type_of(child) != "variable_declarator") continue;
      const TSNode value = ParsedFile::field(child, "value");
      const Node* target = pattern(ParsedFile::field(child, "name"));
      out.push_back(
          let(target, ts_node_is_null(value) ? make(Op::kUndefined, child) : expression(value), child));
    } while (ts_tree_cursor_goto_next_sibling(&cursor));
  }
  ts_tree_cursor_delete(&cursor);
}

const Node* ScriptLowering::require(TSNode source) {
  Node* call = make(Op::kCall, source);
  call->kids = {make(Op::kName, source, "require"), make(Op::kString, source, string_value(source))};
  call->other = "import";
  return call;
}

void ScriptLowering::import_statement(TSNode node, Kids& out) {
  const TSNode source = ParsedFile::field(node, "source");
  if (ts_node_is_null(source) || has_token(node, "type")) return;
  bool bound = false;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode clause = ts_node_named_child(node, i);
    if (ParsedFile::type_of(clause) != "import_clause") continue;
    for (std::uint32_t j = 0; j < ts_node_named_child_count(clause); ++j) {
      const TSNode part = ts_node_named_child(clause, j);
      const std::string_view type = ParsedFile::type_of(part);
      bound = true;
      if (type == "identifier") {
        Node* member = make(Op::kMember, part, "default");
        member->kids.push_back(require(source));
        out.push_back(let(make(Op::kName, part, text(part)), member, part));
      } else if (type == "namespace_import") {
        out.push_back(let(make(Op::kName, part, text(first_named(part))), require(source), part));
      } else if (type == "named_imports") {
        for (std::uint32_t k = 0; k < ts_node_named_child_count(part); ++k) {
          const TSNode item = ts_node_named_child(part, k);
          if (ParsedFile::type_of(item) != "import_specifier") continue;
          const TSNode name = ParsedFile::field(item, "name"), alias = ParsedFile::field(item, "alias");
          Node* member = make(Op::kMember, item, text(name));
          member->kids.push_back(require(source));
          out.push_back(
              let(make(Op::kName, item, text(ts_node_is_null(alias) ? name : alias)), member, item));
        }
      }
    }
  }
  if (!bound) out.push_back(require(source));
}

void ScriptLowering::export_pattern(const Node* target, Kids& out) {
  if (target->op == Op::kName) {
    Node* shown = program_.make(Op::kExport, target->line, target->text);
    shown->other = target->text;
    out.push_back(shown);
    return;
  }
  for (const Node* kid : target->kids) export_pattern(kid, out);
}

void ScriptLowering::export_statement(TSNode node, Kids& out) {
  const TSNode declared = ParsedFile::field(node, "declaration");
  const TSNode value = ParsedFile::field(node, "value");
  const TSNode source = ParsedFile::field(node, "source");
  const bool is_default = has_token(node, "default");
  if (!ts_node_is_null(declared)) {
    Kids kids;
    statement(declared, kids);
    for (const Node* kid : kids) {
      out.push_back(kid);
      if (kid->op != Op::kLet || kid->kids.empty()) continue;
      if (is_default) {
        Node* shown = make(Op::kExport, node, "default");
        shown->kids.push_back(kid->kids[1]);
        if (kid->kids[0]->op == Op::kName && !kid->kids[0]->text.empty()) {
          shown->kids.clear();
          shown->other = kid->kids[0]->text;
        }
        out.push_back(shown);
      } else {
        export_pattern(kid->kids[0], out);
      }
    }
    return;
  }
  if (!ts_node_is_null(value)) {
    Node* shown = make(Op::kExport, node, "default");
    shown->kids.push_back(expression(value));
    out.push_back(shown);
    return;
  }
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node); ++i) {
    const TSNode part = ts_node_named_child(node, i);
    const std::string_view type = ParsedFile::type_of(part);
    if (type == "export_clause") export_clause(part, source, out);
    if (type == "namespace_export" && !ts_node_is_null(source)) {
      Node* shown = make(Op::kExport, node, text(first_named(part)));
      shown->kids.push_back(require(source));
      out.push_back(shown);
    }
  }
  if (!ts_node_is_null(source) && has_token(node, "*")) {
    Node* all = make(Op::kExportAll, node);
    all->kids.push_back(require(source));
    out.push_back(all);
  }
}

void ScriptLowering::export_clause(TSNode clause, TSNode source, Kids& out) {
  for (std::uint32_t i = 0; i < ts_node_named_child_count(clause); ++i) {
    const TSNode item = ts_node_named_child(clause, i);
    if (ParsedFile::type_of(item) != "export_specifier") continue;
    const TSNode name = ParsedFile::field(item, "name"), alias = ParsedFile::field(item, "alias");
    Node* shown = make(Op::kExport, item, text(ts_node_is_null(alias) ? name : alias));
    if (ts_node_is_null(source)) {
      shown->other = text(name);
    } else {
      Node* member = make(Op::kMember, item, text(name));
      member->kids.push_back(require(source));
      shown->kids.push_back(member);
    }
    out.push_back(shown);
  }
}

void ScriptLowering::enumeration(TSNode node, Kids& out) {
  const TSNode body = ParsedFile::field(node, "body");
  Node* object = make(Op::kObject, node);
  double next = 0;
  for (std::uint32_t i = 0; i < ts_node_named_child_count(body); ++i) {
    const TSNode item = ts_node_named_child(body, i);
    const bool given = ParsedFile::type_of(item) == "enum_assignment";
    Node* pair = make(Op::kPair, item, key_name(given ? ParsedFile::field(item, "name") : item));
    if (given) {
      const Node* value = expression(ParsedFile::field(item, "value"));
      if (value->op == Op::kNumber) next = value->number + 1;
      pair->kids.push_back(value);
    } else {
      Node* number = make(Op::kNumber, item);
      number->number = next++;
      pair->kids.push_back(number);
    }
    object->kids.push_back(pair);
  }
  out.push_back(let(make(Op::kName, node, text(ParsedFile::field(node, "name"))), object, node));
}

// namespace X { export const a = 1 }: an object with what it exports.
void ScriptLowering::name_space(TSNode node, Kids& out) {
  Kids inner;
  const TSNode body = ParsedFile::field(node, "body");
  if (ts_node_is_null(body)) return;
  statements(body, inner);
  Node* object = make(Op::kObject, node);
  for (const Node* kid : inner) {
    if (kid->op != Op::kExport) {
      out.push_back(kid);
      continue;
    }
    Node* pair = make(Op::kPair, node, kid->text);
    pair->kids.push_back(kid->kids.empty() ? make(Op::kName, node, kid->other) : kid->kids[0]);
    object->kids.push_back(pair);
  }
  out.push_back(let(make(Op::kName, node, text(ParsedFile::field(node, "name"))), object, node));
}

const Node* ScriptLowering::for_each(TSNode node) {
  const bool of = text(ParsedFile::field(node, "operator")) == "of";
  Node* loop = make(of ? Op::kForOf : Op::kForIn, node);
  loop->kids = {pattern(ParsedFile::field(node, "left")), expression(ParsedFile::field(node, "right")),
                block_of(ParsedFile::field(node, "body"))};
  return loop;
}

const Node* ScriptLowering::if_statement(TSNode node) {
  Node* result = make(Op::kIf, node);
  result->kids = {expression(ParsedFile::field(node, "condition")),
                  block_of(ParsedFile::field(node, "consequence"))};
  const TSNode other = ParsedFile::field(node, "alternative");
  if (!ts_node_is_null(other)) result->kids.push_back(block_of(first_named(other)));
  return result;
}

const Node* ScriptLowering::switch_statement(TSNode node) {
  Node* result = make(Op::kSwitch, node);
  result->kids.push_back(expression(ParsedFile::field(node, "value")));
  const TSNode body = ParsedFile::field(node, "body");
  for (std::uint32_t i = 0; i < ts_node_named_child_count(body) && i < 1'000; ++i) {
    const TSNode item = ts_node_named_child(body, i);
    Node* branch = make(Op::kCase, item);
    const TSNode test = ParsedFile::field(item, "value");
    branch->kids.push_back(ts_node_is_null(test) ? unknown(item) : expression(test));
    Kids kids;
    for (std::uint32_t j = ts_node_is_null(test) ? 0 : 1; j < ts_node_named_child_count(item); ++j) {
      statement(ts_node_named_child(item, j), kids);
    }
    branch->kids.insert(branch->kids.end(), kids.begin(), kids.end());
    result->kids.push_back(branch);
  }
  return result;
}

std::unique_ptr<Lowering> lower_script(const ParsedFile& file, Program& program) {
  return std::make_unique<ScriptLowering>(file, program);
}

}  // namespace mcpjury::interpret
