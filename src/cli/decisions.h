// What the operator decided beforehand, for the commands that judge: suppressions and a baseline.
#pragma once

#include <memory>
#include <optional>

#include "base/result.h"
#include "cli/options.h"
#include "report/baseline.h"
#include "scan/scan.h"
#include "scan/suppress.h"

namespace mcpjury {

struct Decisions {
  std::unique_ptr<SuppressionBook> suppressions;  // null: none
  std::optional<Baseline> baseline;
};

Result<Decisions> make_decisions(const CliOptions& options, const ScanOptions& scan);
// On stderr, after all reports: what expired, what covers nothing, and that a file nobody named suppressed
// something.
void tell_suppressions(const Decisions& decisions, const CliOptions& options);

}  // namespace mcpjury
