// The table of the five, what the other strictness and the suppressions make of it, and every contribution.
#include <fmt/format.h>

#include "report/json_text.h"
#include "report/marks.h"
#include "report/numbers.h"
#include "report/shared.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

Ink ink_for_word(std::string_view word) {
  if (word == "stop") return Ink::kRed;
  if (word == "caution") return Ink::kYellow;
  return word == "allow" ? Ink::kGreen : Ink::kDim;
}

}  // namespace

void write_grades(Page& page, const ScanReport& report, const RenderOptions& options) {
  page.line(page.inked("methodology   says          score           state       driven most by", Ink::kBold));
  for (const GradeRow& row : grade_rows(report, options)) {
    std::string line = page.cell(row.id, 12) + "  " +
                       page.inked(page.cell(row.mark.says, 12), ink_for_word(row.word)) + "  " +
                       page.cell(row.mark.score, 14) + "  " + page.cell(row.mark.state, 10) + "  " +
                       page.fit(row.driver, 24);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    page.line(line);
  }
  page.line(page.inked("trust: more is better; risk: less is better.", Ink::kDim));
}

void write_other_views(Page& page, const ScanReport& report, const RenderOptions& options) {
  const bool precise = report.strictness == Strictness::kPrecise;
  const Strictness other = precise ? Strictness::kPublished : Strictness::kPrecise;
  std::string differing, overridden;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id) || assessed.state == RunState::kNotRun) return;
    const Mark here = mark_of(assessed, assessed.at(report.strictness));
    const auto note = [&](std::string& into, const Mark& there) {
      if (there == here) return;
      into += fmt::format("{}{} {}, {}", into.empty() ? "" : "; ", id, there.says, there.score);
    };
    note(differing, mark_of(assessed, assessed.at(other)));
    if (assessed.overridden) note(overridden, mark_of(assessed, *assessed.overridden));
  });
  if (!overridden.empty()) page.paragraph("Without what is suppressed: ", overridden + ".", 2);
  if (!differing.empty()) {
    page.paragraph(precise ? "Counted as published: " : "Counted precisely: ", differing + ".", 2);
  }
  std::string words;
  for (const std::string_view word : {"stop", "caution", "allow", "unknown"}) {
    std::string who;
    for (const auto& [id, said] : report.agreement.verdicts) {
      if (said == word && is_chosen(options, id)) who += fmt::format("{}{}", who.empty() ? "" : ", ", id);
    }
    if (!who.empty()) words += fmt::format("{}{}: {}", words.empty() ? "" : "; ", word, who);
  }
  if (!report.agreement.differences.empty() && words.find(';') != std::string::npos) {
    page.paragraph("They differ: ", words + ".", 2);
  }
}

void write_contributions(Page& page, const ScanReport& report, const RenderOptions& options) {
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    using R = std::decay_t<decltype(assessed.published)>;
    page.blank();
    page.line(page.inked(page.fit(fmt::format("{} {}", id, assessed.version), kColumns), Ink::kBold));
    if (!assessed.reason.empty())
      page.paragraph("  ", fmt::format("{}: {}", name_of(assessed.state), assessed.reason), 2);
    for (const Contribution& one : assessed.at(report.strictness).contributions) {
      std::string points;
      kPointsAreTenths<R> ? append_tenths(points, one.points) : append_int(points, one.points);
      std::string text = fmt::format("{} points: {}", points, one.rule);
      for (std::size_t i = 0; i < one.findings.size(); ++i) {
        text += fmt::format("{}{}", i == 0 ? " from " : ", ", finding_id(one.findings[i]));
      }
      page.paragraph("  ", text, 6);
    }
    for (const Methodology& method : catalog().methodologies) {
      if (method.id != id || method.version != assessed.version) continue;
      for (const std::string_view limit : method.limits) page.paragraph("  Limit: ", limit, 4);
    }
  });
}

}  // namespace mcpjury
