// The table of the five, what the other strictness and the suppressions make of it, and every contribution.
#include <fmt/format.h>

#include "report/json_text.h"
#include "report/numbers.h"
#include "report/shared.h"
#include "report/text_parts.h"

namespace mcpjury {
namespace {

struct Row {
  std::string says, score, state;
  bool operator==(const Row& other) const { return says == other.says && score == other.score; }
};

std::string tenths_text(int tenths) { return fmt::format("{}.{}", tenths / 10, tenths % 10); }

std::string graded(char grade, std::string_view word) {
  if (grade == '-') return word.empty() ? "no grade" : std::string(word);
  return word.empty() ? std::string(1, grade) : fmt::format("{} {}", grade, word);
}

Row row_of(const AgentReserveResult& r) {
  return {graded(r.grade, r.verdict), r.score ? fmt::format("trust {}/100", *r.score) : "no score", ""};
}
Row row_of(const AmpelResult& r) {
  return {std::string(r.light), r.score ? fmt::format("trust {}/10", tenths_text(*r.score)) : "no score",
          fmt::format("{}% seen", r.coverage_bp / 100)};
}
Row row_of(const AivssResult& r) {
  return {graded(r.grade, ""), fmt::format("risk {}/10", tenths_text(r.aivss)), ""};
}
Row row_of(const McpBundlesResult& r) {
  return {std::string(r.posture), fmt::format("trust {}/100", r.security_score), ""};
}
Row row_of(const ToolTrustResult& r) {
  std::string_view action;
  if (r.action == "BLOCK") action = "block";
  if (r.action == "REQUIRE_APPROVAL") action = "approval";
  if (r.action == "ALLOW_RATE_LIMITED") action = "rate limit";
  if (r.action == "ALLOW") action = "allow";
  return {graded(r.grade, action), fmt::format("risk {}", r.risk_score), ""};
}

template <class R>
Row row_of(const Assessed<R>& assessed, const R& result) {
  if (assessed.state == RunState::kNotRun) return {"unknown", "no score", "not run"};
  Row row = row_of(result);
  if (row.state.empty()) row.state = name_of(assessed.state);
  return row;
}

Ink ink_for(std::string_view word) {
  if (word == "stop") return Ink::kRed;
  if (word == "caution") return Ink::kYellow;
  return word == "allow" ? Ink::kGreen : Ink::kDim;
}

Ink ink_of(const ScanReport& report, std::string_view methodology) {
  for (const auto& [id, word] : report.agreement.verdicts) {
    if (id == methodology) return ink_for(word);
  }
  return Ink::kNone;
}

// The contribution with most points; Ampel's points are earned, so there the engine that lost most.
template <class R>
std::string heaviest(const R& result) {
  const Contribution* worst = nullptr;
  for (const Contribution& one : result.contributions) {
    if (one.points > 0 && (worst == nullptr || one.points > worst->points)) worst = &one;
  }
  return worst == nullptr ? std::string() : std::string(worst->rule);
}

std::string heaviest(const AmpelResult& result) {
  if (!result.criticals.empty()) return std::string(result.criticals.front().rule);
  const AmpelEngine* worst = nullptr;
  const auto lost = [](const AmpelEngine& engine) { return engine.weight_bp * (100 - engine.sub_score); };
  for (const AmpelEngine& engine : result.engines) {
    if (engine.state != EngineState::kOk || lost(engine) <= 0) continue;
    if (worst == nullptr || lost(engine) > lost(*worst)) worst = &engine;
  }
  return worst == nullptr ? std::string() : std::string(worst->id);
}

std::string heaviest(const AgentReserveResult& result) {
  const AgentReserveRule* worst = nullptr;
  for (const AgentReserveRule& rule : result.rules) {
    if (rule.state != RuleState::kFail) continue;
    const auto rank = [](const AgentReserveRule& r) { return (r.hard_fail ? 1000 : 0) + r.weight; };
    if (worst == nullptr || rank(rule) > rank(*worst)) worst = &rule;
  }
  return worst == nullptr ? std::string() : std::string(worst->id);
}

}  // namespace

void write_grades(Page& page, const ScanReport& report, const RenderOptions& options) {
  page.line(page.inked("methodology   says          score           state       driven most by", Ink::kBold));
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    const auto& result = assessed.at(report.strictness);
    const Row row = row_of(assessed, result);
    const std::string driver = assessed.state == RunState::kNotRun ? std::string() : heaviest(result);
    std::string line = page.cell(id, 12) + "  " + page.inked(page.cell(row.says, 12), ink_of(report, id)) +
                       "  " + page.cell(row.score, 14) + "  " + page.cell(row.state, 10) + "  " +
                       page.fit(driver, 24);
    while (!line.empty() && line.back() == ' ') line.pop_back();
    page.line(line);
  });
  page.line(page.inked("trust: more is better; risk: less is better.", Ink::kDim));
}

void write_other_views(Page& page, const ScanReport& report, const RenderOptions& options) {
  const bool precise = report.strictness == Strictness::kPrecise;
  const Strictness other = precise ? Strictness::kPublished : Strictness::kPrecise;
  std::string differing, overridden;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id) || assessed.state == RunState::kNotRun) return;
    const Row here = row_of(assessed, assessed.at(report.strictness));
    const auto note = [&](std::string& into, const Row& there) {
      if (there == here) return;
      into += fmt::format("{}{} {}, {}", into.empty() ? "" : "; ", id, there.says, there.score);
    };
    note(differing, row_of(assessed, assessed.at(other)));
    if (assessed.overridden) note(overridden, row_of(assessed, *assessed.overridden));
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
