// Python in the flow form.
#include "code/flows/lower.h"

namespace mcpjury::flow {
namespace {

class Python : public Lowering {
 public:
  using Lowering::Lowering;

  void run() {
    const BlockId top = new_block();
    program.functions[0].body = top;
    statements(file_.root(), top, "");
  }

 private:
  void statements(TSNode node, BlockId into, const std::string& owner) {
    for (const TSNode child : children(node)) statement(child, into, owner);
  }
  BlockId block(TSNode node) {
    const BlockId id = new_block();
    if (!none(node)) statements(node, id, "");
    return id;
  }
  void add(BlockId into, Statement statement) {
    program.blocks[into].statements.push_back(std::move(statement));
  }

  void statement(TSNode node, BlockId into, const std::string& owner) {
    if (too_deep()) return;
    const Deeper deeper(depth_);
    const std::string_view kind = type(node);
    if (kind == "expression_statement") {
      for (const TSNode child : children(node)) simple(child, into);
    } else if (kind == "decorated_definition") {
      std::vector<ExprId> decorators;
      for (const TSNode child : children(node)) {
        if (type(child) != "decorator") continue;
        for (const TSNode inner : children(child)) decorators.push_back(expression(inner));
      }
      const TSNode definition = field(node, "definition");
      if (type(definition) == "class_definition") {
        class_of(definition, into);
      } else {
        function(definition, owner, std::move(decorators));
      }
    } else if (kind == "function_definition") {
      function(node, owner, {});
    } else if (kind == "class_definition") {
      class_of(node, into);
    } else if (kind == "import_statement" || kind == "import_from_statement") {
      import_of(node);
    } else if (kind == "return_statement" || kind == "raise_statement") {
      const std::vector<TSNode> values = children(node);
      add(into, {kind == "return_statement" ? Act::kReturn : Act::kThrow,
                 kNone,
                 values.empty() ? kNone : expression(values[0]),
                 {}});
    } else if (kind == "break_statement" || kind == "continue_statement") {
      add(into, {Act::kLeave, kNone, kNone, {}});
    } else if (kind == "if_statement") {
      Statement chosen{Act::kIf, kNone, kNone, {}};
      chosen.arms.push_back({{expression(field(node, "condition"))}, block(field(node, "consequence"))});
      for (const TSNode part : children(node)) {
        if (type(part) == "elif_clause") {
          chosen.arms.push_back({{expression(field(part, "condition"))}, block(field(part, "consequence"))});
        } else if (type(part) == "else_clause") {
          chosen.arms.push_back({{}, block(field(part, "body"))});
        }
      }
      add(into, std::move(chosen));
    } else if (kind == "for_statement") {
      Statement loop{Act::kLoop, expression(field(node, "left")), expression(field(node, "right")), {}};
      loop.arms.push_back({{}, block(field(node, "body"))});
      add(into, std::move(loop));
    } else if (kind == "while_statement") {
      add(into, {Act::kBlocks, kNone, kNone, {{{}, block(field(node, "body"))}}});
    } else if (kind == "try_statement") {
      Statement parts{Act::kBlocks, kNone, kNone, {}};
      parts.arms.push_back({{}, block(field(node, "body"))});
      for (const TSNode part : children(node)) {
        if (type(part) != "except_clause" && type(part) != "finally_clause" && type(part) != "else_clause") {
          continue;
        }
        for (const TSNode inner : children(part)) {
          if (type(inner) == "block") parts.arms.push_back({{}, block(inner)});
        }
      }
      add(into, std::move(parts));
    } else if (kind == "with_statement") {
      for (const TSNode clause : children(node)) {
        if (type(clause) != "with_clause") continue;
        for (const TSNode item : children(clause)) with_item(field(item, "value"), into);
      }
      add(into, {Act::kBlocks, kNone, kNone, {{{}, block(field(node, "body"))}}});
    } else if (kind == "match_statement") {
      match_of(node, into);
    } else if (kind == "block") {
      statements(node, into, owner);
    } else {
      for (const TSNode child : children(node)) simple(child, into);
    }
  }

