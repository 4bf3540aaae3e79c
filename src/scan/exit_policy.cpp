#include "scan/exit_policy.h"

#include <algorithm>
#include <array>

#include "grade/grade.h"

namespace mcpjury {
namespace {

constexpr std::array<int, 8> kPrecedence = {130, 70, 2, 1, 4, 3, 5, 0};

std::size_t rank_of(int code) {
  const auto found = std::find(kPrecedence.begin(), kPrecedence.end(), code);
  // A code nobody planned is our own fault and must not hide behind a milder one.
  return found == kPrecedence.end() ? 1 : static_cast<std::size_t>(found - kPrecedence.begin());
}

}  // namespace

bool incomplete(const ScanReport& report) {
  // A configuration that was only read is whole without the tools of the server, which nobody asked to see.
  const FacetState definition = report.evidence.facet(Facet::kDefinition).state;
  if (report.evidence.target.kind == TargetKind::kConfig && definition == FacetState::kNotLooked)
    return !report.evidence.limits.empty();
  if (!report.evidence.seen(Facet::kDefinition) || !report.evidence.limits.empty()) return true;
  const GradeInput input{report.evidence, report.surface, report.tools, report.findings};
  return !incompleteness(input).empty();
}

int exit_code(const ScanReport& report, const ExitPolicy& policy) {
  if (policy.exit_zero) return 0;
  if (reached(policy.fail_on, report)) return 1;
  if (incomplete(report)) return 4;
  if (policy.strict_clean) {
    for (const Finding& finding : report.findings) {
      if (finding.counts_in(report.strictness) && !finding.suppressed &&
          finding.baseline != BaselineState::kUnchanged)
        return 5;
    }
  }
  return 0;
}

int worse_exit_code(int a, int b) { return rank_of(a) <= rank_of(b) ? a : b; }

int combine_exit_codes(const std::vector<int>& codes) {
  int worst = 0;
  for (const int code : codes) worst = worse_exit_code(worst, code);
  return worst;
}

}  // namespace mcpjury
