// Go in the flow form.
#include "code/flows/lower.h"

namespace mcpjury::flow {
namespace {

class Go : public Lowering {
 public:
  using Lowering::Lowering;

  void run() {
    const BlockId top = new_block();
    program.functions[0].body = top;
    for (const TSNode child : children(file_.root())) statement(child, top);
  }

 private:
  BlockId block(TSNode node) {
    const BlockId id = new_block();
    if (!none(node)) statements(node, id);
    return id;
  }
  void statements(TSNode node, BlockId into) {
    for (const TSNode child : children(node)) {
      if (type(child) == "statement_list") {
        for (const TSNode inner : children(child)) statement(inner, into);
      } else {
        statement(child, into);
      }
    }
  }
  void add(BlockId into, Statement statement) {
    program.blocks[into].statements.push_back(std::move(statement));
  }

  // a, err := f(x): one value for the names that are not its error.
  void let(TSNode left, TSNode right, BlockId into) {
    const std::vector<TSNode> targets = type(left) == "expression_list" ? children(left) : std::vector{left};
    const std::vector<TSNode> values =
        type(right) == "expression_list" ? children(right) : std::vector{right};
    if (values.size() == targets.size()) {
      for (std::size_t i = 0; i < values.size(); ++i) {
        const ExprId value = expression(values[i]);
        add(into, {Act::kLet, expression(targets[i]), value, {}});
      }
      return;
    }
    if (values.empty()) return;
    const ExprId value = expression(values[0]);
    for (const TSNode target : targets) {
      const std::string name = text(target);
      if (name == "_" || name == "err") continue;
      add(into, {Act::kLet, expression(target), value, {}});
    }
  }

