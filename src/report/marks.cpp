#include "report/marks.h"

#include <fmt/format.h>

#include <array>

#include "report/numbers.h"
#include "report/shared.h"

namespace mcpjury {
namespace {

constexpr std::array<std::string_view, 5> kLetterScale = {"A", "B", "C", "D", "F"};
constexpr std::array<std::string_view, 3> kLightScale = {"green", "amber", "red"};
constexpr std::array<std::string_view, 4> kPostureScale = {"clean", "caution", "risky", "dangerous"};

std::string tenths_text(int tenths) { return fmt::format("{}.{}", tenths / 10, tenths % 10); }

std::string graded(char grade, std::string_view word) {
  if (grade == '-') return word.empty() ? "no grade" : std::string(word);
  return word.empty() ? std::string(1, grade) : fmt::format("{} {}", grade, word);
}

std::string letter_step(char grade) { return grade == '-' ? std::string() : std::string(1, grade); }

// The contribution with most points.
std::string heaviest(const std::vector<Contribution>& contributions) {
  const Contribution* worst = nullptr;
  for (const Contribution& one : contributions) {
    if (one.points > 0 && (worst == nullptr || one.points > worst->points)) worst = &one;
  }
  return worst == nullptr ? std::string() : std::string(worst->rule);
}

std::string_view title_of_methodology(std::string_view id) {
  if (id == "agentreserve") return "AgentReserve";
  if (id == "ampel") return "MCPAmpel";
  if (id == "aivss") return "MCPSafe AIVSS";
  if (id == "mcpbundles") return "MCPBundles";
  return id == "tooltrust" ? "ToolTrust" : id;
}

}  // namespace

Mark mark_of(const AgentReserveResult& r) {
  return {graded(r.grade, r.verdict), r.score ? fmt::format("trust {}/100", *r.score) : "no score", "",
          letter_step(r.grade)};
}

Mark mark_of(const AmpelResult& r) {
  return {std::string(r.light), r.score ? fmt::format("trust {}/10", tenths_text(*r.score)) : "no score",
          fmt::format("{}% seen", r.coverage_bp / 100),
          r.light == "grey" ? std::string() : std::string(r.light)};
}

Mark mark_of(const AivssResult& r) {
  return {graded(r.grade, ""), fmt::format("risk {}/10", tenths_text(r.aivss)), "", letter_step(r.grade)};
}

Mark mark_of(const McpBundlesResult& r) {
  return {std::string(r.posture), fmt::format("trust {}/100", r.security_score), "",
          r.posture == "unknown" ? std::string() : std::string(r.posture)};
}

Mark mark_of(const ToolTrustResult& r) {
  std::string_view action;
  if (r.action == "BLOCK") action = "block";
  if (r.action == "REQUIRE_APPROVAL") action = "approval";
  if (r.action == "ALLOW_RATE_LIMITED") action = "rate limit";
  if (r.action == "ALLOW") action = "allow";
  return {graded(r.grade, action), fmt::format("risk {}", r.risk_score), "", letter_step(r.grade)};
}

std::string driver_of(const AivssResult& result) { return heaviest(result.contributions); }
std::string driver_of(const McpBundlesResult& result) { return heaviest(result.contributions); }
std::string driver_of(const ToolTrustResult& result) { return heaviest(result.contributions); }

// Ampel's points are earned: the engine that lost most.
std::string driver_of(const AmpelResult& result) {
  if (!result.criticals.empty()) return std::string(result.criticals.front().rule);
  const AmpelEngine* worst = nullptr;
  const auto lost = [](const AmpelEngine& engine) { return engine.weight_bp * (100 - engine.sub_score); };
  for (const AmpelEngine& engine : result.engines) {
    if (engine.state != EngineState::kOk || lost(engine) <= 0) continue;
    if (worst == nullptr || lost(engine) > lost(*worst)) worst = &engine;
  }
  return worst == nullptr ? std::string() : std::string(worst->id);
}

std::string driver_of(const AgentReserveResult& result) {
  const AgentReserveRule* worst = nullptr;
  for (const AgentReserveRule& rule : result.rules) {
    if (rule.state != RuleState::kFail) continue;
    const auto rank = [](const AgentReserveRule& r) { return (r.hard_fail ? 1000 : 0) + r.weight; };
    if (worst == nullptr || rank(rule) > rank(*worst)) worst = &rule;
  }
  return worst == nullptr ? std::string() : std::string(worst->id);
}

std::span<const std::string_view> scale_of(std::string_view methodology) {
  if (methodology == "ampel") return kLightScale;
  if (methodology == "mcpbundles") return kPostureScale;
  return kLetterScale;
}

std::string_view word_of(const ScanReport& report, std::string_view methodology) {
  for (const auto& [id, word] : report.agreement.verdicts) {
    if (id == methodology) return word;
  }
  return "unknown";
}

std::vector<GradeRow> grade_rows(const ScanReport& report, const RenderOptions& options) {
  std::vector<GradeRow> rows;
  for_each_assessment(report.assessments, [&](std::string_view id, const auto& assessed) {
    if (!is_chosen(options, id)) return;
    const auto& result = assessed.at(report.strictness);
    GradeRow row{id, assessed.version, title_of_methodology(id), word_of(report, id), {},
                 {}, assessed.state,   assessed.reason};
    row.mark = mark_of(assessed, result);
    if (assessed.state != RunState::kNotRun) row.driver = driver_of(result);
    rows.push_back(std::move(row));
  });
  return rows;
}

}  // namespace mcpjury
