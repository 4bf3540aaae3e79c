// Statements and definitions of Python.
#include "code/interpret/python_lowering.h"

#include <algorithm>

#include "code/interpret/script_lowering.h"

namespace mcpjury::interpret {
namespace {

// As inspect.cleandoc: the margin common to all lines but the first goes.
std::string clean_doc(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t from = 0;
  for (std::size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', from)) {
    lines.push_back(text.substr(from, at - from));
    from = at + 1;
  }
  lines.push_back(text.substr(from));
  std::size_t margin = std::string::npos;
  for (std::size_t i = 1; i < lines.size(); ++i) {
    const std::size_t indent = lines[i].find_first_not_of(" \t");
    if (indent != std::string::npos && indent < margin) margin = indent;
  }
  std::string out;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    std::string line = lines[i];
    const std::size_t indent = i == 0 ? line.find_first_not_of(" \t") : margin;
    line = indent == std::string::npos ? (i == 0 ? "" : line) : line.substr(std::min(indent, line.size()));
    const std::size_t last = line.find_last_not_of(" \t\r");
    line.erase(last == std::string::npos ? 0 : last + 1);
    out += (i == 0 ? "" : "\n") + line;
  }
  const std::size_t begin = out.find_first_not_of('\n');
  if (begin == std::string::npos) return {};
  return out.substr(begin, out.find_last_not_of('\n') - begin + 1);
}

}  // namespace

const Node* PythonLowering::module() { return block(file_.root()); }

void PythonLowering::body(FunctionCode& code) {
  const TSNode body = ParsedFile::field(code.tree, "body");
  const int outer = std::exchange(depth_, 0);
  code.body = code.expression ? expression(body) : block(body);
  depth_ = outer;
}

const Node* PythonLowering::block(TSNode node) {
  Node* result = make(Op::kBlock, node);
  Kids kids;
  for (std::uint32_t i = 0; !ts_node_is_null(node) && i < ts_node_named_child_count(node); ++i) {
    statement(ts_node_named_child(node, i), kids);
  }
  result->kids = std::move(kids);
  return result;
}

const Node* PythonLowering::let(std::string name, const Node* value, TSNode at) {
  Node* result = make(Op::kLet, at);
  result->kids = {make(Op::kName, at, std::move(name)), value};
  return result;
}

void PythonLowering::statement(TSNode node, Kids& out) {
  const DepthGuard guard(depth_);
  if (guard.too_deep() || program_.full()) return;
  const std::string_view type = ParsedFile::type_of(node);
  if (type == "expression_statement") {
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 50; ++i) {
      out.push_back(expression(ts_node_named_child(node, i)));
    }
  } else if (type == "function_definition" || type == "class_definition") {
    out.push_back(definition(node));
  } else if (type == "decorated_definition") {
    decorated(node, out);
  } else if (type == "return_statement" || type == "raise_statement") {
    Node* result = make(type == "return_statement" ? Op::kReturn : Op::kThrow, node);
    if (ts_node_named_child_count(node) > 0) result->kids.push_back(expression(first_named(node)));
    out.push_back(result);
  } else if (type == "if_statement") {
    out.push_back(if_statement(node, 0));
  } else if (type == "for_statement") {
    Node* loop = make(Op::kForOf, node);
    loop->kids = {pattern(field(node, "left")), expression(field(node, "right")), block(field(node, "body"))};
    out.push_back(loop);
  } else if (type == "while_statement" || type == "with_statement") {
    Node* loop = make(Op::kLoop, node);
    loop->kids.push_back(block(field(node, "body")));
    out.push_back(loop);
  } else if (type == "try_statement") {
    out.push_back(block(field(node, "body")));
  } else if (type == "import_statement" || type == "import_from_statement") {
    import_names(node, out);
  }
}

