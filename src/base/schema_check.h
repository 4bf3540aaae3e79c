// A small JSON Schema checker for the schemas this program ships (docs/schema).
//
// Checks: type (a name or a list), properties, required, additionalProperties (a boolean or a schema),
// items, uniqueItems, enum, const, minimum, maximum, minLength, maxLength, minItems, maxItems, anyOf,
// oneOf, and $ref to #/$defs/NAME; true and false are schemas. Accepts and ignores: $schema, $id, $defs,
// $comment, title, description, default, examples, format. Any other keyword, pattern and
// patternProperties among them, is a complaint of check_schema_itself(), so that a shipped schema
// cannot silently check less than it says. Never used on schemas of a scanned server. Thread safe.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/json.h"

namespace mcpjury {

struct SchemaComplaint {
  std::string pointer;  // into the checked value
  std::string message;
};

// At most `max_complaints` are returned; empty means the value fits. A schema that does not pass
// check_schema_itself() fits nothing: its own complaints are returned.
std::vector<SchemaComplaint> check_schema(const Json& schema, const Json& value,
                                          std::size_t max_complaints = 20);
// Empty when the schema uses only keywords this checker knows, each with a value of the right kind.
// `pointer` of these complaints points into the schema.
std::vector<SchemaComplaint> check_schema_itself(const Json& schema);

// check_schema() for one schema and many values: the schema itself is checked once. Keeps a reference to it.
class RepeatedSchema {
 public:
  explicit RepeatedSchema(const Json& schema) : schema_(schema), own_(check_schema_itself(schema)) {}
  std::vector<SchemaComplaint> check(const Json& value, std::size_t max_complaints = 20) const;

 private:
  const Json& schema_;
  std::vector<SchemaComplaint> own_;
};

}  // namespace mcpjury