  void with_item(TSNode value, BlockId into) {
    if (type(value) != "as_pattern") {
      if (!none(value)) add(into, {Act::kDo, kNone, expression(value), {}});
      return;
    }
    const std::vector<TSNode> parts = children(value);
    if (parts.size() < 2) return;
    const std::vector<TSNode> target = children(parts[1]);
    const ExprId made = expression(parts[0]);
    add(into, {Act::kLet, expression(target.empty() ? parts[1] : target[0]), made, {}});
  }

  void match_of(TSNode node, BlockId into) {
    Statement chosen{Act::kSwitch, kNone, expression(field(node, "subject")), {}};
    for (const TSNode part : children(field(node, "body"))) {
      if (type(part) != "case_clause") continue;
      Arm arm;
      for (const TSNode pattern : children(part)) {
        if (type(pattern) != "case_pattern") continue;
        walk(
            pattern,
            [&](TSNode inner) {
              if (type(inner) == "string") {
                arm.labels.push_back(expression(inner));
                return false;
              }
              if (type(inner) == "dotted_name") {
                arm.labels.push_back(make(Op::kName, inner, {}, text(inner)));
                return false;
              }
              return true;
            },
            1000);
      }
      arm.block = block(field(part, "consequence"));
      chosen.arms.push_back(std::move(arm));
    }
    add(into, std::move(chosen));
  }

  void simple(TSNode node, BlockId into) {
    const std::string_view kind = type(node);
    if (kind == "assignment") {
      const TSNode right = field(node, "right");
      if (none(right)) return;
      const ExprId target = expression(field(node, "left"));
      add(into, {Act::kLet, target, expression(right), {}});
    } else {
      add(into, {Act::kDo, kNone, expression(node), {}});
    }
  }

  void import_of(TSNode node) {
    const TSNode from = field(node, "module_name");
    const std::string module = none(from) ? "" : text(from);
    for (const TSNode part : children(node)) {
      if (!none(from) && ts_node_eq(part, from)) continue;
      TSNode name = part;
      std::string local;
      if (type(part) == "aliased_import") {
        name = field(part, "name");
        local = text(field(part, "alias"));
      } else if (type(part) != "dotted_name") {
        continue;
      }
      const std::string full = text(name);
      if (none(from)) {  // import a.b binds "a"
        const std::string bound = local.empty() ? full.substr(0, full.find('.')) : local;
        program.imports.push_back({bound, {local.empty() ? bound : full, "*"}});
      } else {
        program.imports.push_back({local.empty() ? full : local, {module, full}});
      }
    }
  }

  void class_of(TSNode node, BlockId into) {
    Class made;
    made.name = text(field(node, "name"));
    made.line = ParsedFile::line_of(node);
    for (const TSNode part : children(field(node, "body"))) {
      if (type(part) == "function_definition" || type(part) == "decorated_definition") {
        statement(part, into, made.name);
        continue;
      }
      for (const TSNode inner : children(part)) {
        if (type(inner) != "assignment") continue;
        const std::string name = text(field(inner, "left"));
        if (const TSNode typed = field(inner, "type"); !none(typed))
          made.typed.push_back({name, text(typed)});
        if (const TSNode value = field(inner, "right"); !none(value)) {
          made.fields.push_back({name, expression(value)});
        }
      }
    }
    program.classes.push_back(std::move(made));
  }

  std::uint32_t function(TSNode node, const std::string& owner, std::vector<ExprId> decorators) {
    const auto number = static_cast<std::uint32_t>(program.functions.size());
    program.functions.emplace_back();
    Function made;
    made.name = (owner.empty() ? "" : owner + ".") + text(field(node, "name"));
    made.owner = owner;
    made.line = ParsedFile::line_of(node);
    made.exported = true;
    made.decorators = std::move(decorators);
    for (const TSNode one : children(field(node, "parameters"))) parameter(one, made);
    made.body = block(field(node, "body"));
    if (type(node) == "lambda") {
      add(made.body, {Act::kReturn, kNone, expression(field(node, "body")), {}});
    }
    program.functions[number] = std::move(made);
    return number;
  }

