// CycloneDX 1.6 in JSON: each server is a service with its tools and grades, its packages are components with
// what depends on what and the advisories that match.
//
// A saved report has no list of packages: then only those that findings name are there, and the composition
// says "incomplete". Names are identities and stay as they are; what could steer a display is written as
// \uXXXX.
#include <fmt/format.h>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/sha256.h"
#include "report/cyclonedx_parts.h"
#include "report/json_text.h"
#include "report/marks.h"
#include "report/purl.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

void add_property(JsonArray& to, std::string_view name, std::string_view value) {
  to.push_back(JsonObject{{"name", fmt::format("mcpjury:{}", name)}, {"value", value}});
}

// The same scan gives the same number: version 8 of RFC 9562, the bits of a hash.
std::string serial_number(const Reports& reports) {
  std::string bytes;
  for (const auto& report : reports) bytes += report->evidence_sha256 + report->evidence.observed_at + "\n";
  std::string hex = sha256_hex(bytes).substr(0, 32);
  hex[12] = '8';
  hex[16] = 'a';
  return fmt::format("urn:uuid:{}-{}-{}-{}-{}", hex.substr(0, 8), hex.substr(8, 4), hex.substr(12, 4),
                     hex.substr(16, 4), hex.substr(20));
}

std::string_view shown_class(const ScanReport& report, std::size_t tool) {
  return name_of(tool < report.tools.size() ? report.tools[tool].tool_class : ToolClass::kUnknown);
}

JsonArray service_properties(const ScanReport& report, const RenderOptions& options) {
  JsonArray out;
  const Verdict verdict = verdict_of(report, options);
  add_property(out, "verdict", display_of(verdict.word));
  add_property(out, "coverage", coverage_text(report));
  if (!verdict.incomplete.empty()) add_property(out, "incomplete", verdict.incomplete);
  for (const GradeRow& row : grade_rows(report, options)) {
    add_property(
        out, fmt::format("grade:{}", row.id),
        fmt::format("{}, {}, {} (version {})", row.mark.says, row.mark.score, row.mark.state, row.version));
  }
  const FindingCounts counts = count_findings(report);
  add_property(out, "findings", std::to_string(counts.counted));
  if (counts.suppressed > 0) add_property(out, "findings_suppressed", std::to_string(counts.suppressed));
  add_property(out, "evidence_sha256", report.evidence_sha256);
  if (!report.surface.protocol_version.empty())
    add_property(out, "protocol_version", report.surface.protocol_version);
  for (std::size_t i = 0; i < report.surface.tools.size(); ++i) {
    add_property(out, fmt::format("tool:{}", shown_class(report, i)), report.surface.tools[i].name);
  }
  return out;
}

JsonObject service_of(const ScanReport& report, const RenderOptions& options, const std::string& ref) {
  const Target& target = report.evidence.target;
  JsonObject out{{"bom-ref", ref}, {"name", title_of(report)}};
  if (!report.surface.server_version.empty()) out["version"] = report.surface.server_version;
  if (target.kind == TargetKind::kRemote) {
    // What an IRI may hold; anything else of a target is encoded.
    out["endpoints"] = JsonArray{Json(percent_encoded(target.display, ":/?#[]@!$&'()*+,;=%"))};
    out["x-trust-boundary"] = true;
  }
  if (const FacetRecord& auth = report.evidence.facet(Facet::kAuth); auth.state == FacetState::kAbsent)
    out["authenticated"] = false;
  out["properties"] = service_properties(report, options);
  return out;
}

JsonObject metadata_of(const Reports& reports) {
  JsonObject out;
  if (reports.empty()) return out;
  const MadeBy by = made_by(*reports.front());
  // An observation without a proper time has none here: the schema wants a date-time.
  const std::string& time = reports.front()->evidence.observed_at;
  if (time.size() == 20 && time[10] == 'T' && time.back() == 'Z') out["timestamp"] = time;
  out["tools"] = JsonObject{{"components", JsonArray{JsonObject{{"type", "application"},
                                                                {"name", program_info().name},
                                                                {"version", by.program_version}}}}};
  JsonArray properties;
  add_property(properties, "catalog", by.catalog_version);
  add_property(properties, "catalog_sha256", by.catalog_sha256);
  out["properties"] = std::move(properties);
  return out;
}

}  // namespace

std::string render_cyclonedx(const Reports& reports, const RenderOptions& options) {
  JsonArray services, components, dependencies, vulnerabilities, compositions;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const ScanReport& report = *reports[i];
    const BomPackages packages(report, reports.size() == 1 ? std::string() : fmt::format("{}/", i + 1));
    services.push_back(service_of(report, options, packages.server_ref()));
    packages.append_to(components, dependencies, vulnerabilities);
    compositions.push_back(JsonObject{{"aggregate", packages.aggregate()},
                                      {"dependencies", JsonArray{Json(packages.server_ref())}}});
  }
  const Json document = JsonObject{{"$schema", "http://cyclonedx.org/schema/bom-1.6.schema.json"},
                                   {"bomFormat", "CycloneDX"},
                                   {"specVersion", "1.6"},
                                   {"serialNumber", serial_number(reports)},
                                   {"version", 1},
                                   {"metadata", metadata_of(reports)},
                                   {"components", std::move(components)},
                                   {"services", std::move(services)},
                                   {"dependencies", std::move(dependencies)},
                                   {"compositions", std::move(compositions)},
                                   {"vulnerabilities", std::move(vulnerabilities)}};
  return shown_json(pretty_json(document)) + "\n";
}

}  // namespace mcpjury
