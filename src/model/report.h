// One scanned target, judged: the one model every format renders.
//
// Holds the evidence and the surface that views into it, so it is made in place and not copied.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/assessment.h"
#include "model/baseline.h"
#include "model/evidence.h"
#include "model/finding.h"
#include "model/suppression.h"
#include "model/surface.h"
#include "model/tool_facts.h"

namespace mcpjury {

// The program and the catalogue that judged.
struct MadeBy {
  std::string program_version, program_commit, catalog_version, catalog_sha256;
};

struct ScanReport {
  ScanReport() = default;
  ScanReport(const ScanReport&) = delete;
  ScanReport& operator=(const ScanReport&) = delete;

  Evidence evidence;
  std::string evidence_sha256;
  Surface surface;                             // views into evidence
  std::vector<Finding> findings;               // worst first; finding i has the id F<i+1>
  std::vector<ToolFacts> tools;                // parallel to surface.tools
  std::vector<SuppressionUse> suppressions;    // those that cover something here, or did before they expired
  std::optional<BaselineComparison> baseline;  // when an older report was given
  Assessments assessments;
  Agreement agreement;
  Strictness strictness = Strictness::kPrecise;
  MadeBy made_by;                         // of a saved report that was read again; empty: this program
  const JsonObject* consensus = nullptr;  // of a saved report: what its judges said, as it stood
};

std::string finding_id(std::size_t index);
// Stable over scans: detector, target, subject, place inside the subject, and the quoted words; never
// the position in a list.
std::string fingerprint_of(const Finding& finding, std::string_view detector_id, std::string_view target_id);

}  // namespace mcpjury
