// Findings on the page, those of one detector together, worst first; then what does not count and what is
// suppressed, folded. No more places of a detector than a reader could want: the JSON report has all.
#include <fmt/format.h>

#include <map>
#include <tuple>

#include "base/escape.h"
#include "report/html_parts.h"
#include "report/shared.h"
#include "report/summary.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostPlaces = 50;

using Group = std::vector<std::uint32_t>;

std::string place_html(const ScanReport& report, std::uint32_t index, const HtmlPlace& place) {
  const Finding& finding = report.findings[index];
  const std::string id = finding_id(index);
  std::string out = fmt::format("<div class=\"place\" id=\"{}\">\n<p><strong>{}</strong> {}</p>\n",
                                place.anchor(id), id, escape_html_marked(sentence_of(finding)));
  if (!finding.evidence.empty())
    out += fmt::format("<blockquote><mark>{}</mark></blockquote>\n", escape_html_marked(finding.evidence));
  std::string where = escape_html_marked(subject_text(finding));
  if (const std::string file = file_place(report, finding); !file.empty())
    where += fmt::format(" \u00B7 <code>{}</code>", escape_html_marked(file));
  if (!finding.pointer.empty())
    where += fmt::format(" \u00B7 <code>{}</code>", escape_html_marked(finding.pointer));
  if (const std::string why = suppressed_because(report, finding); !why.empty())
    out += fmt::format("<p>Suppressed{}</p>\n", escape_html_marked(why));
  out += fmt::format("<p class=\"soft\">{} \u00B7 {} confidence", where, name_of(finding.confidence));
  if (finding.cvss_tenths >= 0)
    out += fmt::format(" \u00B7 CVSS {}.{}", finding.cvss_tenths / 10, finding.cvss_tenths % 10);
  out += fmt::format(" \u00B7 fingerprint <code>{}</code></p>\n</div>\n",
                     fingerprint_of(finding, detector_of(finding).id, report.evidence.target.id));
  return out;
}

std::string citations_html(const Detector& detector) {
  std::string out;
  for (const Citation& citation : detector.citations) {
    out += fmt::format("{}{} {}", out.empty() ? "" : ", ", escape_html(citation.taxonomy),
                       escape_html(citation.id));
  }
  return out.empty() ? out : fmt::format("<p class=\"soft\">Cited: {}</p>\n", out);
}

std::string group_html(const ScanReport& report, const Group& group, const HtmlPlace& place, bool open) {
  const Finding& first = report.findings[group.front()];
  const Detector& detector = detector_of(first);
  const int level = place.level + 2;
  std::string out = fmt::format(
      "<details{0}>\n<summary><span class=\"chip c-{1}\">{1}</span> <h{2}>{3}</h{2}> <span "
      "class=\"soft\">{4} \u00B7 {5}</span>"
      "</summary>\n<div class=\"inside\">\n",
      open ? " open" : "", name_of(first.severity), level, escape_html(detector.title),
      name_of(detector.kind),
      group.size() == 1 ? std::string("1 place") : fmt::format("{} places", group.size()));
  if (!detector.why.empty()) out += fmt::format("<p>{}</p>\n", escape_html(detector.why));
  if (!detector.fix.empty())
    out += fmt::format("<p><strong>What to do:</strong> {}</p>\n", escape_html(detector.fix));
  out += citations_html(detector);
  for (std::size_t i = 0; i < group.size() && i < kMostPlaces; ++i)
    out += place_html(report, group[i], place);
  if (group.size() > kMostPlaces)
    out += fmt::format("<p class=\"soft\">{} more places; the JSON report has them.</p>\n",
                       group.size() - kMostPlaces);
  out += fmt::format(
      "<p class=\"soft\">Rule <code>{0}</code>; <code>mcpjury explain {0}</code> tells more.</p>\n",
      escape_html(detector.id));
  return out + "</div>\n</details>\n";
}

// In the order of the report, which is worst first.
template <class Wanted>
std::vector<Group> groups_of(const ScanReport& report, const Wanted& wanted) {
  std::vector<Group> out;
  std::map<std::pair<std::uint16_t, Severity>, std::size_t> at;
  for (std::uint32_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    if (!wanted(finding)) continue;
    const auto [place, is_new] = at.try_emplace({finding.detector, finding.severity}, out.size());
    if (is_new) out.emplace_back();
    out[place->second].push_back(i);
  }
  return out;
}

template <class Wanted>
std::string folded(const ScanReport& report, const HtmlPlace& place, std::string_view title,
                   const Wanted& wanted) {
  const auto groups = groups_of(report, wanted);
  if (groups.empty()) return {};
  std::string out = html_heading(place, 2, "", title);
  for (const Group& group : groups) out += group_html(report, group, place, false);
  return out;
}

}  // namespace

std::vector<bool> html_shown_findings(const ScanReport& report) {
  std::vector<bool> shown(report.findings.size());
  // The three lists of the page: what counts, what does not count here, what is suppressed.
  std::map<std::tuple<int, std::uint16_t, Severity>, std::size_t> places;
  for (std::size_t i = 0; i < shown.size(); ++i) {
    const Finding& finding = report.findings[i];
    const int list = finding.suppressed ? 2 : is_open(report, finding) ? 0 : 1;
    shown[i] = ++places[{list, finding.detector, finding.severity}] <= kMostPlaces;
  }
  return shown;
}

std::string html_findings(const ScanReport& report, const HtmlPlace& place) {
  const FindingCounts counts = count_findings(report);
  std::string out = fmt::format("<section aria-labelledby=\"{0}\">\n", place.anchor("findings"));
  out += html_heading(place, 1, "findings", "Findings");
  const auto counted = [](std::size_t n, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
  };
  out += fmt::format("<p>{}. {} of low confidence, counted only as published. {} suppressed.</p>\n",
                     counted(counts.counted, "finding counts", "findings count"),
                     counted(counts.not_counted, "more is", "more are"),
                     counted(counts.suppressed, "is", "are"));
  for (const std::string& line : decision_lines(report))
    out += fmt::format("<p>{}</p>\n", escape_html_marked(line));
  for (const Group& group :
       groups_of(report, [&](const Finding& finding) { return is_open(report, finding); })) {
    out += group_html(report, group, place, report.findings[group.front()].severity >= Severity::kMedium);
  }
  out += folded(report, place, "Found, but not counted in this strictness", [&](const Finding& finding) {
    return !finding.suppressed && !finding.counts_in(report.strictness);
  });
  out += folded(report, place, "Suppressed", [](const Finding& finding) { return finding.suppressed; });
  return out + "</section>\n";
}

}  // namespace mcpjury
