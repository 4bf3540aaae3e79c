#include "model/record_hash.h"

#include "base/canonical_json.h"
#include "base/sha256.h"

namespace mcpjury {

std::string record_sha256(const JsonObject& record) {
  JsonObject rest = record;
  rest.erase("record_sha256");
  if (Json* target = rest.if_contains("target"); target != nullptr && target->is_object())
    target->get_object().erase("ref_resolved_at");
  if (Json* engines = rest.if_contains("engines"); engines != nullptr && engines->is_array()) {
    for (Json& engine : engines->get_array()) {
      if (!engine.is_object()) continue;
      engine.get_object().erase("started_at");
      engine.get_object().erase("duration_ms");
    }
  }
  return sha256_hex(canonical_json(rest));
}

}  // namespace mcpjury
