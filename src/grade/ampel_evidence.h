// What the engines of ampel read from the evidence besides findings: whether they have data at all, and the
// raw numbers that are no count of findings (percent, level, signature).
//
// Pure. Reasons are static text or view into the evidence.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "catalog/catalog.h"
#include "grade/grade.h"
#include "model/assessment.h"

namespace mcpjury {

struct EngineData {
  EngineState state = EngineState::kOk;
  std::string_view reason = {};          // why not ok
  std::optional<std::int64_t> raw = {};  // when it comes from the evidence and not from findings
};

// `found`: findings feed the engine. What was found is data even where the rest is missing; else a server
// could silence an engine by sending more than is looked at. `whole`: the tool list is.
EngineData engine_data(const MethodologyRule& engine, const GradeInput& input, bool found, bool whole);

// The single readers, for tests and the scan record.
EngineData dependency_data(const Evidence& evidence);
EngineData source_code_data(const Evidence& evidence);
EngineData health_data(const Evidence& evidence);
EngineData mfa_data(const Evidence& evidence);
EngineData slsa_data(const Evidence& evidence);
EngineData signature_data(const Evidence& evidence);

}  // namespace mcpjury
