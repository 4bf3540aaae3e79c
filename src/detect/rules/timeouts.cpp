// no-timeout-or-rate-limit (AS-011): reaches out or runs something, and nothing in its definition speaks of
// a limit. As sure as the capability it rests on.
#include <string>
#include <vector>

#include "detect/rules/signal_hits.h"
#include "detect/sink.h"

namespace mcpjury {

void detect_timeouts(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kNoLimit = detector_index("no-timeout-or-rate-limit");
  static const std::uint16_t kRuns = detector_index("runs-code");
  static const std::uint16_t kNetwork = detector_index("reaches-network");
  static const std::uint16_t kHttp = detector_index("makes-http-requests");
  static const std::uint16_t kLimits = signal_index("cap-limits-mention");
  constexpr auto kAll = static_cast<RoleMask>(~0u);

  struct Found {
    std::int32_t index;
    Confidence confidence;
    std::string evidence;
  };
  std::vector<Found> tools;
  for (const FindingSink::Entry& entry : sink.entries()) {
    const Finding& finding = entry.finding;
    if (finding.subject.type != SubjectType::kTool) continue;
    if (finding.detector != kRuns && finding.detector != kNetwork && finding.detector != kHttp) continue;
    tools.push_back({finding.subject.index, finding.confidence, finding.evidence});
  }
  for (const Found& found : tools) {
    const SubjectUnit* subject = tool_subject(input.text, input.surface.tools.size(), found.index);
    if (!subject || field_with(input.text, *subject, kLimits, kAll)) continue;
    sink.add(kNoLimit, *subject, subject->path, found.evidence, found.confidence);
  }
}

}  // namespace mcpjury
