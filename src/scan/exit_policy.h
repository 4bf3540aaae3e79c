// Which exit code a scan ends with: one decision for every command and every format.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/report.h"

namespace mcpjury {

// One condition of --fail-on: a severity or worse, a kind of finding, or a methodology's mark or worse.
struct FailCondition {
  enum class Type : std::uint8_t { kSeverity, kKind, kMark };
  Type type = Type::kSeverity;
  Severity severity = Severity::kInfo;
  Kind kind = Kind::kMalice;
  std::uint8_t scale = 0;  // which scale of marks; private to the implementation
  std::uint8_t step = 0;   // the mildest mark on it that fails
};

// What --fail-on asks for: "high", "malice", "tooltrust:D", "agentreserve:review", "ampel:amber",
// "aivss:C", "mcpbundles:risky", several joined by commas.
struct FailOn {
  std::vector<FailCondition> conditions;
};
Result<FailOn> parse_fail_on(std::string_view text);
// Every single condition there is.
std::vector<std::string> fail_on_words();

// Findings count when they count in the report's strictness, are not suppressed and, where there is a
// baseline, are not in it; marks are those with overrides where there are any, and with a baseline they must
// not have been reached in it.
bool reached(const FailOn& fail_on, const ScanReport& report);
// The same for one finding, and for the marks of one methodology.
bool reached_by(const FailOn& fail_on, const ScanReport& report, const Finding& finding);
bool reached_by_mark(const FailOn& fail_on, const ScanReport& report, std::string_view methodology);
// Zero tools, a limit, a partial list.
bool incomplete(const ScanReport& report);

struct ExitPolicy {
  FailOn fail_on;
  bool exit_zero = false;     // 1, 4 and 5 become 0: the report was made
  bool strict_clean = false;  // 5 when there are findings, all below the threshold
};
int exit_code(const ScanReport& report, const ExitPolicy& policy);

// Which of two codes the process ends with: 130, 70, 2, 1, 4, 3, 5, 0 in this order of precedence
// (product.md; wrong usage stands above what was scanned).
int worse_exit_code(int a, int b);
int combine_exit_codes(const std::vector<int>& codes);

}  // namespace mcpjury
