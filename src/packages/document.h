// Private to packages: JSON, TOML and YAML text as one kind of value, with the lines of the values that a
// reader asks for. Everything is bounded: depth, values, aliases, lines kept. Nothing throws.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json.h"
#include "packages/inventory_builder.h"

namespace mcpjury {

inline constexpr std::size_t kMaxDocumentDepth = 64;
inline constexpr std::size_t kMaxDocuments = 8;          // of one YAML stream
inline constexpr std::size_t kMaxAliasValues = 100'000;  // values that aliases of one YAML text stand for

// Is the line of the value at this RFC 6901 pointer wanted?
using WantLine = bool (*)(std::string_view pointer);

class DocumentLines {
 public:
  explicit DocumentLines(WantLine want = nullptr) : want_(want) {}
  void offer(std::string_view pointer, std::uint32_t line);
  void sort();
  std::uint32_t at(std::string_view pointer) const;  // 0 when not kept
  std::vector<std::pair<std::string, std::uint32_t>> take() { return std::move(kept_); }

 private:
  WantLine want_;
  std::size_t bytes_ = 0;
  std::vector<std::pair<std::string, std::uint32_t>> kept_;
};

struct Document {
  std::vector<Json> values;  // at least one; more only from YAML
  DocumentLines lines;       // of the first value
  const Json& root() const { return values.front(); }
};

// Duplicate keys become notes. kNotJson with the place and the reason, kLimit.
Result<Document> read_json_document(const InventorySource& source, WantLine want, InventoryBuilder& builder);
Result<Document> read_toml_document(const InventorySource& source, WantLine want, InventoryBuilder& builder);
// Every scalar is a string, so that the version 1.10 stays 1.10. An alias is a copy, counted; one that holds
// itself is refused. "<<" is a key like others.
Result<Document> read_yaml_document(const InventorySource& source, WantLine want, InventoryBuilder& builder);

// For WantLine: how many tokens, and the last but `from_end`.
std::size_t pointer_tokens(std::string_view pointer);
std::string_view pointer_token(std::string_view pointer, std::size_t from_end);
// "/a/b" and so on, each token escaped.
std::string pointer_to(std::initializer_list<std::string_view> tokens);

// Null objects and arrays of a wrong type are empty.
const JsonObject& object_or_empty(const Json* value);
const JsonArray& array_or_empty(const Json* value);
std::string_view string_or_empty(const Json* value);
bool is_true(const Json* value);  // true, or the YAML scalar "true"

}  // namespace mcpjury
