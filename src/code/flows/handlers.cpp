#include "code/flows/handlers.h"

#include <algorithm>
#include <array>

#include "base/one_of.h"

namespace mcpjury::flow {
namespace {

using Source = Handler::Source;

constexpr auto kHandlerKeys = std::to_array<std::string_view>(
    {"handler", "execute", "run", "handle", "call", "callback", "cb", "fn", "func", "function",
     "toolFunction", "invoke", "action", "handlerFn", "toolHandler", "process"});
constexpr auto kSchemaKeys = std::to_array<std::string_view>(
    {"inputSchema", "input_schema", "parameters", "schema", "zodSchema", "paramsSchema", "args", "params",
     "input", "inputs", "description", "argsSchema", "toolSchema"});

class Finder {
 public:
  Finder(const ParsedFile& file, const Program& program, const Names& names)
      : file_(file), program_(program), names_(names) {}

  std::vector<Handler> run() {
    if (file_.language() == CodeLanguage::kPython) {
      python();
    } else if (file_.language() == CodeLanguage::kGo) {
      go();
    } else {
      script();
    }
    return std::move(found_);
  }

 private:
  ExprId member(const Expr& object, std::string_view name) const {
    for (std::size_t i = 0; i < object.operands.size() && i < object.names.size(); ++i) {
      if (object.names[i] == name) return object.operands[i];
    }
    return kNone;
  }

  // The function an expression stands for: written there, or by its name, also through .bind(this) and
  // wrappers that take it as their only function.
  void add(Handler handler, ExprId id, int depth = 0) {
    if (id == kNone || depth > 4 || found_.size() > 2000) return;
    const Expr& expr = program_.at(id);
    if (handler.line == 0) handler.line = expr.line;
    if (expr.op == Op::kFunction) {
      handler.function = expr.number;
      found_.push_back(std::move(handler));
      return;
    }
    if (expr.op == Op::kCall) {
      const Expr& callee = program_.at(expr.operands[0]);
      if (callee.op == Op::kMember && callee.text == "bind")
        return add(std::move(handler), callee.operands[0], depth + 1);
      for (std::size_t i = 1; i < expr.operands.size(); ++i) {
        const Op op = program_.at(expr.operands[i]).op;
        if (op == Op::kFunction || op == Op::kName) {
          const std::size_t before = found_.size();
          add(handler, expr.operands[i], depth + 1);
          if (found_.size() > before) return;
        }
      }
      return;
    }
    if (expr.op != Op::kName && expr.op != Op::kMember) return;
    std::string name = expr.text;
    if (expr.op == Op::kMember && program_.at(expr.operands[0]).op == Op::kName) {
      const std::string& object = program_.at(expr.operands[0]).text;
      if (object == "this") {
        for (std::uint32_t i = 1; i < program_.functions.size(); ++i) {
          if (program_.functions[i].name.ends_with("." + name)) {
            handler.function = i;
            found_.push_back(std::move(handler));
            return;
          }
        }
        return;
      }
    }
    if (const auto resolved = names_.resolve(id)) {
      if (resolved->module.empty()) {
        handler.function = names_.function(resolved->member);
        if (handler.function == kNone) return;
      } else {
        handler.module = resolved->module;
        handler.target = resolved->member;
        if (handler.target.empty() || !is_relative(handler.module)) return;
      }
      found_.push_back(std::move(handler));
    }
  }

  void script() {
    for (ExprId id = 0; id < program_.exprs.size(); ++id) {
      const Expr& expr = program_.at(id);
      if (expr.op == Op::kCall && expr.operands.size() >= 2) registration(expr);
      if (expr.op == Op::kObject) tool_object(expr);
    }
    for (const Class& made : program_.classes) tool_class(made);
  }

