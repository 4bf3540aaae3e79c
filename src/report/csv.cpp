// One row a finding, RFC 4180. Line breaks inside a cell are legal, but spreadsheets, grep and people count
// rows by lines, so there are none: a row is a line.
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "model/place_of.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"

namespace mcpjury {
namespace {

constexpr std::string_view kCsvHeader =
    "target,server,id,severity,kind,confidence,counted,suppressed,detector,subject_type,subject,file,line,"
    "pointer,"
    "message,evidence,why,fix,citations,fingerprint,observed_at,suppressed_because,suppressed_until,"
    "baseline\r\n";

// A blank before a formula would hide it from the escaper and not from every spreadsheet.
void append_cell(std::string& out, std::string_view text) {
  const std::string line = escape_terminal(text);
  out += escape_csv(ascii::trimmed(line));
}

std::string citations_cell(const Detector& detector) {
  std::string out;
  for (const Citation& citation : detector.citations) {
    if (!out.empty()) out += "; ";
    out.append(citation.taxonomy).append(" ").append(citation.id);
  }
  return out;
}

void append_row(std::string& out, const ScanReport& report, std::size_t index) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  const Place place = place_of(report.evidence, finding.pointer);
  const std::string id = finding_id(index);
  const std::string line = place.line == 0 ? std::string() : std::to_string(place.line);
  const std::string citations = citations_cell(detector);
  const std::string fingerprint = fingerprint_of(finding, detector.id, report.evidence.target.id);
  static const Suppression kNone;
  const Suppression& why = finding.suppression < 0
                               ? kNone
                               : report.suppressions[static_cast<std::size_t>(finding.suppression)].what;
  const std::string_view since = finding.baseline == BaselineState::kNone  ? ""
                                 : finding.baseline == BaselineState::kNew ? "new"
                                                                           : "unchanged";
  const std::array<std::string_view, 24> cells = {report.evidence.target.display,
                                                  report.surface.server_name,
                                                  id,
                                                  name_of(finding.severity),
                                                  name_of(detector.kind),
                                                  name_of(finding.confidence),
                                                  finding.counts_in(report.strictness) ? "yes" : "no",
                                                  finding.suppressed ? "yes" : "no",
                                                  detector.id,
                                                  name_of(finding.subject.type),
                                                  finding.subject.name,
                                                  place.file,
                                                  line,
                                                  finding.pointer,
                                                  sentence_of(finding),
                                                  finding.evidence,
                                                  detector.why,
                                                  detector.fix,
                                                  citations,
                                                  fingerprint,
                                                  report.evidence.observed_at,
                                                  why.reason,
                                                  why.expires,
                                                  since};
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (i > 0) out += ',';
    append_cell(out, cells[i]);
  }
  out += "\r\n";
}

}  // namespace

std::string render_csv(const Reports& reports, const RenderOptions&) {
  std::string out(kCsvHeader);
  for (const auto& report : reports) {
    for (std::size_t i = 0; i < report->findings.size(); ++i) append_row(out, *report, i);
  }
  return out;
}

}  // namespace mcpjury