  void parameter(TSNode one, Function& made) {
    const std::string_view kind = type(one);
    TSNode name = one;
    if (kind == "default_parameter" || kind == "typed_default_parameter") {
      name = field(one, "name");
    } else if (kind == "typed_parameter") {
      const std::vector<TSNode> inner = children(one);
      if (inner.empty()) return;
      name = inner[0];
    } else if (kind != "identifier") {
      return;  // *, /, *args, **kwargs
    }
    const std::string spelled = text(name);
    if ((spelled == "self" || spelled == "cls") && !made.owner.empty() && made.parameters.empty()) return;
    made.parameters.push_back({make(Op::kName, name, {}, spelled), text(field(one, "type"))});
  }

  ExprId string_of(TSNode node) {
    std::vector<ExprId> operands;
    for (const TSNode child : children(node)) {
      if (type(child) == "string_content") {
        operands.push_back(make(Op::kText, child, {}, text(child)));
      } else if (type(child) == "interpolation") {
        const TSNode inner = field(child, "expression");
        operands.push_back(none(inner) ? make(Op::kOpaque, child) : expression(inner));
      } else if (type(child) == "string" || type(child) == "concatenated_string") {
        operands.push_back(string_of(child));
      }
    }
    if (operands.empty()) return make(Op::kText, node);
    if (operands.size() == 1 && program.exprs[operands[0]].op == Op::kText) return operands[0];
    return make(Op::kConcat, node, std::move(operands));
  }

  ExprId binary(TSNode node) {
    const std::string op = text(field(node, "operator"));
    if (op == "+" || op == "/") {
      std::vector<TSNode> parts;
      TSNode left = node;
      while (type(left) == "binary_operator" && file_.text_of(field(left, "operator")) == op &&
             parts.size() < 2000) {
        parts.push_back(field(left, "right"));
        left = field(left, "left");
      }
      std::vector<ExprId> operands{expression(left)};
      for (auto part = parts.rbegin(); part != parts.rend(); ++part) operands.push_back(expression(*part));
      return make(op == "+" ? Op::kConcat : Op::kPathJoin, node, std::move(operands));
    }
    const ExprId left = expression(field(node, "left"));
    const ExprId right = expression(field(node, "right"));
    // "SELECT %s" % name: a format string, its holes filled.
    if (op == "%") return make(Op::kConcat, node, {left, right});
    return make(Op::kOpaque, node, {left, right});
  }

  ExprId call(TSNode node) {
    std::vector<ExprId> operands{expression(field(node, "function"))};
    std::vector<std::string> names{""};
    const TSNode arguments = field(node, "arguments");
    if (type(arguments) == "generator_expression") {
      operands.push_back(expression(arguments));
      names.emplace_back();
    } else {
      for (const TSNode argument : children(arguments)) {
        if (type(argument) == "keyword_argument") {
          names.push_back(text(field(argument, "name")));
          operands.push_back(expression(field(argument, "value")));
        } else {
          names.emplace_back(type(argument) == "dictionary_splat" ? "**" : "");
          operands.push_back(expression(argument));
        }
      }
    }
    const ExprId id = make(Op::kCall, node, std::move(operands));
    program.exprs[id].names = std::move(names);
    return id;
  }