  void registration(const Expr& expr) {
    const Expr& callee = program_.at(expr.operands[0]);
    if (callee.op != Op::kMember && callee.op != Op::kName) return;
    const std::string& method = callee.text;
    const std::size_t count = expr.operands.size() - 1;
    const ExprId last = expr.operands.back();
    if (method == "setRequestHandler" && count >= 2) {
      const Expr& schema = program_.at(expr.operands[1]);
      if (schema.text.find("CallTool") == std::string::npos && schema.text != "tools/call") return;
      Handler handler;
      handler.source = Source::kRequest;
      add(std::move(handler), last);
      return;
    }
    if (method != "tool" && method != "registerTool" && method != "addTool") return;
    const Expr& first = program_.at(names_.meaning(expr.operands[1]));
    if (count == 1 || first.op == Op::kObject) {
      if (count == 2 && first.op == Op::kObject) {  // addTool(definition, handler)
        Handler handler;
        if (const auto name = names_.text(member(first, "name"))) handler.tool = *name;
        add(std::move(handler), last);
      }
      return;  // addTool({name, execute}) is an object with a tool in it
    }
    Handler handler;
    if (const auto name = names_.text(expr.operands[1])) handler.tool = *name;
    // (name, callback) and (name, "description", callback): without a schema the callback gets no arguments.
    ExprId schema = kNone;
    for (std::size_t i = 2; i + 1 < expr.operands.size(); ++i) {
      const Expr& one = program_.at(names_.meaning(expr.operands[i]));
      if (one.op == Op::kText || one.op == Op::kConcat) continue;
      schema = expr.operands[i];
      break;
    }
    if (schema == kNone) return;
    const Expr& shape = program_.at(names_.meaning(schema));
    if (shape.op == Op::kObject) {
      if (const ExprId inner = member(shape, "inputSchema"); inner != kNone) {
        schema = inner;
      } else if (method == "registerTool" && member(shape, "...") == kNone) {
        return;  // a configuration without inputSchema: no arguments
      }
    }
    handler.harmless = harmless_members(program_, names_, schema);
    add(std::move(handler), last);
  }

  // { name: "x", description: …, handler: async (args) => … }
  void tool_object(const Expr& expr) {
    const ExprId name = member(expr, "name");
    if (name == kNone) return;
    bool tool = false;
    ExprId schema = kNone;
    for (std::size_t i = 0; i < expr.names.size(); ++i) {
      if (!one_of(expr.names[i], kSchemaKeys)) continue;
      tool = true;
      if (expr.names[i] != "description") schema = expr.operands[i];
    }
    if (!tool) return;
    for (std::size_t i = 0; i < expr.names.size(); ++i) {
      if (!one_of(expr.names[i], kHandlerKeys)) continue;
      const Op op = program_.at(expr.operands[i]).op;
      if (op != Op::kFunction && op != Op::kName && op != Op::kMember && op != Op::kCall) continue;
      Handler handler;
      if (const auto text = names_.text(name)) handler.tool = *text;
      if (schema != kNone) handler.harmless = harmless_members(program_, names_, schema);
      add(std::move(handler), expr.operands[i]);
      return;
    }
  }

  // class X extends MCPTool { name = "x"; description = …; async execute(input) {…} }
  void tool_class(const Class& made) {
    std::string name;
    bool described = false;
    ExprId schema = kNone;
    for (const auto& [key, value] : made.fields) {
      if (key == "name") name = names_.text(value).value_or("");
      if (key == "description") described = true;
      if (key == "schema" || key == "inputSchema") schema = value;
    }
    if (name.empty() || !described) return;
    for (const std::string_view key : kHandlerKeys) {
      const std::uint32_t function = names_.function(made.name + "." + std::string(key));
      if (function == kNone) continue;
      Handler handler;
      handler.function = function;
      handler.tool = name;
      handler.line = program_.functions[function].line;
      if (schema != kNone) handler.harmless = harmless_members(program_, names_, schema);
      found_.push_back(std::move(handler));
      return;
    }
  }

