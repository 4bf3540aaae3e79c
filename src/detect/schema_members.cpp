#include "detect/schema_members.h"

#include <algorithm>

namespace mcpjury {
namespace {

constexpr std::size_t kManyRequired = 16;

}  // namespace

Member member_of(std::string_view key) {
  switch (key.size()) {
    case 2:
      return key == "id" ? Member::kSkip : Member::kSchema;
    case 3:
      return key == "$id" ? Member::kSkip : Member::kSchema;
    case 4:
      return key == "type" || key == "$ref" ? Member::kSkip
             : key == "enum"                ? Member::kValue
                                            : Member::kSchema;
    case 5:
      return key == "title"   ? Member::kText
             : key == "const" ? Member::kValue
             : key == "$defs" ? Member::kDefinitions
                              : Member::kSchema;
    case 6:
      return key == "format" ? Member::kValue : Member::kSchema;
    case 7:
      return key == "default" || key == "example" || key == "pattern" ? Member::kValue
             : key == "$schema" || key == "$anchor"                   ? Member::kSkip
                                                                      : Member::kSchema;
    case 8:
      return key == "required"   ? Member::kSkip
             : key == "examples" ? Member::kValue
             : key == "$comment" ? Member::kText
                                 : Member::kSchema;
    case 10:
      return key == "properties" ? Member::kProperties : Member::kSchema;
    case 11:
      return key == "description"   ? Member::kText
             : key == "definitions" ? Member::kDefinitions
                                    : Member::kSchema;
    case 16:
      return key == "dependentSchemas" ? Member::kDefinitions : Member::kSchema;
    case 17:
      return key == "patternProperties" ? Member::kPatternProperties : Member::kSchema;
    default:
      return Member::kSchema;
  }
}

RequiredNames::RequiredNames(const JsonArray* required) {
  if (!required) return;
  for (const Json& item : *required) {
    if (item.is_string()) names_.push_back(view(item.get_string()));
  }
  if (names_.size() > kManyRequired) std::sort(names_.begin(), names_.end());
}

bool RequiredNames::contains(std::string_view name) const {
  if (names_.size() > kManyRequired) return std::binary_search(names_.begin(), names_.end(), name);
  return std::find(names_.begin(), names_.end(), name) != names_.end();
}

}  // namespace mcpjury
