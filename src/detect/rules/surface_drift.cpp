// What changed since an earlier scan or since somebody approved the surface (AS-012, MCPB-X003,
// AgentReserve's three prior-scan rules). Nothing is said when one of the two lists was cut.
#include <fmt/format.h>

#include <algorithm>

#include "detect/rules/facet_help.h"
#include "detect/rules/subject_help.h"
#include "model/prior_view.h"

namespace mcpjury {
namespace {

constexpr std::size_t kNamed = 4;

// The four members AgentReserve's hash covers; titles and the rest are reported, not scored.
bool in_surface(const MemberChange& change) {
  return change.member == "description" || change.member == "inputSchema" || change.member == "annotations";
}

bool in_surface(const ToolChange& change) {
  return change.kind != ToolChangeKind::kChanged ||
         std::any_of(change.members.begin(), change.members.end(),
                     [](const MemberChange& member) { return in_surface(member); });
}

std::string_view word_for(ToolChangeKind kind) {
  if (kind == ToolChangeKind::kAdded) return "new";
  return kind == ToolChangeKind::kRemoved ? "gone" : "changed";
}

// "search changed, delete_all new, and 3 more".
std::string summary_of(const std::vector<const ToolChange*>& changes) {
  std::string out;
  for (std::size_t i = 0; i < changes.size() && i < kNamed; ++i) {
    out += fmt::format("{}{} {}", i == 0 ? "" : ", ", changes[i]->name, word_for(changes[i]->kind));
  }
  if (changes.size() > kNamed) out += fmt::format(", and {} more", changes.size() - kNamed);
  return out;
}

const SubjectUnit* tool_subject(const DetectInput& input, std::string_view name) {
  for (const SubjectUnit& subject : input.text.subjects) {
    if (subject.type == SubjectType::kTool && subject.name == name) return &subject;
  }
  return nullptr;
}

}  // namespace

void detect_surface_drift(const DetectInput& input, FindingSink& sink) {
  const PriorView prior = prior_view(input.evidence);
  if (prior.data == nullptr) return;
  const SurfaceDiff diff = compare_surfaces(prior.side, present_side(input.evidence, input.surface));
  if (!diff.not_comparable.empty()) return;
  static const std::uint16_t kChanged = detector_index("surface-changed");
  static const std::uint16_t kAdded = detector_index("tool-added-since");
  static const std::uint16_t kRewritten = detector_index("description-rewritten");
  static const std::uint16_t kSameVersion = detector_index("changed-without-new-version");
  static const std::uint16_t kDrift = detector_index("drifted-from-approved");
  std::vector<const ToolChange*> changes;
  for (const ToolChange& change : diff.tools) {
    if (in_surface(change)) changes.push_back(&change);
    const SubjectUnit* tool = tool_subject(input, change.name);
    if (tool == nullptr) continue;
    if (change.kind == ToolChangeKind::kAdded)
      sink.add(kAdded, *tool, tool->path, change.name, Confidence::kHigh);
    for (const MemberChange& member : change.members) {
      if (member.member != "description") continue;
      sink.add(kRewritten, *tool, role_path(input.text, *tool, TextRole::kDescription), member.after,
               Confidence::kHigh, {.detail = member.before});
    }
  }
  if (changes.empty()) return;
  const std::string what = summary_of(changes);
  const FacetReporter report(input, sink, Facet::kPriorSurface);
  report.add(kChanged, "/surface_sha256", what, what);
  if (prior.approved) report.add(kDrift, "/surface_sha256", what, what);
  const bool same_version =
      !prior.server_version.empty() && prior.server_version == input.surface.server_version;
  // A version that never moves is common: the change is certain, that it was meant to go unnoticed is not.
  if (same_version) report.add(kSameVersion, "/server", what, what, Confidence::kMedium);
}

}  // namespace mcpjury
