#include <algorithm>
#include <memory>
#include <vector>

#include "grade/grade.h"
#include "scan/scan.h"

namespace mcpjury {
namespace {

using Member = boost::json::key_value_pair;

std::string_view key_of(const Member& member) { return {member.key().data(), member.key().size()}; }

// A record is written with sorted members, and some detectors name the first place they find. What is
// judged right after looking must stand in the same order as what is replayed later, or the two would
// name different places. Recurses as deep as parse_json() allows.
void sort_members(Json& value) {
  if (JsonArray* array = value.if_array()) {
    for (Json& item : *array) sort_members(item);
    return;
  }
  JsonObject* object = value.if_object();
  if (object == nullptr) return;
  for (Member& member : *object) sort_members(member.value());
  const auto before = [](const Member& a, const Member& b) { return key_of(a) < key_of(b); };
  if (std::is_sorted(object->begin(), object->end(), before)) return;
  std::vector<Member*> members;
  members.reserve(object->size());
  for (Member& member : *object) members.push_back(&member);
  std::sort(members.begin(), members.end(), [&](const Member* a, const Member* b) { return before(*a, *b); });
  JsonObject sorted(object->storage());
  sorted.reserve(object->size());
  for (Member* member : members) sorted.emplace(member->key(), std::move(member->value()));
  *object = std::move(sorted);
}

}  // namespace

void judge_in_place(ScanReport& report, const ScanOptions& options, Detective& detective) {
  FacetRecord& facet = report.evidence.facet(Facet::kDefinition);
  // A record that says it did not see the definition and brings one all the same is not believed.
  if (facet.state != FacetState::kSeen) facet.data = nullptr;
  sort_members(facet.data);
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