const Node* PythonLowering::if_statement(TSNode node, std::uint32_t from) {
  Node* result = make(Op::kIf, node);
  result->kids = {expression(field(node, "condition")), block(field(node, "consequence"))};
  for (std::uint32_t i = from; i < ts_node_named_child_count(node); ++i) {
    const TSNode part = ts_node_named_child(node, i);
    const std::string_view type = ParsedFile::type_of(part);
    if (type == "else_clause") {
      result->kids.push_back(block(field(part, "body")));
      break;
    }
    if (type == "elif_clause") {
      const DepthGuard guard(depth_);
      if (guard.too_deep()) break;
      Node* next = make(Op::kIf, part);
      next->kids = {expression(field(part, "condition")), block(field(part, "consequence"))};
      result->kids.push_back(next);
      break;  // further arms are rare where tools are registered
    }
  }
  return result;
}

void PythonLowering::import_names(TSNode node, Kids& out) {
  const bool from = ParsedFile::type_of(node) == "import_from_statement";
  const TSNode module_node = field(node, "module_name");
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 500; ++i) {
    const TSNode part = ts_node_named_child(node, i);
    if (from && ts_node_eq(part, module_node)) continue;
    const bool aliased = ParsedFile::type_of(part) == "aliased_import";
    const std::string name = text(aliased ? field(part, "name") : part);
    std::string local = aliased ? text(field(part, "alias")) : name;
    Node* call = make(Op::kCall, part);
    call->other = "python";
    call->kids = {make(Op::kName, part, "__import__"),
                  make(Op::kString, part, from ? text(module_node) : name)};
    if (ParsedFile::type_of(part) == "wildcard_import") {
      call->text = "*";
      out.push_back(call);
      continue;
    }
    if (from) {
      call->kids.push_back(make(Op::kString, part, name));
    } else if (!aliased && local.find('.') != std::string::npos) {
      local.erase(local.find('.'));  // "import a.b" binds a
      call->kids[1] = make(Op::kString, part, local);
    }
    out.push_back(let(std::move(local), call, part));
  }
}

void PythonLowering::decorated(TSNode node, Kids& out) {
  Node* result = make(Op::kDecorated, node);
  result->kids.push_back(definition(field(node, "definition")));
  for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 20; ++i) {
    const TSNode part = ts_node_named_child(node, i);
    if (ParsedFile::type_of(part) == "decorator") result->kids.push_back(expression(first_named(part)));
  }
  out.push_back(result);
}

const Node* PythonLowering::definition(TSNode node) {
  const std::string name = text(field(node, "name"));
  if (ParsedFile::type_of(node) == "class_definition") return let(name, klass(node), node);
  return let(name, function(node), node);
}

std::string PythonLowering::doc_of(TSNode body) {
  const TSNode first = ts_node_is_null(body) ? body : first_named(body);
  if (ParsedFile::type_of(first) != "expression_statement") return {};
  const TSNode value = first_named(first);
  const std::string_view type = ParsedFile::type_of(value);
  if (type != "string" && type != "concatenated_string") return {};
  const Node* node = expression(value);
  return node->op == Op::kString ? clean_doc(node->text) : std::string();
}

const Node* PythonLowering::function(TSNode node) {
  Node* result = make(Op::kFunction, node);
  FunctionCode* code = program_.function();
  result->function = code;
  code->name = text(field(node, "name"));
  code->line = ParsedFile::line_of(node);
  code->tree = node;
  code->lowering = this;
  code->expression = ParsedFile::type_of(node) == "lambda";
  const std::string_view source = file_.text_of(node);
  code->registers = source.find(".tool(") != std::string_view::npos ||
                    source.find(".list_tools(") != std::string_view::npos ||
                    source.find(".add_tool(") != std::string_view::npos;
  if (!code->expression) code->doc = doc_of(field(node, "body"));
  parameters(field(node, "parameters"), *code);
  return result;
}

