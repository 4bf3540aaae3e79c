// Rust structs and enums as JSON Schema, as serde and schemars describe them.
//
// One object a file; keeps nodes of it. Types of other files are empty schemas inside a struct, and a
// reference by their bare name when they stand alone.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "code/summary.h"
#include "code/typed/values.h"

namespace mcpjury {

// An item with the attributes and documentation that stand before it.
struct RustItem {
  TSNode node;
  std::vector<TSNode> attributes;  // attribute nodes
  std::string docs;
};

// Items of a list in their order. Those under #[cfg(test)] are left out.
std::vector<RustItem> rust_items(const ParsedFile& file, TSNode list);
// The attribute of that last name; null node when there is none.
TSNode rust_attribute(const ParsedFile& file, const RustItem& item, std::string_view name);
// key = value pairs of an attribute; a key without a value has a null node.
std::map<std::string_view, TSNode> attribute_pairs(const ParsedFile& file, TSNode attribute);

class RustTypes {
 public:
  explicit RustTypes(const Values& values);
  CodeValue schema(TSNode type) const;
  Json read(TSNode type, int depth) const;
  const std::map<std::string_view, RustItem>& types() const { return types_; }
  Json read_item(const RustItem& item, int depth) const;
  // The T of Option<T>, Parameters<T>, Vec<T>; null node when the type is not of that name.
  TSNode inner_of(TSNode type, std::string_view name) const;

 private:
  Json read_struct(const RustItem& item, int depth) const;
  Json read_enum(const RustItem& item) const;
  std::string attribute_text(const RustItem& item, std::string_view attribute, std::string_view key) const;
  bool has_key(const RustItem& item, std::string_view attribute, std::string_view key) const;

  const Values& values_;
  const ParsedFile& file_;
  std::map<std::string_view, RustItem> types_;
  mutable std::size_t reads_ = 0;
};

}  // namespace mcpjury
