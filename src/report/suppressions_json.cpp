#include "report/suppressions_json.h"

#include "report/assessment_json.h"

namespace mcpjury {
namespace {

void put_text(JsonObject& out, std::string_view key, const std::string& value) {
  if (!value.empty()) out[key] = value;
}

}  // namespace

JsonObject suppression_of_json(const SuppressionUse& use) {
  JsonObject out{{"rule", use.what.rule}, {"reason", use.what.reason}, {"expires", use.what.expires}};
  put_text(out, "owner", use.what.owner);
  return out;
}

JsonArray suppressions_to_json(const ScanReport& report) {
  JsonArray out;
  for (const SuppressionUse& use : report.suppressions) {
    JsonObject entry = suppression_of_json(use);
    put_text(entry, "fingerprint", use.what.fingerprint);
    put_text(entry, "subject", use.what.subject);
    put_text(entry, "pointer", use.what.pointer);
    put_text(entry, "target", use.what.target);
    put_text(entry, "place", use.what.place);
    entry["state"] = use.expired ? "expired" : "applied";
    entry["finding_ids"] = finding_ids_json(use.findings);
    out.push_back(std::move(entry));
  }
  return out;
}

JsonObject baseline_to_json(const BaselineComparison& baseline) {
  JsonArray fixed;
  for (const FixedFinding& one : baseline.fixed) {
    JsonObject entry{{"detector", one.detector},
                     {"kind", one.kind},
                     {"severity", one.severity},
                     {"subject", JsonObject{{"type", one.subject_type}, {"name", one.subject}}},
                     {"message", one.message},
                     {"fingerprint", one.fingerprint}};
    fixed.push_back(std::move(entry));
  }
  return {{"observed_at", baseline.observed_at},
          {"known", baseline.known},
          {"new", baseline.new_findings},
          {"unchanged", baseline.unchanged},
          {"fixed", std::move(fixed)}};
}

}  // namespace mcpjury
