// Findings on the screen: the worst ones, one of each detector, with what to do; then the counts.
#include <fmt/format.h>

#include <array>
#include <map>

#include "model/place_of.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostShown = 5;

Ink ink_for(Severity severity) {
  if (severity >= Severity::kHigh) return Ink::kRed;
  return severity == Severity::kMedium ? Ink::kYellow : Ink::kBold;
}

std::string upper(std::string_view text) {
  std::string out(text);
  for (char& c : out) {
    if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
  }
  return out;
}

std::string shown_place(const ScanReport& report, const Finding& finding) {
  const Place place = place_of(report.evidence, finding.pointer);
  std::string out;
  if (!place.file.empty() && place.line != 0) out = fmt::format("{}:{}  ", place.file, place.line);
  return out + finding.pointer;
}

void write_finding(Page& page, const ScanReport& report, std::size_t index, std::size_t alike,
                   bool explained) {
  const Finding& finding = report.findings[index];
  const Detector& detector = detector_of(finding);
  const std::string id = finding_id(index);
  std::string marks;
  if (finding.suppressed) marks += ", suppressed";
  if (finding.baseline == BaselineState::kNew) marks += ", new";
  if (!finding.counts_in(report.strictness)) marks += ", does not count here";
  page.blank();
  page.paragraph(fmt::format("{:<4}{} ", id, upper(name_of(finding.severity))),
                 fmt::format("{}  {}  ({} confidence{})", name_of(detector.kind), detector.id,
                             name_of(finding.confidence), marks),
                 4, ink_for(finding.severity));
  const std::string subject = finding.subject.name.empty()
                                  ? std::string(name_of(finding.subject.type))
                                  : fmt::format("{} {}", name_of(finding.subject.type), finding.subject.name);
  page.paragraph("    ", page.fit(subject, kColumns - 4), 4);
  const std::string place = shown_place(report, finding);
  if (!place.empty()) page.paragraph("    ", place, 6);
  if (!finding.message.empty()) page.paragraph("    ", finding.message, 4);
  if (!finding.evidence.empty()) page.paragraph("    > ", fmt::format("\"{}\"", finding.evidence), 6);
  if (const std::string why = suppressed_because(report, finding); !why.empty())
    page.paragraph("    ", "Suppressed" + why, 4);
  if (explained) {
    if (!detector.why.empty()) page.paragraph("    Why: ", detector.why, 9);
    if (!detector.fix.empty()) page.paragraph("    Do:  ", detector.fix, 9);
  }
  if (alike > 0) page.paragraph("    ", fmt::format("and {} more of {}", alike, detector.id), 4);
}

// The first finding of each detector, in the report's order, which is worst first.
void write_worst(Page& page, const ScanReport& report) {
  std::map<std::uint16_t, std::size_t> count;
  for (const Finding& finding : report.findings) {
    if (finding.counts_in(report.strictness) && !finding.suppressed) ++count[finding.detector];
  }
  std::size_t shown = 0;
  for (std::size_t i = 0; i < report.findings.size() && shown < kMostShown; ++i) {
    const Finding& finding = report.findings[i];
    if (!finding.counts_in(report.strictness) || finding.suppressed) continue;
    const auto group = count.find(finding.detector);
    if (group == count.end()) continue;
    write_finding(page, report, i, group->second - 1, true);
    count.erase(group);
    ++shown;
  }
  if (!count.empty()) {
    page.blank();
    page.paragraph("", fmt::format("{} more kinds of finding; -v shows all.", count.size()), 0);
  }
}

void write_all(Page& page, const ScanReport& report) {
  std::vector<bool> explained(catalog().detectors.size() + 1, false);
  for (std::size_t i = 0; i < report.findings.size(); ++i) {
    const std::size_t detector = std::min<std::size_t>(report.findings[i].detector, explained.size() - 1);
    write_finding(page, report, i, 0, !explained[detector]);
    explained[detector] = true;
  }
}

}  // namespace

void write_findings(Page& page, const ScanReport& report, const RenderOptions& options) {
  options.verbose ? write_all(page, report) : write_worst(page, report);
}

void write_counts(Page& page, const ScanReport& report) {
  std::array<std::size_t, 5> by_severity{};
  std::array<std::size_t, 4> by_kind{};
  std::size_t unsure = 0, suppressed = 0;
  for (const Finding& finding : report.findings) {
    ++by_severity[static_cast<std::size_t>(finding.severity)];
    ++by_kind[static_cast<std::size_t>(detector_of(finding).kind)];
    unsure += finding.confidence == Confidence::kLow ? 1 : 0;
    suppressed += finding.suppressed ? 1 : 0;
  }
  if (report.findings.empty()) return page.line("No findings.");
  std::string severities, kinds;
  for (std::size_t i = by_severity.size(); i-- > 0;) {
    if (by_severity[i] == 0) continue;
    severities += fmt::format("{}{} {}", severities.empty() ? "" : ", ", by_severity[i],
                              name_of(static_cast<Severity>(i)));
  }
  for (std::size_t i = 0; i < by_kind.size(); ++i) {
    if (by_kind[i] == 0) continue;
    kinds += fmt::format("{}{} {}", kinds.empty() ? "" : ", ", by_kind[i], name_of(static_cast<Kind>(i)));
  }
  std::string text = fmt::format("{}: {}; {}", report.findings.size(), severities, kinds);
  if (unsure > 0) text += fmt::format("; {} of low confidence, counted in published only", unsure);
  text += fmt::format("; {} suppressed.", suppressed);
  page.paragraph("Findings: ", text, 2);
}

}  // namespace mcpjury
