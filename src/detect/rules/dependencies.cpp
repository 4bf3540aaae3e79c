// dependencies-unknown (AS-014): said once a server, so that a clean result is not taken for a complete one.
#include "detect/sink.h"

namespace mcpjury {
namespace {

bool names_dependencies(const JsonObject& holder) {
  if (!find_string(holder, "repo_url").empty()) return true;
  const JsonArray* dependencies = find_array(holder, "dependencies");
  return dependencies && !dependencies->empty();
}

}  // namespace

void detect_dependencies(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kUnknown = detector_index("dependencies-unknown");
  if (input.surface.tools.empty() || input.evidence.seen(Facet::kDependencies)) return;
  for (const ToolView& tool : input.surface.tools) {
    if (names_dependencies(*tool.object)) return;
    const JsonObject* metadata = find_object(*tool.object, "metadata");
    if (metadata && names_dependencies(*metadata)) return;
  }
  const SubjectUnit& server = input.text.subjects.back();
  sink.add(kUnknown, server, server.path, "", Confidence::kHigh);
}

}  // namespace mcpjury
