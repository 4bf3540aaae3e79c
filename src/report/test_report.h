// For tests only: a report made by hand, with every member filled, and the strings that break renderers.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "catalog/catalog.h"
#include "report/report.h"

namespace mcpjury::testing {

inline Json json_of(std::string_view text) {
  auto parsed = parse_json(text, "test", {});
  EXPECT_TRUE(parsed.ok()) << (parsed.ok() ? "" : parsed.error().message) << "\n" << text.substr(0, 2000);
  return parsed.ok() ? std::move(parsed->value) : Json();
}

inline std::vector<std::string> naughty_strings() {
  return {
      "",
      "plain",
      "line\nbreak\r\nand\ttab",
      std::string("nul\0inside", 10),
      "\x1b[31mred\x1b[0m \x1b]0;title\x07 \x7f",
      "c1 \xC2\x9B"
      "31m \xC2\x85",
      "bidi \u202Eevil\u2066x\u2069 zero\u200Bwidth \uFEFF",
      "tags \U000E0041\U000E0042 done",
      "quotes \" ' ` \\ and </script><img src=x onerror=1> & \"]}",
      "[link](javascript:alert(1)) **bold** {0} %0A::error::x",
      "=cmd|' /C calc'!A0",
      "\u65E5\u672C\u8A9E\u306E\u8AAC\u660E \U0001F600\U0001F600",
      "bad utf8 \xFF\xFE \xC3( \xE2\x28\xA1",
      std::string(500, 'x'),
      std::string(300, ' '),
      "\u00E9" + std::string(5000, 'y') + std::string(4100, '\n'),
      "/../../etc/passwd",
      "https://user:pw@host/mcp?x=1#y",
      "C:\\Users\\me\\tools.json",
      "-",
  };
}

inline void grade_by_hand(ScanReport& report) {
  Assessments& all = report.assessments;
  all.agentreserve.version = "1.6";
  all.agentreserve.state = RunState::kComplete;
  AgentReserveResult& ar = all.agentreserve.precise;
  ar.score = 75;
  ar.grade = 'C';
  ar.verdict = "block";
  ar.verdict_reason = "some_rule failed (critical, hard fail).";
  ar.level = "partial";
  ar.earned = 15;
  ar.possible = 20;
  ar.combined_score = 74;
  ar.rules = {{"some_rule", "tool surface", Severity::kCritical, 5, RuleState::kFail, true, "", {0}},
              {"other_rule", "transport", Severity::kLow, 2, RuleState::kNotApplicable, false, "no URL", {}}};
  ar.ours = {{"our_rule", "schema", Severity::kMedium, 4, RuleState::kPass, false, "", {}}};
  ar.contributions = {{"some_rule", {0}, 5}};
  all.agentreserve.published = ar;
  all.agentreserve.published.score = 60;
  all.agentreserve.published.grade = 'D';
  all.agentreserve.overridden = ar;
  all.agentreserve.overridden->score = 100;

  all.ampel.version = "1.4";
  all.ampel.state = RunState::kIncomplete;
  all.ampel.reason = "12 engines had no data";
  AmpelResult& am = all.ampel.precise;
  am.low = 26;
  am.high = 97;
  am.coverage_bp = 2900;
  am.engines = {{"mcp-tool-surface", "mcp", 900, EngineState::kOk, 80, 1, "count", "", {0}},
                {"supply-slsa", "supply", 400, EngineState::kNoData, 0, 0, "level", "no release seen", {}}};
  am.criticals = {{"CR-05", {0}, {}, {}}};
  am.contributions = {{"mcp-tool-surface", {0}, 72000}};
  all.ampel.published = am;
  all.ampel.published.score = 79;
  all.ampel.published.score_before_floor = 80;

  all.aivss.version = "1.0";
  all.aivss.state = RunState::kComplete;
  AivssResult& av = all.aivss.precise;
  av.aivss = 75;
  av.safety = 25;
  av.grade = 'F';
  av.tools = {{"tool", 75, "high", 2, 0}, {"(package)", 0, "none", 0, -1}};
  av.contributions = {{"some-detector", {0, 1}, 75}};
  all.aivss.published = av;

  all.mcpbundles.version = "2026.1";
  all.mcpbundles.state = RunState::kNotRun;
  all.mcpbundles.reason = "nothing to look at";
  all.mcpbundles.precise.layers = {{1, true, "", 2}, {2, false, "judges were not asked for", 0}};

  all.tooltrust.version = "1.3";
  all.tooltrust.state = RunState::kComplete;
  ToolTrustResult& tt = all.tooltrust.precise;
  tt.risk_score = 27;
  tt.grade = 'C';
  tt.action = "REQUIRE_APPROVAL";
  tt.tools = {{"tool", 27, 'C', {{"AS-001", {0}, 25}, {"AS-011", {1}, 2}}}};
  tt.contributions = {{"AS-001", {0}, 25}, {"AS-011", {1}, 2}};
  all.tooltrust.published = tt;
  all.tooltrust.overridden = ToolTrustResult();

  report.agreement.verdicts = {{"agentreserve", "stop"},
                               {"ampel", "unknown"},
                               {"aivss", "stop"},
                               {"mcpbundles", "unknown"},
                               {"tooltrust", "caution"}};
  report.agreement.differences = {{"agentreserve/tooltrust", {0}}, {"aivss/tooltrust", {0, 1}}};
}

// Every string that comes from the world or the server is `text`.
inline std::unique_ptr<ScanReport> report_with(const std::string& text) {
  auto report = std::make_unique<ScanReport>();
  Evidence& evidence = report->evidence;
  evidence.target = {TargetKind::kToolList, text, text};
  evidence.observed_at = "2026-01-02T03:04:05Z";
  JsonObject tool{{"name", text}, {"description", text}};
  JsonObject definition{{"server", JsonObject{{"name", text}, {"version", text}}},
                        {"protocol_version", text},
                        {"tools", JsonArray()},
                        {"prompts", JsonArray()}};
  definition["tools"].get_array().push_back(tool);
  definition["tools"].get_array().push_back(tool);
  evidence.facet(Facet::kDefinition) = {FacetState::kSeen, "", std::move(definition)};
  evidence.facet(Facet::kProtocol) = {FacetState::kSeen, text, JsonObject{{"era", text}}};
  evidence.facet(Facet::kTls) = {FacetState::kCouldNotSee, text, {}};
  evidence.limits = {{text, text, 7}};
  evidence.notes = {{text, text, 0}, {"duplicate_key", "/a", 3}};
  evidence.places.file = text;
  evidence.places.lines = {{"/tools/0", 4}};
  report->surface = make_surface(evidence.facet(Facet::kDefinition).data.get_object(), {});
  report->tools.resize(report->surface.tools.size());
  report->tools[0].tool_class = ToolClass::kWrite;
  report->tools[0].capabilities = {0};

  const auto count = catalog().detectors.size();
  for (std::uint16_t i = 0; i < 8; ++i) {
    Finding& finding = report->findings.emplace_back();
    finding.detector = static_cast<std::uint16_t>(i % count);
    finding.severity = static_cast<Severity>(4 - i / 2);
    finding.confidence = i == 6 ? Confidence::kLow : Confidence::kHigh;
    finding.suppressed = i == 7;
    finding.subject = {i == 5 ? SubjectType::kServer : SubjectType::kTool, text, i == 5 ? -1 : i % 2};
    finding.pointer = i == 5 ? text : "/tools/" + std::to_string(i % 2) + "/description";
    finding.evidence = text.substr(0, 200);
    finding.message = text;
  }
  grade_by_hand(*report);
  return report;
}

inline Reports reports_with(const std::string& text) {
  Reports reports;
  reports.push_back(report_with(text));
  return reports;
}

// Bytes and characters that must never reach a terminal raw. Line breaks are the renderer's own.
inline bool has_raw_control(std::string_view text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte < 0x20 && byte != '\n') || byte == 0x7F) return true;
    const auto next = i + 1 < text.size() ? static_cast<unsigned char>(text[i + 1]) : 0;
    const auto third = i + 2 < text.size() ? static_cast<unsigned char>(text[i + 2]) : 0;
    if (byte == 0xC2 && next >= 0x80 && next < 0xA0) return true;  // C1
    if (byte == 0xE2 && next == 0x80 &&
        ((third >= 0x8B && third <= 0x8F) || (third >= 0xAA && third <= 0xAE)))
      return true;                                                   // zero width, bidi
    if (byte == 0xE2 && next == 0x81 && third >= 0xA0) return true;  // isolates
    if (byte == 0xF3 && next == 0xA0) return true;                   // tags
    if (byte == 0xEF && next == 0xBB && third == 0xBF) return true;  // BOM
  }
  return false;
}

}  // namespace mcpjury::testing
