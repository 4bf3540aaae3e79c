// AIVSS-O: one number a finding from its detector's vector, the worst one for tool and package.
//
// The number depends on the detector and the strictness only, so it is computed once for each
// detector of the catalogue; the formula is section 4.1 of the methodology, in 64-bit integers. Only what the
// panel of judges raised has its number from the panel (sections 4.4 to 4.6, grade/panel.h).
#include <algorithm>
#include <array>

#include "catalog/catalog.h"
#include "grade/grade.h"
#include "grade/panel.h"
#include "grade/rule_findings.h"
#include "grade/subjects.h"
#include "model/aivss_vector.h"

namespace mcpjury {
namespace {

constexpr std::string_view kPackage = "(package)";
constexpr std::size_t kUsualDetectors = 8;

using Tenths = std::array<std::uint8_t, 2>;  // by strictness

struct Table {
  std::string_view version;
  std::vector<Tenths> tenths;  // by detector

  Table() : version(methodology("aivss").version) {
    tenths.reserve(catalog().detectors.size());
    for (const Detector& detector : catalog().detectors) {
      const auto vector = parse_aivss(detector.aivss);
      const AivssVector published = vector.value_or(AivssVector{});
      const AivssVector precise = detector.kind == Kind::kCapability ? by_design(published) : published;
      tenths.push_back({static_cast<std::uint8_t>(aivss_tenths(published)),
                        static_cast<std::uint8_t>(aivss_tenths(precise))});
    }
  }
};

const Table& table() {
  static const Table kInstance;
  return kInstance;
}

void count(AivssTool& tool, std::uint32_t finding, int tenths) {
  ++tool.finding_count;
  if (tool.top_finding < 0 || tenths > tool.score) tool.top_finding = finding;
  tool.score = std::max(tool.score, tenths);
}

// One contribution a detector and number. Findings of one detector all have the same, those of the panel have
// not.
void contribute(std::vector<Contribution>& contributions, std::uint16_t detector, std::uint32_t finding,
                int tenths) {
  const std::string_view rule = catalog().detectors[detector].id;
  for (Contribution& known : contributions) {
    if (known.rule.data() != rule.data() || known.points != tenths) continue;
    known.findings.push_back(finding);
    return;
  }
  contributions.push_back({rule, {finding}, tenths});
}

void order_tools(std::vector<AivssTool>& tools) {
  for (AivssTool& tool : tools) tool.severity = aivss_band(tool.score);
  // Two tools may have one name; the order must not depend on the sort.
  std::sort(tools.begin(), tools.end(), [](const AivssTool& a, const AivssTool& b) {
    if (a.score != b.score) return a.score > b.score;
    if (a.name != b.name) return a.name < b.name;
    return a.top_finding != b.top_finding ? a.top_finding < b.top_finding : a.finding_count < b.finding_count;
  });
}

// What the judges raised, after the rules have spoken. The rules' numbers are those with what is suppressed:
// what a person accepted is not brought back through the judges.
void add_panel(const GradeInput& input, const JudgeView& judges, Strictness strictness, AivssResult& result) {
  const std::vector<Tenths>& known = table().tenths;
  std::vector<int> rules(input.surface.tools.size());
  Panel& panel = result.panel;
  int rule_aivss = 0;
  for (const Finding& finding : input.findings) {
    if (!finding.counts_in(strictness) || finding.detector >= known.size() ||
        is_panel_detector(finding.detector))
      continue;
    const int tenths = known[finding.detector][static_cast<std::size_t>(strictness)];
    rule_aivss = std::max(rule_aivss, tenths);
    const std::int32_t tool = tool_position(input.surface, finding.subject);
    if (tool >= 0)
      rules[static_cast<std::size_t>(tool)] = std::max(rules[static_cast<std::size_t>(tool)], tenths);
  }
  panel = make_panel(judges, rules);
  panel.rule_aivss = rule_aivss;
  std::vector<int> raised(rules.size());
  for (const PanelTool& tool : panel.tools) {
    if (tool.tool < raised.size() && tool.merged > tool.rule_score) raised[tool.tool] = tool.merged;
  }
  for_each_counted(input, strictness, [&](std::uint32_t at, const Finding& finding) {
    if (!is_panel_detector(finding.detector)) return;
    const std::int32_t tool = tool_position(input.surface, finding.subject);
    if (tool < 0) return;
    const int tenths = raised[static_cast<std::size_t>(tool)];
    count(result.tools[static_cast<std::size_t>(tool)], at, tenths);
    result.aivss = std::max(result.aivss, tenths);
    if (tenths > 0) contribute(result.contributions, finding.detector, at, tenths);
  });
}

AivssResult grade_at(const GradeInput& input, const JudgeView& judges, Strictness strictness, bool whole) {
  AivssResult result;
  result.tools.reserve(input.surface.tools.size() + 1);
  for (const ToolView& view : input.surface.tools) result.tools.emplace_back().name = view.name;
  result.contributions.reserve(kUsualDetectors);
  const std::vector<Tenths>& known = table().tenths;
  AivssTool package;
  for_each_counted(input, strictness, [&](std::uint32_t at, const Finding& finding) {
    if (finding.detector >= known.size() || is_panel_detector(finding.detector)) return;
    const int tenths = known[finding.detector][static_cast<std::size_t>(strictness)];
    const std::int32_t tool = tool_position(input.surface, finding.subject);
    count(tool < 0 ? package : result.tools[static_cast<std::size_t>(tool)], at, tenths);
    result.aivss = std::max(result.aivss, tenths);
    if (tenths > 0) contribute(result.contributions, finding.detector, at, tenths);
  });
  if (judges.data != nullptr) add_panel(input, judges, strictness, result);
  if (package.finding_count > 0) {
    package.name = kPackage;
    result.tools.push_back(std::move(package));
  }
  order_tools(result.tools);
  result.safety = std::clamp(100 - result.aivss, 0, 100);
  result.grade = aivss_grade(result.aivss);
  if (!whole && result.grade == 'A') result.grade = 'B';
  if (input.surface.tools.empty() && result.grade == 'B') result.grade = '-';
  return result;
}

}  // namespace

Assessed<AivssResult> grade_aivss(const GradeInput& input) {
  Assessed<AivssResult> assessed;
  assessed.version = table().version;
  assessed.reason = incompleteness(input);
  const bool whole = assessed.reason.empty();
  assessed.state = whole ? RunState::kComplete : RunState::kIncomplete;
  const JudgeView judges = judge_view(input.evidence, input.surface);
  assessed.published = grade_at(input, judges, Strictness::kPublished, whole);
  assessed.precise = grade_at(input, judges, Strictness::kPrecise, whole);
  // Without a definition and without a finding there is nothing a number could be about.
  if (!input.evidence.seen(Facet::kDefinition) && assessed.published.contributions.empty()) {
    assessed.state = RunState::kNotRun;
  }
  return assessed;
}

}  // namespace mcpjury