  void python() {
    for (std::uint32_t i = 1; i < program_.functions.size(); ++i) {
      for (const ExprId id : program_.functions[i].decorators) decorated(i, id);
    }
    // mcp.tool()(f), mcp.add_tool(f)
    for (const Expr& expr : program_.exprs) {
      if (expr.op != Op::kCall || expr.operands.size() < 2) continue;
      const Expr& callee = program_.at(expr.operands[0]);
      const bool adds = callee.op == Op::kMember && callee.text == "add_tool";
      const bool wraps = callee.op == Op::kCall && program_.at(callee.operands[0]).op == Op::kMember &&
                         program_.at(callee.operands[0]).text == "tool";
      if (!adds && !wraps) continue;
      const Expr& function = program_.at(expr.operands[1]);
      if (function.op != Op::kName) continue;
      Handler handler;
      handler.function = names_.function(function.text);
      handler.source = Source::kParameters;
      handler.tool = function.text;
      handler.line = expr.line;
      if (handler.function != kNone) found_.push_back(std::move(handler));
    }
  }

  void decorated(std::uint32_t function, ExprId id) {
    const Expr* decorator = &program_.at(id);
    std::string tool = program_.functions[function].name;
    tool = tool.substr(tool.rfind('.') + 1);
    if (decorator->op == Op::kCall) {
      for (std::size_t i = 1; i < decorator->operands.size(); ++i) {
        const std::string& key = i < decorator->names.size() ? decorator->names[i] : "";
        if (key == "name" || (key.empty() && i == 1)) {
          if (const auto text = names_.text(decorator->operands[i]); text && text->size() < 128) tool = *text;
        }
      }
      decorator = &program_.at(decorator->operands[0]);
    }
    if (decorator->op != Op::kMember) return;
    Handler handler;
    handler.function = function;
    handler.line = program_.functions[function].line;
    if (decorator->text == "tool") {
      handler.source = Source::kParameters;
      handler.tool = tool;
    } else if (decorator->text == "call_tool") {
      handler.source = Source::kSecond;
    } else {
      return;
    }
    found_.push_back(std::move(handler));
  }

  void go() {
    // Names first: s.AddTool(mcp.NewTool("x", …), handler), mcp.AddTool(server, &mcp.Tool{Name: "x"},
    // handler)
    std::vector<std::pair<std::uint32_t, std::string>> named;
    for (const Expr& expr : program_.exprs) {
      if (expr.op != Op::kCall || expr.operands.size() < 3) continue;
      const Expr& callee = program_.at(expr.operands[0]);
      if (callee.text != "AddTool") continue;
      std::string tool;
      for (std::size_t i = 1; i + 1 < expr.operands.size(); ++i) {
        const Expr& definition = program_.at(names_.meaning(expr.operands[i]));
        if (definition.op == Op::kCall && definition.operands.size() > 1) {
          if (const auto text = names_.text(definition.operands[1])) tool = *text;
        } else if (definition.op == Op::kObject) {
          if (const auto text = names_.text(member(definition, "Name"))) tool = *text;
        }
      }
      const Expr& handler = program_.at(expr.operands.back());
      std::uint32_t function = kNone;
      if (handler.op == Op::kFunction) function = handler.number;
      if (handler.op == Op::kName) function = names_.function(handler.text);
      if (handler.op == Op::kMember) {
        for (std::uint32_t i = 1; i < program_.functions.size(); ++i) {
          if (program_.functions[i].name.ends_with("." + handler.text)) function = i;
        }
      }
      if (function != kNone) named.emplace_back(function, tool);
    }
    for (std::uint32_t i = 1; i < program_.functions.size(); ++i) {
      const Function& function = program_.functions[i];
      if (function.parameters.size() < 2) continue;
      const std::string& type = function.parameters[1].type;
      if (type.find("CallToolRequest") == std::string::npos &&
          type.find("CallToolParams") == std::string::npos)
        continue;
      Handler handler;
      handler.function = i;
      handler.line = function.line;
      handler.source = function.parameters.size() >= 3 ? Source::kThird : Source::kSecond;
      for (const auto& [number, tool] : named) {
        if (number == i) handler.tool = tool;
      }
      found_.push_back(std::move(handler));
    }
  }

  const ParsedFile& file_;
  const Program& program_;
  const Names& names_;
  std::vector<Handler> found_;
};

}  // namespace

std::vector<Handler> find_handlers(const ParsedFile& file, const Program& program, const Names& names) {
  return Finder(file, program, names).run();
}

}  // namespace mcpjury::flow