void PythonLowering::parameters(TSNode list, FunctionCode& code) {
  for (std::uint32_t i = 0; !ts_node_is_null(list) && i < ts_node_named_child_count(list) && i < 100; ++i) {
    const TSNode item = ts_node_named_child(list, i);
    const std::string_view type = ParsedFile::type_of(item);
    Parameter parameter;
    TSNode name = item;
    if (type == "typed_parameter") name = first_named(item);
    if (type == "default_parameter" || type == "typed_default_parameter") name = field(item, "name");
    const std::string_view kind = ParsedFile::type_of(name);
    if (kind == "keyword_separator" || kind == "positional_separator" || kind == "comment") continue;
    parameter.variadic = kind == "list_splat_pattern" || kind == "dictionary_splat_pattern";
    if (parameter.variadic) name = first_named(name);
    parameter.name = text(name);
    parameter.pattern = make(Op::kName, item, parameter.name);
    const TSNode annotation = field(item, "type");
    if (!ts_node_is_null(annotation)) parameter.annotation = expression(annotation);
    const TSNode value = field(item, "value");
    if (!ts_node_is_null(value)) parameter.fallback = expression(value);
    code.parameters.push_back(std::move(parameter));
  }
}

const Node* PythonLowering::klass(TSNode node) {
  Node* result = make(Op::kClass, node);
  ClassCode* code = program_.klass();
  result->klass = code;
  code->python = true;
  code->name = text(field(node, "name"));
  code->line = ParsedFile::line_of(node);
  const TSNode bases = field(node, "superclasses");
  for (std::uint32_t i = 0; !ts_node_is_null(bases) && i < ts_node_named_child_count(bases) && i < 20; ++i) {
    const TSNode base = ts_node_named_child(bases, i);
    if (ParsedFile::type_of(base) != "keyword_argument") code->bases.push_back(expression(base));
  }
  const TSNode body = field(node, "body");
  code->doc = doc_of(body);
  for (std::uint32_t i = 0; !ts_node_is_null(body) && i < ts_node_named_child_count(body) && i < 5'000; ++i) {
    member(ts_node_named_child(body, i), *code);
  }
  return result;
}

void PythonLowering::member(TSNode node, ClassCode& code) {
  ClassMember result;
  if (ParsedFile::type_of(node) == "decorated_definition") {
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 20; ++i) {
      const TSNode part = ts_node_named_child(node, i);
      if (ParsedFile::type_of(part) != "decorator") continue;
      const std::string name = text(first_named(part));
      if (name == "staticmethod" || name == "classmethod") result.is_static = true;
      if (name == "property") result.getter = true;
      result.decorators.push_back(expression(first_named(part)));
    }
    node = field(node, "definition");
  }
  const std::string_view type = ParsedFile::type_of(node);
  if (type == "function_definition") {
    result.name = text(field(node, "name"));
    result.function = function(node)->function;
    bool unbound = false;
    for (const Node* decorator : result.decorators) unbound = unbound || decorator->text == "staticmethod";
    result.function->method = !unbound;
    code.members.push_back(std::move(result));
  } else if (type == "expression_statement" && ParsedFile::type_of(first_named(node)) == "assignment") {
    const TSNode assigned = first_named(node);
    result.name = text(field(assigned, "left"));
    const TSNode annotation = field(assigned, "type"), value = field(assigned, "right");
    if (!ts_node_is_null(annotation)) result.annotation = expression(annotation);
    if (!ts_node_is_null(value)) result.value = expression(value);
    code.members.push_back(std::move(result));
  }
}

const Node* PythonLowering::pattern(TSNode node) {
  const std::string_view type = ParsedFile::type_of(node);
  if (type == "pattern_list" || type == "tuple_pattern" || type == "list_pattern" || type == "tuple") {
    Node* result = make(Op::kArrayPattern, node);
    for (std::uint32_t i = 0; i < ts_node_named_child_count(node) && i < 100; ++i) {
      result->kids.push_back(pattern(ts_node_named_child(node, i)));
    }
    return result;
  }
  if (type == "identifier") return make(Op::kName, node, text(node));
  return expression(node);
}

std::unique_ptr<Lowering> lower_python(const ParsedFile& file, Program& program) {
  return std::make_unique<PythonLowering>(file, program);
}

}  // namespace mcpjury::interpret
