// check_schema over [schema, value]: complaints are bounded and point to something.
#include "base/schema_check.h"

#include "base/json.h"
#include "check.h"

using namespace mcpjury;

int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const auto parsed = parse_json(fuzz::as_text(data, size), "input", {});
  if (!parsed || !parsed->value.is_array() || parsed->value.as_array().size() != 2) return 0;
  const Json& schema = parsed->value.as_array()[0];
  const Json& value = parsed->value.as_array()[1];
  const bool sound = check_schema_itself(schema).empty();
  constexpr std::size_t kMost = 5;
  const auto complaints = check_schema(schema, value, kMost);
  if (!sound) {
    fuzz::check(!complaints.empty(), "a schema that is not sound fits nothing");
    return 0;
  }
  fuzz::check(complaints.size() <= kMost, "complaints are bounded");
  for (const SchemaComplaint& one : complaints) {
    fuzz::check(resolve_pointer(value, one.pointer) != nullptr, "a complaint points into the value");
    fuzz::check(!one.message.empty(), "a complaint says something");
  }
  return 0;
}
