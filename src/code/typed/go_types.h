// Go types as JSON Schema, as the libraries derive it from struct tags.
//
// One object a file; keeps nodes of it. Types of other files are empty schemas inside a struct, and a
// reference by their bare name when they stand alone.
#pragma once

#include <map>
#include <string_view>

#include "code/summary.h"
#include "code/typed/values.h"

namespace mcpjury {

class GoTypes {
 public:
  explicit GoTypes(const Values& values);

  CodeValue schema(TSNode type) const;
  // Of the value that a tool's function takes: its last parameter that is no context and no request. Null
  // node when there is none.
  TSNode input_of(TSNode parameters) const;
  // Parameters of a function or method of this file by name; null node when there is none or more than one.
  TSNode parameters_of(std::string_view function) const;

  const std::map<std::string_view, TSNode>& types() const { return types_; }
  const std::map<std::string_view, TSNode>& functions() const { return functions_; }

 private:
  Json read(TSNode type, int depth) const;
  Json read_struct(TSNode type, int depth) const;

  const Values& values_;
  std::map<std::string_view, TSNode> types_, functions_;
  mutable std::size_t reads_ = 0;
};

}  // namespace mcpjury
