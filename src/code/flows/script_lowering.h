// Statements, patterns, functions and classes of JavaScript and TypeScript in the flow form; expressions are
// in lower_script.cpp. Private to the two.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "code/flows/lower.h"

namespace mcpjury::flow {

class Script : public Lowering {
 public:
  using Lowering::Lowering;

  void run() {
    const BlockId top = new_block();
    program.functions[0].body = top;
    statements(file_.root(), top);
  }

 private:
  void statements(TSNode node, BlockId into) {
    for (const TSNode child : children(node)) statement(child, into);
  }

  BlockId block(TSNode node) {
    const BlockId id = new_block();
    if (none(node)) return id;
    if (type(node) == "statement_block") {
      statements(node, id);
    } else {
      statement(node, id);
    }
    return id;
  }

  void add(BlockId into, Statement statement) {
    program.blocks[into].statements.push_back(std::move(statement));
  }

  void statement(TSNode node, BlockId into) {
    if (too_deep()) return;
    const Deeper deeper(depth_);
    const std::string_view kind = type(node);
    if (kind == "expression_statement") {
      for (const TSNode child : children(node)) add(into, {Act::kDo, kNone, expression(child), {}});
    } else if (kind == "lexical_declaration" || kind == "variable_declaration") {
      for (const TSNode child : children(node)) declarator(child, into);
    } else if (kind == "function_declaration" || kind == "generator_function_declaration") {
      function(node, text(field(node, "name")), "");
    } else if (kind == "class_declaration" || kind == "abstract_class_declaration") {
      class_of(node, text(field(node, "name")));
    } else if (kind == "export_statement") {
      const bool before = exporting_;
      exporting_ = true;
      if (const TSNode declared = field(node, "declaration"); !none(declared)) {
        statement(declared, into);
      } else if (const TSNode value = field(node, "value"); !none(value)) {
        add(into, {Act::kLet, make(Op::kName, node, {}, "default"), named(value, "default"), {}});
      }
      exporting_ = before;
    } else if (kind == "import_statement") {
      import_of(node);
    } else if (kind == "return_statement" || kind == "throw_statement") {
      const std::vector<TSNode> values = children(node);
      add(into, {kind == "return_statement" ? Act::kReturn : Act::kThrow,
                 kNone,
                 values.empty() ? kNone : expression(values[0]),
                 {}});
    } else if (kind == "break_statement" || kind == "continue_statement") {
      add(into, {Act::kLeave, kNone, kNone, {}});
    } else if (kind == "if_statement") {
      if_of(node, into);
    } else if (kind == "switch_statement") {
      switch_of(node, into);
    } else if (kind == "for_in_statement") {
      Statement loop{Act::kLoop, pattern(field(node, "left")), expression(field(node, "right")), {}};
      loop.arms.push_back({{}, block(field(node, "body"))});
      add(into, std::move(loop));
    } else if (kind == "for_statement") {
      const TSNode initial = field(node, "initializer");
      if (!none(initial)) statement(initial, into);
      add(into, {Act::kBlocks, kNone, kNone, {{{}, block(field(node, "body"))}}});
    } else if (kind == "while_statement" || kind == "do_statement" || kind == "labeled_statement") {
      add(into, {Act::kBlocks, kNone, kNone, {{{}, block(field(node, "body"))}}});
    } else if (kind == "try_statement") {
      Statement parts{Act::kBlocks, kNone, kNone, {}};
      parts.arms.push_back({{}, block(field(node, "body"))});
      for (const std::string_view part : {"handler", "finalizer"}) {
        const TSNode clause = field(node, part);
        if (!none(clause)) parts.arms.push_back({{}, block(field(clause, "body"))});
      }
      add(into, std::move(parts));
    } else if (kind == "statement_block") {
      statements(node, into);
    } else if (kind == "internal_module" || kind == "module" || kind == "ambient_declaration" ||
               kind == "interface_declaration" || kind == "type_alias_declaration" ||
               kind == "enum_declaration" || kind == "empty_statement") {
      return;
    } else {
      add(into, {Act::kDo, kNone, expression(node), {}});
    }
  }

  void declarator(TSNode node, BlockId into) {
    if (type(node) != "variable_declarator") return;
    const TSNode name = field(node, "name");
    const TSNode value = field(node, "value");
    if (none(value)) return;
    const ExprId target = pattern(name);
    add(into, {Act::kLet, target, named(value, type(name) == "identifier" ? text(name) : ""), {}});
  }

