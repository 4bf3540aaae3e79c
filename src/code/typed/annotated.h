// Annotations and classes of Java, C# and Kotlin, seen alike.
//
// Plain functions over nodes of one file, and ClassTypes, which turns types by their text into JSON Schema.
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "code/summary.h"
#include "code/typed/values.h"

namespace mcpjury {

struct Annotation {
  std::string_view name;                      // "Tool", of [McpServerToolAttribute] "McpServerTool"
  std::map<std::string_view, TSNode> values;  // a value without a name stands under ""
};

struct Parameter {
  std::string_view name, type;
  std::vector<Annotation> annotations;
  bool optional = false;  // has a default or may be null
};

std::vector<Annotation> annotations_of(const ParsedFile& file, TSNode declaration);
const Annotation* find_annotation(const std::vector<Annotation>& all, std::string_view name);
TSNode annotation_value(const Annotation& annotation, std::string_view key);
std::vector<Parameter> parameters_of(const ParsedFile& file, TSNode method);

class ClassTypes {
 public:
  explicit ClassTypes(const Values& values);
  // {} for a type that is not known here.
  Json schema(std::string_view type, int depth = 0) const;
  bool knows(std::string_view type) const { return classes_.contains(type) || enums_.contains(type); }
  // What the annotations say of a parameter or property: description, whether it is required.
  std::string description(const std::vector<Annotation>& annotations) const;
  bool required(const Parameter& parameter) const;

 private:
  void collect_class(TSNode node);
  const Values& values_;
  const ParsedFile& file_;
  std::map<std::string_view, std::vector<Parameter>> classes_;
  std::map<std::string_view, std::vector<std::string_view>> enums_;
  mutable std::size_t reads_ = 0;
};

// Methods that stand under one of the named annotations become tools.
void read_annotated_tools(const Values& values, const ClassTypes& types,
                          const std::vector<std::string_view>& annotations, FileSummary& summary);

}  // namespace mcpjury
