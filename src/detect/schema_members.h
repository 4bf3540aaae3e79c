// What the members of a JSON Schema object are to a reader of its strings. Values; thread safe.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "base/json.h"

namespace mcpjury {

enum class Member : std::uint8_t {
  kProperties,
  kPatternProperties,
  kDefinitions,
  kText,
  kValue,
  kSkip,
  kSchema
};
// Anything unknown is kSchema: it may hold schemas, and its strings are read.
Member member_of(std::string_view key);

// The names in `required`, so that asking for every property in turn stays linear in all.
class RequiredNames {
 public:
  explicit RequiredNames(const JsonArray* required);
  bool contains(std::string_view name) const;

 private:
  std::vector<std::string_view> names_;  // sorted when there are many
};

}  // namespace mcpjury
