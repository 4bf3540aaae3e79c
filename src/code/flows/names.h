// What a name in a file stands for: the module and member behind imports, require(), compilers' helper calls,
// promisify() and constants. Built once a file; read only afterwards.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "code/flows/ir.h"

namespace mcpjury::flow {

struct Resolved {
  std::string module;  // "child_process", "./git.js", "os/exec"; empty: the file itself or a global
  std::string member;  // "exec", "AsyncClient().get"; "()" marks what a call or constructor gave
};

class Names {
 public:
  explicit Names(const Program& program);

  // Empty when nothing is known of the expression.
  std::optional<Resolved> resolve(ExprId id, int depth = 0) const;
  // The expression a name was bound to, when it was bound once or always the same way.
  ExprId bound(std::string_view name) const;
  // Literal text of a constant expression: a string, a name bound to one, "a" + "b", TOOLS.name of an object.
  std::optional<std::string> text(ExprId id, int depth = 0) const;
  // A function of this file by the name it is called with; kNone when there is none.
  std::uint32_t function(std::string_view name) const;
  // Follows names to the object, list or call they stand for.
  ExprId meaning(ExprId id, int depth = 0) const;

 private:
  const Program& program_;
  struct Binding {
    ExprId value = kNone;
    std::string member;  // taken out of it by destructuring
    bool several = false;
  };
  std::unordered_map<std::string, Binding> bindings_;
  std::unordered_map<std::string, Imported> imports_;
  std::unordered_map<std::string, std::uint32_t> functions_;

  void bind(ExprId target, ExprId value);
  std::optional<Resolved> resolve_call(ExprId id, int depth) const;
};

bool is_relative(std::string_view module);

}  // namespace mcpjury::flow
