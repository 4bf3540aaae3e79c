#include <memory>

#include "grade/grade.h"
#include "scan/definition_order.h"
#include "scan/scan.h"
#include "scan/suppress.h"

namespace mcpjury {

void judge_in_place(ScanReport& report, const ScanOptions& options, Detective& detective) {
  order_definition(report.evidence);
  const JsonObject* definition = report.evidence.facet(Facet::kDefinition).data.if_object();
  report.strictness = options.strictness;
  report.surface = definition != nullptr ? make_surface(*definition, options.limits) : Surface();
  DetectResult detected = detective.run(report.evidence, report.surface);
  // What detection did not read was not seen, and every methodology must know.
  if (detected.visits_exhausted) {
    report.evidence.limits.push_back(
        {"schema_or_text_size", std::move(detected.exhausted_pointer), options.limits.schema_visits});
  }
  if (detected.findings_dropped) {
    report.evidence.limits.push_back({"findings_per_detector", {}, options.limits.findings_per_detector});
  }
  report.findings = std::move(detected.findings);
  report.tools = std::move(detected.tools);
  report.suppressions.clear();
  if (options.suppressions != nullptr) options.suppressions->apply(report);
  report.assessments =
      grade_all({report.evidence, report.surface, report.tools, report.findings}, options.strictness);
}

std::unique_ptr<ScanReport> judge(Evidence evidence, const ScanOptions& options, Detective& detective) {
  auto report = std::make_unique<ScanReport>();
  // Assigning JSON of another storage would copy it.
  std::destroy_at(&report->evidence);
  std::construct_at(&report->evidence, std::move(evidence));
  if (options.hash_evidence) report->evidence_sha256 = evidence_sha256(report->evidence);
  judge_in_place(*report, options, detective);
  report->agreement = compare_assessments(report->assessments, options.strictness);
  return report;
}

}  // namespace mcpjury
