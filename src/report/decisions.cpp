// What the operator decided about this report: suppressions that hold, those that expired, and how it stands
// to an older report.
#include <fmt/format.h>

#include "base/escape.h"
#include "report/summary.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostDecisions = 10;

std::string found(std::size_t count) { return fmt::format("{} finding{}", count, count == 1 ? "" : "s"); }

std::string baseline_line(const ScanReport& report) {
  const BaselineComparison& baseline = *report.baseline;
  if (!baseline.known)
    return fmt::format("Baseline: the target is not in it; all {} are new.", found(baseline.new_findings));
  const bool whole = report.evidence.seen(Facet::kDefinition) && report.evidence.limits.empty();
  return fmt::format("Against the baseline of {}: {} new, {} unchanged, {} {}.", baseline.observed_at,
                     baseline.new_findings, baseline.unchanged, baseline.fixed.size(),
                     whole ? "fixed" : "not seen any more, but not everything was seen");
}

}  // namespace

std::vector<std::string> decision_lines(const ScanReport& report) {
  std::vector<std::string> out;
  if (report.baseline) out.push_back(baseline_line(report));
  for (const SuppressionUse& use : report.suppressions) {
    if (!use.expired) continue;
    if (out.size() > kMostDecisions) break;
    out.push_back(fmt::format(
        "The suppression of {} expired on {}: {} back.", clip(use.what.rule, 60), use.what.expires,
        use.findings.size() == 1 ? "1 finding is" : found(use.findings.size()) + " are"));
  }
  return out;
}

void write_decisions(Page& page, const ScanReport& report, const RenderOptions& options) {
  for (const std::string& line : decision_lines(report)) page.paragraph("", line, 2);
  std::size_t shown = 0, left = 0;
  for (const SuppressionUse& use : report.suppressions) {
    if (use.expired) continue;
    if (shown == kMostDecisions && !options.verbose) {
      ++left;
      continue;
    }
    ++shown;
    page.paragraph(
        "Suppressed: ",
        fmt::format("{} of {} until {}{}{}: {}", use.findings.size(), use.what.rule, use.what.expires,
                    use.what.owner.empty() ? "" : ", ", use.what.owner, use.what.reason),
        2);
  }
  if (left > 0) page.paragraph("", fmt::format("and {} more suppressions; -v shows all.", left), 2);
  if (!report.baseline || !options.verbose) return;
  for (const FixedFinding& fixed : report.baseline->fixed)
    page.paragraph(
        "Fixed: ", fmt::format("{} {} {}: {}", fixed.severity, fixed.detector, fixed.subject, fixed.message),
        2);
}

}  // namespace mcpjury
