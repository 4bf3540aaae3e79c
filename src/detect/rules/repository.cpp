// Licences and the health of a repository: hygiene, never more.
#include <fmt/format.h>

#include "detect/rules/entry_help.h"
#include "detect/rules/facet_help.h"

namespace mcpjury {
namespace {

void read_licences(const DetectInput& input, FindingSink& sink, const JsonObject& data) {
  const JsonArray* licences = find_array(data, "licences");
  if (licences == nullptr) return;
  if (licences->empty()) {
    static const std::uint16_t kMissing = detector_index("missing-licence");
    FacetReporter(input, sink, Facet::kSource).add(kMissing, "/licences", {});
  }
  EntryReporter report(input, sink, Facet::kSource, "licences");
  for_each_entry(input.evidence, Facet::kSource, "licences", [&](std::size_t index, const JsonObject& entry) {
    const std::string_view problem = find_string(entry, "problem");
    if (problem.empty()) return;
    static const std::uint16_t kConflict = detector_index("licence-problem");
    report.about_file(kConflict, index, find_string(entry, "file"),
                      {.quote = find_string(entry, "id"), .detail = problem});
  });
}

void read_health(const DetectInput& input, FindingSink& sink, const JsonObject& data) {
  const JsonObject* health = find_object(data, "health");
  const JsonArray* checks = health == nullptr ? nullptr : find_array(*health, "checks");
  if (checks == nullptr) return;
  EntryReporter report(input, sink, Facet::kSource, "health/checks");
  for (std::size_t i = 0; i < checks->size(); ++i) {
    const JsonObject* check = (*checks)[i].if_object();
    if (check == nullptr || find_flag(*check, "passed") != false) continue;
    static const std::uint16_t kUnpinned = detector_index("unpinned-actions");
    static const std::uint16_t kFailed = detector_index("health-check-failed");
    const std::string_view id = find_string(*check, "id");
    const bool pinned = id.find("pinned") != std::string_view::npos;
    const std::string_view reason = find_string(*check, "reason");
    report.about_server(pinned ? kUnpinned : kFailed, i,
                        {.quote = id, .detail = reason.empty() ? "it did not pass" : reason});
  }
}

}  // namespace

void detect_repository(const DetectInput& input, FindingSink& sink) {
  const JsonObject* data = facet_data(input.evidence, Facet::kSource);
  if (data == nullptr) return;
  read_licences(input, sink, *data);
  read_health(input, sink, *data);
}

}  // namespace mcpjury
