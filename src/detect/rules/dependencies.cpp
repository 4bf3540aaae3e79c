// dependencies-unknown (AS-014): said once a server, so that a clean result is not taken for a complete one.
#include <algorithm>

#include "detect/sink.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

bool names_dependencies(const JsonObject& holder) {
  if (!find_string(holder, "repo_url").empty()) return true;
  const JsonArray* dependencies = find_array(holder, "dependencies");
  return dependencies && !dependencies->empty();
}

// Something said what the server is made of, and it could be read. An empty list that was read is an answer.
bool inventory_seen(const Evidence& evidence) {
  const JsonObject* data = facet_data(evidence, Facet::kDependencies);
  if (data == nullptr) return false;
  const JsonArray* packages = find_array(*data, "packages");
  // The package that is started says nothing about what it is made of.
  const auto own = [](const Json& row) {
    return row.is_object() && find_string(row.get_object(), "source") == "start command";
  };
  if (packages != nullptr && !std::all_of(packages->begin(), packages->end(), own)) return true;
  const JsonArray* inventories = find_array(*data, "inventories");
  for (std::size_t i = 0; inventories != nullptr && i < inventories->size(); ++i) {
    const JsonObject* inventory = (*inventories)[i].if_object();
    if (inventory != nullptr && find_string(*inventory, "error").empty()) return true;
  }
  // Advisories were matched against a package by its name alone.
  return packages == nullptr && inventories == nullptr;
}

}  // namespace

void detect_dependencies(const DetectInput& input, FindingSink& sink) {
  static const std::uint16_t kUnknown = detector_index("dependencies-unknown");
  if (input.surface.tools.empty() && !input.evidence.seen(Facet::kSource)) return;
  if (inventory_seen(input.evidence)) return;
  for (const ToolView& tool : input.surface.tools) {
    if (names_dependencies(*tool.object)) return;
    const JsonObject* metadata = find_object(*tool.object, "metadata");
    if (metadata && names_dependencies(*metadata)) return;
  }
  const SubjectUnit& server = input.text.subjects.back();
  sink.add(kUnknown, server, server.path, "", Confidence::kHigh);
}

}  // namespace mcpjury
