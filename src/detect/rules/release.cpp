// What the release of a package shows about itself: signatures, build provenance, whether the archive is what
// the registry says it is, whether its authors still stand by it.
#include <fmt/format.h>

#include "detect/rules/entry_help.h"
#include "detect/rules/facet_help.h"

namespace mcpjury {
namespace {

bool any_in_state(const JsonArray& entries, std::string_view state) {
  for (const Json& entry : entries) {
    const JsonObject* object = entry.if_object();
    if (object != nullptr && find_string(*object, "state") == state) return true;
  }
  return false;
}

// Nothing was signed, as far as the registry or the repository shows it; a list that is missing shows
// nothing.
bool demonstrably_none(const JsonArray* entries) {
  if (entries == nullptr) return false;
  for (const Json& entry : *entries) {
    const JsonObject* object = entry.if_object();
    if (object == nullptr || find_string(*object, "state") != "none") return false;
  }
  return true;
}

bool is_released(const JsonObject& data) {
  const JsonObject* package = find_object(data, "package");
  if (package != nullptr && !find_string(*package, "version").empty()) return true;
  const JsonObject* release = find_object(data, "release");
  return release != nullptr && find_flag(*release, "exists") == true;
}

void read_signatures(const JsonObject& data, const FacetReporter& report) {
  const JsonArray* signatures = find_array(data, "signatures");
  const JsonArray* attestations = find_array(data, "attestations");
  for (const auto& [entries, place] :
       {std::pair{signatures, "/signatures"}, std::pair{attestations, "/attestations"}}) {
    if (entries == nullptr || !any_in_state(*entries, "failed") || any_in_state(*entries, "verified"))
      continue;
    static const std::uint16_t kFailed = detector_index("signature-does-not-hold");
    std::string why;
    for (const Json& entry : *entries) {
      const JsonObject* object = entry.if_object();
      if (object != nullptr && find_string(*object, "state") == "failed")
        why = find_string(*object, "reason");
    }
    report.add(kFailed, place, {}, why.empty() ? "it was checked and did not verify" : why);
  }
  if (!is_released(data)) return;
  if (demonstrably_none(signatures)) {
    static const std::uint16_t kUnsigned = detector_index("unsigned-release");
    report.add(kUnsigned, "/signatures", {});
  }
  if (demonstrably_none(attestations)) {
    static const std::uint16_t kNone = detector_index("no-provenance");
    report.add(kNone, "/attestations", {});
  }
}

void read_archive(const JsonObject& data, const FacetReporter& report) {
  const JsonObject* archive = find_object(data, "archive");
  if (archive == nullptr) return;
  if (find_string(*archive, "integrity") == "differs") {
    static const std::uint16_t kDiffers = detector_index("archive-integrity-mismatch");
    report.add(kDiffers, "/archive/integrity", {}, find_string(*archive, "detail"));
  }
  const JsonArray* differences = find_array(*archive, "manifest_differences");
  if (differences == nullptr || differences->empty()) return;
  static const std::uint16_t kConfusion = detector_index("manifest-confusion");
  std::string text;
  for (const Json& one : *differences) {
    const auto* words = one.if_string();
    if (words != nullptr && text.size() < 200)
      text += fmt::format("{}{}", text.empty() ? "" : ", ", std::string_view(words->data(), words->size()));
  }
  report.add(kConfusion, "/archive/manifest_differences", {}, text);
}

void read_package(const JsonObject& data, const FacetReporter& report) {
  const JsonObject* package = find_object(data, "package");
  if (package == nullptr) return;
  if (const std::string_view notice = find_string(*package, "deprecated"); !notice.empty()) {
    static const std::uint16_t kDeprecated = detector_index("deprecated-package");
    report.add(kDeprecated, "/package/deprecated", notice, package_text(*package));
  }
  if (find_flag(*package, "yanked") == true) {
    static const std::uint16_t kYanked = detector_index("yanked-release");
    report.add(kYanked, "/package/yanked", {}, package_text(*package));
  }
}

}  // namespace

void detect_release(const DetectInput& input, FindingSink& sink) {
  const JsonObject* data = facet_data(input.evidence, Facet::kProvenance);
  if (data == nullptr) return;
  const FacetReporter report(input, sink, Facet::kProvenance);
  read_signatures(*data, report);
  read_archive(*data, report);
  read_package(*data, report);
}

}  // namespace mcpjury
