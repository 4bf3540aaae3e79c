// Whether a schema is small, shallow, and refers only to itself, without going round in circles.
//
// Nothing is fetched and nothing is expanded: each node is looked at once and references become edges
// of a graph, so forty levels of doubled references cost forty nodes. A schema over the size or depth
// bound is not followed further, which bounds all the rest. Pure; thread safe.
#pragma once

#include <cstddef>
#include <string>

#include "base/json.h"
#include "model/enums.h"

namespace mcpjury {

inline constexpr std::size_t kMaxSchemaBytes = 65'536;
inline constexpr std::size_t kMaxSchemaDepth = 32;

struct SchemaFault {
  const char* kind = nullptr;  // oversized, too_deep, ref_nonlocal, ref_unresolvable, ref_cycle; null: none
  Confidence confidence = Confidence::kHigh;
  std::string detail;  // the reference, where there is one
};

// The most serious fault. A cycle that takes in input on its way (a tree of trees) is legal JSON Schema
// and reported with low confidence; one of $ref and in-place applicators alone never ends.
SchemaFault check_schema(const JsonObject& schema);

// Bytes of the compact serialisation, counted without writing it; some value above `stop_at` when it is
// larger.
std::size_t serialized_size(const JsonObject& object, std::size_t stop_at);
// The same without looking into strings for what has to be escaped: never more, and at least a sixth.
std::size_t least_size(const JsonObject& object, std::size_t stop_at);
inline constexpr std::size_t kWidestEscape = 6;

}  // namespace mcpjury