  // A value that takes the name it is bound to when it is a function, a class or an object of functions.
  ExprId named(TSNode value, const std::string& name) {
    const std::string_view kind = type(value);
    if (kind == "arrow_function" || kind == "function_expression" || kind == "function" ||
        kind == "generator_function") {
      const ExprId id = make(Op::kFunction, value);
      const std::uint32_t number = function(value, name, "");
      program.exprs[id].number = number;
      return id;
    }
    if (kind == "class") {
      class_of(value, name);
      return make(Op::kName, value, {}, name);
    }
    if (kind == "object" && !name.empty()) return object(value, name);
    return expression(value);
  }

  void if_of(TSNode node, BlockId into) {
    Statement chosen{Act::kIf, kNone, kNone, {}};
    for (;;) {  // else-if chains are long in dispatchers: a loop, not a recursion
      chosen.arms.push_back({{expression(field(node, "condition"))}, block(field(node, "consequence"))});
      const TSNode other = field(node, "alternative");
      if (none(other)) break;
      const std::vector<TSNode> inner = children(other);
      if (inner.size() == 1 && type(inner[0]) == "if_statement") {
        node = inner[0];
        continue;
      }
      chosen.arms.push_back({{}, inner.size() == 1 ? block(inner[0]) : new_block()});
      break;
    }
    add(into, std::move(chosen));
  }

  void switch_of(TSNode node, BlockId into) {
    Statement chosen{Act::kSwitch, kNone, expression(field(node, "value")), {}};
    for (const TSNode part : children(field(node, "body"))) {
      Arm arm;
      const TSNode label = field(part, "value");
      if (!none(label)) arm.labels.push_back(expression(label));
      arm.block = new_block();
      for (const TSNode child : children(part)) {
        if (!none(label) && ts_node_eq(child, label)) continue;
        statement(child, arm.block);
      }
      chosen.arms.push_back(std::move(arm));
    }
    add(into, std::move(chosen));
  }

  void import_of(TSNode node) {
    const std::string module = unquoted(file_.text_of(field(node, "source")));
    for (const TSNode clause : children(node)) {
      if (type(clause) != "import_clause") continue;
      for (const TSNode part : children(clause)) {
        if (type(part) == "identifier") {
          program.imports.push_back({text(part), {module, "default"}});
        } else if (type(part) == "namespace_import") {
          for (const TSNode name : children(part)) program.imports.push_back({text(name), {module, "*"}});
        } else if (type(part) == "named_imports") {
          for (const TSNode one : children(part)) {
            const std::string name = text(field(one, "name"));
            const TSNode alias = field(one, "alias");
            program.imports.push_back({none(alias) ? name : text(alias), {module, name}});
          }
        }
      }
    }
  }

  void class_of(TSNode node, const std::string& name) {
    Class made;
    made.name = name;
    made.line = ParsedFile::line_of(node);
    for (const TSNode part : children(field(node, "body"))) {
      const std::string_view kind = type(part);
      if (kind == "method_definition") {
        const std::uint32_t number = function(part, name + "." + text(field(part, "name")), name);
        // A getter that only gives a literal stands for a field: get name() { return "x"; }
        getter(number, text(field(part, "name")), part, made);
      } else if (kind == "field_definition" || kind == "public_field_definition") {
        TSNode property = field(part, "property");
        if (none(property)) property = field(part, "name");
        const TSNode value = field(part, "value");
        if (none(value) || none(property)) continue;
        const std::string key = text(property);
        if (type(value) == "arrow_function" || type(value) == "function_expression") {
          function(value, name + "." + key, name);
        } else {
          made.fields.push_back({key, expression(value)});
        }
      }
    }
    program.classes.push_back(std::move(made));
  }

  void getter(std::uint32_t number, const std::string& name, TSNode node, Class& into) {
    if (!text(node).starts_with("get ")) return;
    const Block& body = program.blocks[program.functions[number].body];
    if (body.statements.size() == 1 && body.statements[0].act == Act::kReturn &&
        body.statements[0].value != kNone) {
      into.fields.push_back({name, body.statements[0].value});
    }
  }

