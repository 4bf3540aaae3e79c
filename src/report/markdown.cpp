// A comment on a pull request: the verdict, the five grades, the findings folded, and never more than such a
// comment may hold; what was left out is counted.
#include <fmt/format.h>

#include <map>

#include "base/escape.h"
#include "report/markdown_text.h"
#include "report/marks.h"
#include "report/report.h"
#include "report/shared.h"
#include "report/summary.h"
#include "report/verdict.h"

namespace mcpjury {
namespace {

// GitHub takes 65,536 characters, others 65,535 bytes; the rest is for the closing lines.
constexpr std::size_t kMostBytes = 65000;
constexpr std::size_t kClosingBytes = 600;
constexpr std::size_t kMostPlacesShown = 5;

std::string grades_markdown(const ScanReport& report, const RenderOptions& options) {
  std::string out =
      "| methodology | says | score | state | driven most by |\n| --- | --- | --- | --- | --- |\n";
  for (const GradeRow& row : grade_rows(report, options)) {
    out += fmt::format("| {} {} | **{}** | {} | {} | {} |\n", markdown_text(row.title),
                       markdown_text(clip(row.version, 16)), markdown_text(row.mark.says),
                       markdown_text(row.mark.score), markdown_text(row.mark.state),
                       row.driver.empty() ? std::string("-") : markdown_text(clip(row.driver, 60)));
  }
  return out;
}

std::string counts_markdown(const ScanReport& report) {
  const FindingCounts counts = count_findings(report);
  std::string severities;
  for (std::size_t i = counts.by_severity.size(); i-- > 0;) {
    if (counts.by_severity[i] == 0) continue;
    severities += fmt::format("{}{} {}", severities.empty() ? "" : ", ", counts.by_severity[i],
                              name_of(static_cast<Severity>(i)));
  }
  std::string out = counts.counted == 0 ? std::string("**No findings that count**")
                                        : fmt::format("**{} findings**: {}", counts.counted, severities);
  if (counts.not_counted > 0)
    out += fmt::format("; {} of low confidence count only as published", counts.not_counted);
  if (counts.suppressed > 0) out += fmt::format("; {} suppressed", counts.suppressed);
  out += ".\n";
  for (const std::string& line : decision_lines(report))
    out += fmt::format("\n{}\n", markdown_text(clip(line, 300)));
  return out;
}

std::string head_markdown(const ScanReport& report, const RenderOptions& options) {
  const Verdict verdict = verdict_of(report, options);
  std::string out =
      fmt::format("### {}: {}\n\n", display_of(verdict.word), markdown_code(clip(title_of(report), 100)));
  out += fmt::format("{}{}. Coverage: {}. Scanned {}.\n\n", markdown_text(clip(verdict.reason, 300)),
                     verdict.finding ? fmt::format(" ({})", finding_id(*verdict.finding)) : std::string(),
                     markdown_text(coverage_text(report)),
                     markdown_code(clip(report.evidence.target.display, 200)));
  if (!verdict.incomplete.empty())
    out += fmt::format("**Incomplete**: {}.\n\n", markdown_text(clip(verdict.incomplete, 300)));
  return out + grades_markdown(report, options) + "\n" + counts_markdown(report);
}

std::string place_markdown(const ScanReport& report, std::uint32_t index) {
  const Finding& finding = report.findings[index];
  std::string out =
      fmt::format("- **{}** {} ({}", finding_id(index), markdown_text(clip(sentence_of(finding), 400)),
                  markdown_code(clip(subject_text(finding), 120)));
  if (const std::string file = file_place(report, finding); !file.empty())
    out += fmt::format(", {}", markdown_code(clip(file, 200)));
  out += ")\n";
  if (!finding.evidence.empty()) out += fmt::format("  > {}\n", markdown_code(finding.evidence));
  return out;
}

std::string group_markdown(const ScanReport& report, const std::vector<std::uint32_t>& group) {
  const Finding& first = report.findings[group.front()];
  const Detector& detector = detector_of(first);
  std::string out =
      fmt::format("<details><summary><b>{}</b> {}: {} ({})</summary>\n\n", name_of(first.severity),
                  name_of(detector.kind), escape_html(detector.title), group.size());
  for (std::size_t i = 0; i < group.size() && i < kMostPlacesShown; ++i)
    out += place_markdown(report, group[i]);
  if (group.size() > kMostPlacesShown)
    out += fmt::format("- and {} more places\n", group.size() - kMostPlacesShown);
  if (!detector.why.empty()) out += fmt::format("\n{}\n", markdown_text(detector.why));
  if (!detector.fix.empty()) out += fmt::format("\n**What to do**: {}\n", markdown_text(detector.fix));
  out += fmt::format("\nRule {}; see {}.\n\n</details>\n", markdown_code(detector.id),
                     markdown_code(fmt::format("mcpjury explain {}", detector.id)));
  return out;
}

std::vector<std::vector<std::uint32_t>> groups_for_markdown(const ScanReport& report) {
  std::vector<std::vector<std::uint32_t>> out;
  std::map<std::pair<std::uint16_t, Severity>, std::size_t> at;
  for (std::uint32_t i = 0; i < report.findings.size(); ++i) {
    const Finding& finding = report.findings[i];
    if (!is_open(report, finding)) continue;
    const auto [place, is_new] = at.try_emplace({finding.detector, finding.severity}, out.size());
    if (is_new) out.emplace_back();
    out[place->second].push_back(i);
  }
  return out;
}

// As many groups as fit into `room` bytes.
std::string findings_markdown(const ScanReport& report, std::size_t room) {
  std::string out = "\n";
  std::size_t kinds = 0, places = 0;
  for (const auto& group : groups_for_markdown(report)) {
    std::string part = kinds > 0 ? std::string() : group_markdown(report, group);
    // After the first that does not fit only counting goes on: what is shown is the worst, without gaps.
    if (kinds > 0 || out.size() + part.size() + kClosingBytes > room) {
      ++kinds;
      places += group.size();
    } else {
      out += part;
    }
  }
  if (kinds > 0) {
    out += fmt::format(
        "\n{} more kinds of finding ({} places) were left out to fit into a comment; `-o html=FILE` has "
        "all.\n",
        kinds, places);
  }
  return out;
}

std::string unseen_markdown(const ScanReport& report) {
  const auto parts = unseen_parts(report);
  if (parts.empty()) return {};
  std::string out = "\n<details><summary>What could not be seen</summary>\n\n";
  std::size_t shown = 0;
  for (const std::string& part : parts) {
    if (++shown > 10) break;
    out += fmt::format("- {}\n", markdown_text(clip(part, 300)));
  }
  if (parts.size() > 10) out += fmt::format("- and {} more\n", parts.size() - 10);
  return out + "\n</details>\n";
}

}  // namespace

std::string render_markdown(const Reports& reports, const RenderOptions& options) {
  // A mark by which a bot finds its own comment again.
  std::string out = "<!-- mcpjury -->\n";
  std::size_t done = 0;
  for (const auto& report : reports) {
    const std::string head = head_markdown(*report, options) + unseen_markdown(*report);
    if (out.size() + head.size() + 2 * kClosingBytes > kMostBytes) break;
    const std::size_t left = kMostBytes - kClosingBytes - out.size();
    const std::size_t share = left / (reports.size() - done);
    out += (done > 0 ? "\n---\n\n" : "") + head;
    out += findings_markdown(*report, share > head.size() ? share - head.size() : 0);
    ++done;
  }
  if (done < reports.size())
    out += fmt::format("\n{} more servers were left out to fit into a comment; `-o html=FILE` has all.\n",
                       reports.size() - done);
  std::size_t told = 0;
  for (const FailedTarget& failed : options.failed) {
    if (++told > 10 || out.size() + kClosingBytes > kMostBytes) break;
    out += fmt::format("\n**Not looked at**: {}\n", markdown_text(clip(failed.message, 300)));
  }
  if (!reports.empty()) {
    const MadeBy by = made_by(*reports.front());
    out +=
        fmt::format("\n<sub>mcpjury {}, catalogue {}, observed {}</sub>\n",
                    markdown_text(clip(by.program_version, 40)), markdown_text(clip(by.catalog_version, 40)),
                    markdown_text(clip(reports.front()->evidence.observed_at, 40)));
  }
  return out;
}

}  // namespace mcpjury
