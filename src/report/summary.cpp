#include "report/summary.h"

#include <fmt/format.h>

#include "catalog/catalog.h"
#include "model/place_of.h"
#include "report/shared.h"

namespace mcpjury {

std::string title_of(const ScanReport& report) {
  if (!report.surface.server_name.empty()) return std::string(report.surface.server_name);
  const Target& target = report.evidence.target;
  // "." says nothing to whoever reads the line later.
  const std::size_t slash = target.id.rfind('/');
  if ((target.display == "." || target.display == "./" || target.display == "..") &&
      slash != std::string::npos && slash + 1 < target.id.size()) {
    return target.id.substr(slash + 1);
  }
  return target.display.empty() ? "(unnamed server)" : target.display;
}

MadeBy made_by(const ScanReport& report) {
  if (!report.made_by.catalog_sha256.empty()) return report.made_by;
  const ProgramInfo info = program_info();
  return {std::string(info.version), std::string(info.commit), std::string(catalog().version),
          std::string(catalog().sha256)};
}

FindingCounts count_findings(const ScanReport& report) {
  FindingCounts out;
  for (const Finding& finding : report.findings) {
    if (finding.suppressed) {
      ++out.suppressed;
    } else if (!finding.counts_in(report.strictness)) {
      ++out.not_counted;
    } else {
      const auto severity = static_cast<std::size_t>(finding.severity);
      ++out.by_kind_and_severity[static_cast<std::size_t>(detector_of(finding).kind)][severity];
      ++out.by_severity[severity];
      ++out.counted;
    }
  }
  return out;
}

std::string suppressed_because(const ScanReport& report, const Finding& finding) {
  if (finding.suppression < 0) return {};
  const Suppression& why = report.suppressions[static_cast<std::size_t>(finding.suppression)].what;
  return fmt::format(" (until {}{}{}: {})", why.expires, why.owner.empty() ? "" : ", ", why.owner,
                     why.reason);
}

std::string file_place(const ScanReport& report, const Finding& finding) {
  const Place place = place_of(report.evidence, finding.pointer);
  if (place.file.empty()) return {};
  return place.line == 0 ? std::string(place.file) : fmt::format("{}:{}", place.file, place.line);
}

std::string subject_text(const Finding& finding) {
  const std::string_view type = name_of(finding.subject.type);
  return finding.subject.name.empty() ? std::string(type) : fmt::format("{} {}", type, finding.subject.name);
}

std::string_view sentence_of(const Finding& finding) {
  return finding.message.empty() ? detector_of(finding).title : std::string_view(finding.message);
}

std::vector<std::string> unseen_parts(const ScanReport& report) {
  std::vector<std::string> out;
  for (const Facet which : kAllFacets) {
    const FacetRecord& record = report.evidence.facet(which);
    if (record.state == FacetState::kCouldNotSee) {
      out.push_back(fmt::format("Could not see {}: {}", name_of(which), record.reason));
    } else if (record.state == FacetState::kSeen && !record.reason.empty()) {
      out.push_back(fmt::format("Not all of {}: {}", name_of(which), record.reason));
    }
  }
  for (const LimitHit& hit : report.evidence.limits) {
    out.push_back(fmt::format("Limit reached: {} at {}{}{}", hit.what, hit.limit,
                              hit.pointer.empty() ? "" : ", ", hit.pointer));
  }
  return out;
}

std::string coverage_text(const ScanReport& report) {
  const AgentReserveResult& tier = report.assessments.agentreserve.at(report.strictness);
  return fmt::format("tier {}, level {}", tier.tier, tier.level);
}

}  // namespace mcpjury
