#include "grade/grade.h"

namespace mcpjury {
namespace {

bool any_suppressed(const std::vector<Finding>& findings) {
  for (const Finding& finding : findings) {
    if (finding.suppressed) return true;
  }
  return false;
}

template <class R>
void keep_overridden(Assessed<R>& into, Assessed<R>&& without, Strictness chosen) {
  into.overridden = std::move(chosen == Strictness::kPublished ? without.published : without.precise);
}

}  // namespace

std::string incompleteness(const GradeInput& input) {
  const FacetRecord& definition = input.evidence.facet(Facet::kDefinition);
  if (definition.state != FacetState::kSeen) {
    return definition.reason.empty() ? "the definition was not seen"
                                     : "the definition was not seen: " + definition.reason;
  }
  if (!input.surface.tools_listed) {
    return definition.reason.empty() ? "no tool list was seen"
                                     : "no tool list was seen: " + definition.reason;
  }
  if (input.surface.tools.empty()) return "the tool list is empty";
  if (input.surface.no_tools > 0) return "the tool list holds entries that are no tools";
  if (input.surface.truncated) return "more tools exist than were looked at";
  if (!input.evidence.limits.empty()) return "a limit was reached: " + input.evidence.limits.front().what;
  return {};
}

Assessments grade_all(const GradeInput& input, Strictness chosen) {
  Assessments all{grade_agentreserve(input), grade_ampel(input), grade_aivss(input), grade_mcpbundles(input),
                  grade_tooltrust(input)};
  if (input.leave_out_suppressed || !any_suppressed(input.findings)) return all;

  const GradeInput rest{input.evidence, input.surface, input.tools, input.findings, true};
  keep_overridden(all.agentreserve, grade_agentreserve(rest), chosen);
  keep_overridden(all.ampel, grade_ampel(rest), chosen);
  keep_overridden(all.aivss, grade_aivss(rest), chosen);
  keep_overridden(all.mcpbundles, grade_mcpbundles(rest), chosen);
  keep_overridden(all.tooltrust, grade_tooltrust(rest), chosen);
  return all;
}

}  // namespace mcpjury
