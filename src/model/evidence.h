// Everything the program saw of one target, and for each facet whether it was seen.
//
// A value: observers fill it, detect and grade only read it. Written as canonical JSON (RFC 8785);
// docs/schema/evidence.schema.json describes every facet. The SHA-256 leaves out what differs
// between two looks at the same thing: observed_at, durations, session ids and the request log.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "model/enums.h"

namespace mcpjury {

inline constexpr int kEvidenceSchemaVersion = 1;

struct Target {
  TargetKind kind = TargetKind::kToolList;
  std::string id;       // history key of product.md; empty for stdin
  std::string display;  // as the user wrote it, secrets replaced
};

struct FacetRecord {
  FacetState state = FacetState::kNotLooked;
  std::string reason;  // why it is not seen; may also remark on a seen facet
  Json data;           // an object when seen
};

// A stated maximum that was reached: part of what was sent was not looked at.
struct LimitHit {
  std::string what;     // "tools", "schema_depth", …
  std::string pointer;  // where, if it can be said
  std::uint64_t limit = 0;
};

// Something about the bytes that the parsed value no longer shows.
struct InputNote {
  std::string what;  // "duplicate_key", "tool_without_name", …
  std::string pointer;
  std::uint32_t line = 0;
};

// File and line of every tool and string, by pointer into the document that was read.
struct Places {
  std::string file;  // relative or as given; empty when unknown
  std::map<std::string, std::uint32_t, std::less<>> lines;
  std::map<std::string, std::string, std::less<>> files;  // where parts come from other files than `file`

  std::uint32_t line_of(std::string_view pointer) const;     // nearest known ancestor; 0 when none
  std::string_view file_of(std::string_view pointer) const;  // nearest known ancestor; else `file`
};

struct Evidence {
  Target target;
  std::string observed_at;  // RFC 3339, UTC, whole seconds
  std::array<FacetRecord, kFacetCount> facets;
  std::vector<LimitHit> limits;
  std::vector<InputNote> notes;
  Places places;
  JsonArray request_log;
  bool replayed = false;  // read from a record, not looked at now; not written

  FacetRecord& facet(Facet which) { return facets[static_cast<std::size_t>(which)]; }
  const FacetRecord& facet(Facet which) const { return facets[static_cast<std::size_t>(which)]; }
  bool seen(Facet which) const { return facet(which).state == FacetState::kSeen; }
};

Json evidence_to_json(const Evidence& evidence);
// Checks against the shipped schema; accepts every earlier schema_version through pure upgrades.
Result<Evidence> evidence_from_json(const Json& document, std::string_view name);
bool looks_like_evidence(const Json& document);
std::string evidence_sha256(const Evidence& evidence);

}  // namespace mcpjury