  std::uint32_t function(TSNode node, std::string name, std::string owner) {
    const auto number = static_cast<std::uint32_t>(program.functions.size());
    program.functions.emplace_back();
    Function made;
    made.name = std::move(name);
    made.owner = std::move(owner);
    made.line = ParsedFile::line_of(node);
    made.exported = exporting_;
    const bool before = exporting_;
    exporting_ = false;
    if (const TSNode single = field(node, "parameter"); !none(single)) {
      made.parameters.push_back({pattern(single), ""});
    }
    for (const TSNode one : children(field(node, "parameters"))) {
      if (type(one) == "required_parameter" || type(one) == "optional_parameter") {
        made.parameters.push_back({pattern(field(one, "pattern")), text(field(one, "type"))});
      } else {
        made.parameters.push_back({pattern(one), ""});
      }
    }
    const TSNode body = field(node, "body");
    made.body = new_block();
    if (type(body) == "statement_block") {
      statements(body, made.body);
    } else if (!none(body)) {
      add(made.body, {Act::kReturn, kNone, expression(body), {}});
    }
    exporting_ = before;
    program.functions[number] = std::move(made);
    return number;
  }

  ExprId pattern(TSNode node) {
    if (none(node)) return kNone;
    if (too_deep()) return make(Op::kOpaque, node);
    const Deeper deeper(depth_);
    const std::string_view kind = type(node);
    if (kind == "assignment_pattern" || kind == "object_assignment_pattern") {
      return pattern(field(node, "left"));
    }
    if (kind == "identifier" || kind == "shorthand_property_identifier_pattern") {
      return make(Op::kName, node, {}, text(node));
    }
    if (kind == "rest_pattern") {
      const std::vector<TSNode> inner = children(node);
      return inner.empty() ? make(Op::kOpaque, node) : make(Op::kSpread, node, {pattern(inner[0])});
    }
    if (kind == "array_pattern") {
      std::vector<ExprId> parts;
      for (const TSNode child : children(node)) parts.push_back(pattern(child));
      return make(Op::kList, node, std::move(parts));
    }
    if (kind == "object_pattern") {
      std::vector<ExprId> parts;
      std::vector<std::string> names;
      for (const TSNode child : children(node)) {
        if (type(child) == "pair_pattern") {
          names.push_back(key_of(field(child, "key")));
          parts.push_back(pattern(field(child, "value")));
        } else if (type(child) == "rest_pattern") {
          const std::vector<TSNode> inner = children(child);
          if (inner.empty()) continue;
          names.push_back("...");
          parts.push_back(pattern(inner[0]));
        } else {
          const ExprId part = pattern(child);
          names.push_back(program.exprs[part].text);
          parts.push_back(part);
        }
      }
      const ExprId id = make(Op::kObject, node, std::move(parts));
      program.exprs[id].names = std::move(names);
      return id;
    }
    return expression(node);
  }

  std::string key_of(TSNode key) {
    if (type(key) == "string") return unquoted(file_.text_of(key));
    if (type(key) == "computed_property_name") {
      const std::vector<TSNode> inner = children(key);
      if (inner.size() == 1 && type(inner[0]) == "string") return unquoted(file_.text_of(inner[0]));
      return "*";
    }
    return text(key);
  }

  ExprId object(TSNode node, const std::string& owner) {
    std::vector<ExprId> parts;
    std::vector<std::string> names;
    const ExprId id = make(Op::kObject, node);
    for (const TSNode child : children(node)) {
      const std::string_view kind = type(child);
      if (kind == "pair") {
        const std::string key = key_of(field(child, "key"));
        names.push_back(key);
        parts.push_back(named(field(child, "value"), owner.empty() ? "" : owner + "." + key));
      } else if (kind == "method_definition") {
        const std::string key = key_of(field(child, "name"));
        const ExprId made = make(Op::kFunction, child);
        const std::uint32_t number = function(child, owner.empty() ? "" : owner + "." + key, owner);
        program.exprs[made].number = number;
        names.push_back(key);
        parts.push_back(made);
      } else if (kind == "spread_element") {
        const std::vector<TSNode> inner = children(child);
        if (inner.empty()) continue;
        names.push_back("...");
        parts.push_back(expression(inner[0]));
      } else {
        names.push_back(text(child));
        parts.push_back(make(Op::kName, child, {}, text(child)));
      }
    }
    program.exprs[id].operands = std::move(parts);
    program.exprs[id].names = std::move(names);
    return id;
  }

  ExprId expression(TSNode node);
  ExprId binary(TSNode node);
  ExprId call(TSNode node, Op op, TSNode callee);
  ExprId template_of(TSNode node);

  bool exporting_ = false;
};

}  // namespace mcpjury::flow