  void statement(TSNode node, BlockId into) {
    if (too_deep()) return;
    const Deeper deeper(depth_);
    const std::string_view kind = type(node);
    if (kind == "import_declaration") {
      walk(
          node,
          [&](TSNode inner) {
            if (type(inner) != "import_spec") return true;
            const std::string path = unquoted(file_.text_of(field(inner, "path")));
            const TSNode alias = field(inner, "name");
            const std::string last = path.substr(path.rfind('/') + 1);
            program.imports.push_back({none(alias) ? last : text(alias), {path, "*"}});
            return false;
          },
          10'000);
    } else if (kind == "function_declaration") {
      function(node, text(field(node, "name")), "");
    } else if (kind == "method_declaration") {
      std::string owner;
      walk(
          field(node, "receiver"),
          [&](TSNode inner) {
            if (type(inner) == "type_identifier" && owner.empty()) owner = text(inner);
            return true;
          },
          100);
      function(node, owner + "." + text(field(node, "name")), owner);
    } else if (kind == "type_declaration") {
      type_of(node);
    } else if (kind == "short_var_declaration" || kind == "assignment_statement") {
      const TSNode op = field(node, "operator");
      if (!none(op) && text(op) == "+=") {
        const std::vector<TSNode> targets = children(field(node, "left"));
        const std::vector<TSNode> values = children(field(node, "right"));
        if (targets.size() == 1 && values.size() == 1) {
          const ExprId target = expression(targets[0]);
          add(into, {Act::kDo, kNone, make(Op::kAssign, node, {target, expression(values[0])}, "+="), {}});
        }
        return;
      }
      let(field(node, "left"), field(node, "right"), into);
    } else if (kind == "var_declaration" || kind == "const_declaration") {
      walk(
          node,
          [&](TSNode inner) {
            if (type(inner) != "var_spec" && type(inner) != "const_spec") return true;
            const TSNode value = field(inner, "value");
            if (!none(value)) let(field(inner, "name"), value, into);
            return false;
          },
          10'000);
    } else if (kind == "if_statement") {
      if_of(node, into);
    } else if (kind == "for_statement") {
      for_of(node, into);
    } else if (kind == "return_statement") {
      ExprId value = kNone;
      for (const TSNode list : children(node)) {
        const std::vector<TSNode> values =
            type(list) == "expression_list" ? children(list) : std::vector{list};
        if (!values.empty()) value = expression(values[0]);
        for (std::size_t i = 1; i < values.size(); ++i)
          add(into, {Act::kDo, kNone, expression(values[i]), {}});
      }
      add(into, {Act::kReturn, kNone, value, {}});
    } else if (kind == "break_statement" || kind == "continue_statement") {
      add(into, {Act::kLeave, kNone, kNone, {}});
    } else if (kind == "expression_switch_statement" || kind == "type_switch_statement" ||
               kind == "select_statement") {
      switch_of(node, into);
    } else if (kind == "block" || kind == "statement_list" || kind == "labeled_statement") {
      statements(node, into);
    } else if (kind == "expression_statement" || kind == "go_statement" || kind == "defer_statement") {
      for (const TSNode child : children(node)) add(into, {Act::kDo, kNone, expression(child), {}});
    } else if (kind != "package_clause") {
      add(into, {Act::kDo, kNone, expression(node), {}});
    }
  }

  void if_of(TSNode node, BlockId into) {
    Statement chosen{Act::kIf, kNone, kNone, {}};
    for (;;) {
      if (const TSNode first = field(node, "initializer"); !none(first)) statement(first, into);
      chosen.arms.push_back({{expression(field(node, "condition"))}, block(field(node, "consequence"))});
      const TSNode other = field(node, "alternative");
      if (none(other)) break;
      if (type(other) == "if_statement") {
        node = other;
        continue;
      }
      chosen.arms.push_back({{}, block(other)});
      break;
    }
    add(into, std::move(chosen));
  }

  void for_of(TSNode node, BlockId into) {
    for (const TSNode part : children(node)) {
      if (type(part) != "range_clause") continue;
      const std::vector<TSNode> names = children(field(part, "left"));
      if (names.empty()) break;
      Statement loop{Act::kLoop, expression(names.back()), expression(field(part, "right")), {}};
      loop.arms.push_back({{}, block(field(node, "body"))});
      add(into, std::move(loop));
      return;
    }
    add(into, {Act::kBlocks, kNone, kNone, {{{}, block(field(node, "body"))}}});
  }

  void switch_of(TSNode node, BlockId into) {
    if (const TSNode first = field(node, "initializer"); !none(first)) statement(first, into);
    const TSNode value = field(node, "value");
    const bool plain = type(node) == "expression_switch_statement" && !none(value);
    Statement chosen{plain ? Act::kSwitch : Act::kBlocks, kNone, plain ? expression(value) : kNone, {}};
    for (const TSNode part : children(node)) {
      if (!type(part).ends_with("_case")) continue;
      Arm arm;
      const TSNode labels = field(part, "value");
      if (plain && !none(labels)) {
        for (const TSNode label : children(labels)) arm.labels.push_back(expression(label));
      }
      arm.block = new_block();
      for (const TSNode child : children(part)) {
        if (!none(labels) && ts_node_eq(child, labels)) continue;
        statement(child, arm.block);
      }
      // An empty case does not fall through in Go.
      add(arm.block, {Act::kLeave, kNone, kNone, {}});
      chosen.arms.push_back(std::move(arm));
    }
    add(into, std::move(chosen));
  }

  void type_of(TSNode node) {
    walk(
        node,
        [&](TSNode spec) {
          if (type(spec) != "type_spec") return true;
          Class made;
          made.name = text(field(spec, "name"));
          made.line = ParsedFile::line_of(spec);
          walk(
              field(spec, "type"),
              [&](TSNode inner) {
                if (type(inner) != "field_declaration") return true;
                made.typed.push_back({text(field(inner, "name")), text(field(inner, "type"))});
                return false;
              },
              5000);
          program.classes.push_back(std::move(made));
          return false;
        },
        10'000);
  }

  std::uint32_t function(TSNode node, std::string name, std::string owner) {
    const auto number = static_cast<std::uint32_t>(program.functions.size());
    program.functions.emplace_back();
    Function made;
    made.name = std::move(name);
    made.owner = std::move(owner);
    made.line = ParsedFile::line_of(node);
    made.exported = true;
    for (const TSNode one : children(field(node, "parameters"))) {
      const std::string typed = text(field(one, "type"));
      bool any = false;
      for (const TSNode part : children(one)) {
        if (type(part) != "identifier") continue;
        made.parameters.push_back({make(Op::kName, part, {}, text(part)), typed});
        any = true;
      }
      if (!any) made.parameters.push_back({make(Op::kOpaque, one), typed});
    }
    made.body = block(field(node, "body"));
    program.functions[number] = std::move(made);
    return number;
  }

  ExprId expression(TSNode node);
  ExprId composite(TSNode node);
  ExprId call(TSNode node);
};

ExprId Go::composite(TSNode node) {
  std::vector<ExprId> parts;
  std::vector<std::string> names;
  bool keyed = false;
  const TSNode body = type(node) == "literal_value" ? node : field(node, "body");
  for (const TSNode element : children(body)) {
    const std::vector<TSNode> inner = children(element);
    if (type(element) == "keyed_element" && inner.size() == 2) {
      keyed = true;
      const std::string key = text(inner[0]);
      names.push_back(key.starts_with('"') ? unquoted(key) : key);
      parts.push_back(expression(inner[1]));
    } else {
      names.push_back(std::to_string(parts.size()));
      parts.push_back(expression(inner.empty()                        ? element
                                 : type(element) == "literal_element" ? inner[0]
                                                                      : element));
    }
  }
  const ExprId id = make(keyed ? Op::kObject : Op::kList, node, std::move(parts), text(field(node, "type")));
  program.exprs[id].names = std::move(names);
  return id;
}

ExprId Go::call(TSNode node) {
  TSNode callee = field(node, "function");
  std::vector<ExprId> operands{expression(callee)};
  for (const TSNode argument : children(field(node, "arguments"))) {
    operands.push_back(type(argument) == "variadic_argument" && !children(argument).empty()
                           ? make(Op::kSpread, argument, {expression(children(argument)[0])})
                           : expression(argument));
  }
  return make(Op::kCall, node, std::move(operands), text(field(node, "type_arguments")));
}

ExprId Go::expression(TSNode node) {
  if (none(node) || too_deep()) return make(Op::kOpaque, none(node) ? file_.root() : node);
  const Deeper deeper(depth_);
  const std::string_view kind = type(node);
  if (kind == "identifier" || kind == "field_identifier" || kind == "type_identifier") {
    return make(Op::kName, node, {}, text(node));
  }
  if (kind == "interpreted_string_literal" || kind == "raw_string_literal") {
    return make(Op::kText, node, {}, unquoted(file_.text_of(node)));
  }
  if (kind == "int_literal" || kind == "float_literal" || kind == "true" || kind == "false" ||
      kind == "nil") {
    return make(Op::kConstant, node, {}, text(node));
  }
  if (kind == "selector_expression") {
    const ExprId inner = expression(field(node, "operand"));
    return make(Op::kMember, node, {inner}, text(field(node, "field")));
  }
  if (kind == "index_expression") {
    const ExprId inner = expression(field(node, "operand"));
    return make(Op::kIndex, node, {inner, expression(field(node, "index"))});
  }
  if (kind == "call_expression") return call(node);
  if (kind == "composite_literal" || kind == "literal_value") return composite(node);
  if (kind == "func_literal") {
    const ExprId id = make(Op::kFunction, node);
    const std::uint32_t number = function(node, "", "");
    program.exprs[id].number = number;
    return id;
  }
  if (kind == "binary_expression") {
    const std::string op = text(field(node, "operator"));
    if (op == "+") {
      std::vector<TSNode> parts;
      TSNode left = node;
      while (type(left) == "binary_expression" && file_.text_of(field(left, "operator")) == "+" &&
             parts.size() < 2000) {
        parts.push_back(field(left, "right"));
        left = field(left, "left");
      }
      std::vector<ExprId> operands{expression(left)};
      for (auto part = parts.rbegin(); part != parts.rend(); ++part) operands.push_back(expression(*part));
      return make(Op::kConcat, node, std::move(operands));
    }
    const ExprId left = expression(field(node, "left"));
    const ExprId right = expression(field(node, "right"));
    if (op == "&&" || op == "||") return make(op == "&&" ? Op::kAnd : Op::kOr, node, {left, right});
    if (op == "==" || op == "!=" || op.starts_with('<') || op.starts_with('>')) {
      return make(Op::kCompare, node, {left, right}, op);
    }
    return make(Op::kOpaque, node, {left, right});
  }
  if (kind == "unary_expression") {
    const std::string op = text(field(node, "operator"));
    const ExprId inner = expression(field(node, "operand"));
    return op == "!"                ? make(Op::kNot, node, {inner})
           : op == "&" || op == "*" ? inner
                                    : make(Op::kOpaque, node, {inner});
  }
  if (kind == "type_assertion_expression") {
    const ExprId inner = expression(field(node, "operand"));
    const std::string typed = text(field(node, "type"));
    const bool number = typed.starts_with("int") || typed.starts_with("float") || typed == "bool";
    return number ? make(Op::kOpaque, node, {inner}) : inner;
  }
  if (kind == "type_conversion_expression") return expression(field(node, "operand"));
  if (kind == "slice_expression") return expression(field(node, "operand"));
  const std::vector<TSNode> inner = children(node);
  if (kind == "parenthesized_expression")
    return inner.empty() ? make(Op::kOpaque, node) : expression(inner[0]);
  std::vector<ExprId> parts;
  for (const TSNode child : inner) parts.push_back(expression(child));
  return make(Op::kOpaque, node, std::move(parts));
}

}  // namespace

Program lower_go(const ParsedFile& file) {
  Go go(file);
  go.run();
  return std::move(go.program);
}

}  // namespace mcpjury::flow
