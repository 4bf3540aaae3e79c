// Suppressions and baseline of a saved report.
#include "report/report_read_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostUses = 30'000;  // the index of one is a short

std::string decision_text(const JsonObject& object, std::string_view key) {
  return std::string(find_string(object, key));
}

FixedFinding fixed_from(const JsonObject& from) {
  const JsonObject* subject = find_object(from, "subject");
  return {decision_text(from, "detector"),
          decision_text(from, "kind"),
          decision_text(from, "severity"),
          subject == nullptr ? "" : decision_text(*subject, "type"),
          subject == nullptr ? "" : decision_text(*subject, "name"),
          decision_text(from, "message"),
          decision_text(from, "fingerprint")};
}

}  // namespace

void ReportReader::read_decisions() {
  if (const JsonArray* list = find_array(from_, "suppressions")) {
    for (const Json& value : *list) {
      const JsonObject* from = value.if_object();
      if (from == nullptr || into_.suppressions.size() >= kMostUses) continue;
      const auto text = [&](std::string_view key) { return decision_text(*from, key); };
      SuppressionUse use;
      use.what = {text("rule"),        {},
                  text("fingerprint"), text("subject"),
                  text("pointer"),     text("target"),
                  text("reason"),      text("owner"),
                  text("expires"),     text("place")};
      use.expired = find_string(*from, "state") == "expired";
      use.findings = findings_of(*from, "finding_ids");
      for (const std::uint32_t index : use.findings) {
        if (!use.expired)
          into_.findings[index].suppression = static_cast<std::int16_t>(into_.suppressions.size());
      }
      into_.suppressions.push_back(std::move(use));
    }
  }
  const JsonObject* from = find_object(from_, "baseline");
  if (from == nullptr) return;
  BaselineComparison& baseline = into_.baseline.emplace();
  baseline.observed_at = decision_text(*from, "observed_at");
  baseline.known = flag_at(*from, "known");
  baseline.new_findings = static_cast<std::uint64_t>(integer_at(*from, "new"));
  baseline.unchanged = static_cast<std::uint64_t>(integer_at(*from, "unchanged"));
  if (const JsonArray* list = find_array(*from, "fixed")) {
    for (const Json& value : *list) {
      if (const JsonObject* one = value.if_object()) baseline.fixed.push_back(fixed_from(*one));
    }
  }
}

}  // namespace mcpjury
