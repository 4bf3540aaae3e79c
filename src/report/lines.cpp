// One line a finding, as compilers write them: "file:line: error: message [rule]". For editors, problem
// matchers and grep. What fails the run, or is high without --fail-on, is an error.
#include <fmt/format.h>

#include "base/escape.h"
#include "model/place_of.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

std::string_view level_for_line(const ScanReport& report, const Finding& finding,
                                const RenderOptions& options) {
  const bool fails =
      options.finding_fails ? options.finding_fails(report, finding) : finding.severity >= Severity::kHigh;
  if (fails) return "error";
  return finding.severity >= Severity::kMedium ? "warning" : "notice";
}

}  // namespace

std::string render_lines(const Reports& reports, const RenderOptions& options) {
  std::string out;
  for (const auto& report : reports) {
    for (const Finding& finding : report->findings) {
      if (!is_open(*report, finding) || finding.baseline == BaselineState::kUnchanged) continue;
      const Place place = place_of(report->evidence, finding.pointer);
      std::string where(place.file.empty() ? std::string_view(report->evidence.target.display) : place.file);
      if (!place.file.empty()) where += fmt::format(":{}", std::max<std::uint32_t>(1, place.line));
      out += escape_terminal(fmt::format("{}: {}: {} ({}) [{}]", where,
                                         level_for_line(*report, finding, options), sentence_of(finding),
                                         clip(subject_text(finding), 80), detector_of(finding).id)) +
             "\n";
    }
    const FindingCounts counts = count_findings(*report);
    const Verdict verdict = verdict_of(*report, options);
    out += escape_terminal(fmt::format("mcpjury: {}: {}{}{}; {} findings, {} suppressed", title_of(*report),
                                       display_of(verdict.word),
                                       verdict.incomplete.empty() ? "" : ", incomplete: ", verdict.incomplete,
                                       counts.counted, counts.suppressed)) +
           "\n";
  }
  return out;
}

}  // namespace mcpjury
