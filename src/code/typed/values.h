// What an expression is worth without running it.
//
// Literals, concatenation, constants of the same file, conversions that change nothing (`.into()`,
// `string(x)`), maps and lists of such. One object a file; not thread safe; every descent is bounded by
// kMaxExpressionDepth and the whole by kMaxEvaluations, so that constants that refer to each other cannot
// grow without end.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "code/parsed_file.h"
#include "code/summary.h"
#include "code/typed/nodes.h"

namespace mcpjury {

class Values {
 public:
  explicit Values(const ParsedFile& file) : file_(file) {}

  // A value, or the bare name of a constant that another file may have, or nothing.
  CodeValue value(TSNode node) const { return read(node, 0); }
  // The same, but only a string.
  CodeValue text(TSNode node) const;
  std::string plain_text(TSNode node) const;  // empty when it is not known
  // A schema: a map, a call that wraps one, a string that holds JSON.
  CodeValue schema(TSNode node) const;

  const ParsedFile& file() const { return file_; }
  // Initialisers of names bound once in the file, whether at its top, in a class, or in a function.
  const std::map<std::string_view, TSNode>& names() const { return collected().names; }
  const std::map<std::string_view, TSNode>& constants() const { return collected().constants; }

 private:
  CodeValue read(TSNode node, int depth) const;
  CodeValue read_name(std::string_view name, int depth) const;
  CodeValue read_sum(TSNode node, int depth) const;
  CodeValue read_call_value(const Call& call, int depth) const;
  Json read_map(TSNode body, int depth) const;
  Json read_arguments_map(const Call& call, int depth) const;
  Json read_lambda_object(TSNode lambda, int depth) const;
  Json format(const Call& call, int depth) const;
  struct Bound {
    std::map<std::string_view, TSNode> names;      // null node: bound more than once
    std::map<std::string_view, TSNode> constants;  // those that other files can see
    void bind(const ParsedFile& file, TSNode name, TSNode value, bool constant);
  };
  // A walk over the whole tree, made when the first name is asked for: most files need none.
  const Bound& collected() const;

  const ParsedFile& file_;
  mutable std::optional<Bound> bound_;
  mutable std::size_t evaluations_ = 0;
};

inline constexpr std::size_t kMaxEvaluations = 200'000;
// A JSON text or a Rust json!(…) token tree as a value; null when it is none.
Json json_text(std::string_view text);

}  // namespace mcpjury
