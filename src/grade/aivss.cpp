// AIVSS-O: one number a finding from its detector's vector, the worst one for tool and package.
//
// The number depends on the detector and the strictness only, so it is computed once for each
// detector of the catalogue; the formula is section 4.1 of the methodology, in 64-bit integers.
#include <algorithm>
#include <array>

#include "catalog/catalog.h"
#include "grade/aivss_vector.h"
#include "grade/grade.h"
#include "grade/rule_findings.h"
#include "grade/subjects.h"

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

// One contribution a detector; its findings all have the same number.
void contribute(std::vector<Contribution>& contributions, std::uint16_t detector, std::uint32_t finding,
                int tenths) {
  const std::string_view rule = catalog().detectors[detector].id;
  for (Contribution& known : contributions) {
    if (known.rule.data() != rule.data()) continue;
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

AivssResult grade_at(const GradeInput& input, Strictness strictness, bool whole) {
  AivssResult result;
  result.tools.reserve(input.surface.tools.size() + 1);
  for (const ToolView& view : input.surface.tools) result.tools.emplace_back().name = view.name;
  result.contributions.reserve(kUsualDetectors);
  const std::vector<Tenths>& known = table().tenths;
  AivssTool package;
  for_each_counted(input, strictness, [&](std::uint32_t at, const Finding& finding) {
    if (finding.detector >= known.size()) return;
    const int tenths = known[finding.detector][static_cast<std::size_t>(strictness)];
    const std::int32_t tool = tool_position(input.surface, finding.subject);
    count(tool < 0 ? package : result.tools[static_cast<std::size_t>(tool)], at, tenths);
    result.aivss = std::max(result.aivss, tenths);
    if (tenths > 0) contribute(result.contributions, finding.detector, at, tenths);
  });
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
  assessed.published = grade_at(input, Strictness::kPublished, whole);
  assessed.precise = grade_at(input, Strictness::kPrecise, whole);
  // Without a definition and without a finding there is nothing a number could be about.
  if (!input.evidence.seen(Facet::kDefinition) && assessed.published.contributions.empty()) {
    assessed.state = RunState::kNotRun;
  }
  return assessed;
}

}  // namespace mcpjury