  ExprId expression(TSNode node);
};

ExprId Python::expression(TSNode node) {
  if (none(node) || too_deep()) return make(Op::kOpaque, none(node) ? file_.root() : node);
  const Deeper deeper(depth_);
  const std::string_view kind = type(node);
  if (kind == "identifier") return make(Op::kName, node, {}, text(node));
  if (kind == "string" || kind == "concatenated_string") return string_of(node);
  if (kind == "integer" || kind == "float" || kind == "true" || kind == "false" || kind == "none") {
    return make(Op::kConstant, node, {}, text(node));
  }
  if (kind == "attribute") {
    const ExprId inner = expression(field(node, "object"));
    return make(Op::kMember, node, {inner}, text(field(node, "attribute")));
  }
  if (kind == "subscript") {
    const ExprId inner = expression(field(node, "value"));
    return make(Op::kIndex, node, {inner, expression(field(node, "subscript"))});
  }
  if (kind == "call") return call(node);
  if (kind == "binary_operator") return binary(node);
  const std::vector<TSNode> inner = children(node);
  if (kind == "boolean_operator") {
    const ExprId left = expression(field(node, "left"));
    const ExprId right = expression(field(node, "right"));
    return make(text(field(node, "operator")) == "and" ? Op::kAnd : Op::kOr, node, {left, right});
  }
  if (kind == "not_operator") return make(Op::kNot, node, {expression(field(node, "argument"))});
  if (kind == "comparison_operator" && inner.size() == 2) {
    const ExprId left = expression(inner[0]);
    const ExprId right = expression(inner[1]);
    std::string op = text(field(node, "operators"));
    if (op == "is") op = "==";
    if (op == "is not") op = "!=";
    return make(Op::kCompare, node, {left, right}, op);
  }
  if (kind == "conditional_expression" && inner.size() == 3) {
    const ExprId one = expression(inner[0]);
    const ExprId condition = expression(inner[1]);
    const ExprId id = make(Op::kChoice, node, {one, expression(inner[2]), condition});
    program.exprs[id].number = 1;
    return id;
  }
  if (kind == "named_expression") {
    const ExprId target = expression(field(node, "name"));
    return make(Op::kAssign, node, {target, expression(field(node, "value"))}, "=");
  }
  if (kind == "augmented_assignment") {
    const ExprId target = expression(field(node, "left"));
    return make(Op::kAssign, node, {target, expression(field(node, "right"))}, text(field(node, "operator")));
  }
  if (kind == "list" || kind == "tuple" || kind == "set" || kind == "pattern_list" ||
      kind == "tuple_pattern" || kind == "list_pattern" || kind == "expression_list") {
    std::vector<ExprId> parts;
    for (const TSNode child : inner) parts.push_back(expression(child));
    return make(Op::kList, node, std::move(parts));
  }
  if (kind == "dictionary") {
    std::vector<ExprId> parts;
    std::vector<std::string> names;
    for (const TSNode child : inner) {
      if (type(child) == "pair") {
        const TSNode key = field(child, "key");
        const ExprId spelled = expression(key);
        names.push_back(program.exprs[spelled].op == Op::kText ? program.exprs[spelled].text : "*");
        parts.push_back(expression(field(child, "value")));
      } else if (type(child) == "dictionary_splat") {
        names.push_back("...");
        parts.push_back(expression(children(child).empty() ? child : children(child)[0]));
      }
    }
    const ExprId id = make(Op::kObject, node, std::move(parts));
    program.exprs[id].names = std::move(names);
    return id;
  }
  if (kind == "lambda") {
    const ExprId id = make(Op::kFunction, node);
    const std::uint32_t number = function(node, "", {});
    program.exprs[id].number = number;
    return id;
  }
  if (kind == "list_splat" || kind == "dictionary_splat") {
    return make(Op::kSpread, node, {inner.empty() ? make(Op::kOpaque, node) : expression(inner[0])});
  }
  if (kind == "list_comprehension" || kind == "generator_expression" || kind == "set_comprehension") {
    // [body for left in right]: read as an assignment and then the list of its body.
    std::vector<ExprId> parts;
    for (const TSNode child : inner) {
      if (type(child) != "for_in_clause") continue;
      const ExprId target = expression(field(child, "left"));
      parts.push_back(make(Op::kAssign, child, {target, expression(field(child, "right"))}, "each"));
    }
    parts.push_back(make(Op::kList, node, {expression(field(node, "body"))}));
    return make(Op::kAnd, node, std::move(parts));
  }
  if (kind == "await" || kind == "parenthesized_expression" || kind == "type") {
    return inner.empty() ? make(Op::kOpaque, node) : expression(inner[0]);
  }
  std::vector<ExprId> parts;
  for (const TSNode child : inner) parts.push_back(expression(child));
  return make(Op::kOpaque, node, std::move(parts));
}

}  // namespace

Program lower_python(const ParsedFile& file) {
  Python python(file);
  python.run();
  return std::move(python.program);
}

}  // namespace mcpjury::flow
