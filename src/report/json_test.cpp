#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "base/canonical_json.h"
#include "base/schema_check.h"
#include "base/utf8.h"
#include "report/report.h"
#include "report/test_report.h"

namespace mcpjury {
namespace {

using testing::json_of;
using testing::report_with;
using testing::reports_with;

const Json& schema() {
  static const Json parsed = [] {
    std::ifstream in(MCPJURY_SOURCE_DIR "/docs/schema/report.schema.json", std::ios::binary);
    return json_of(std::string(std::istreambuf_iterator<char>(in), {}));
  }();
  return parsed;
}

// Against one branch, so that a complaint names its place.
std::vector<SchemaComplaint> complaints(const Json& document, std::string_view branch) {
  Json one = schema();
  one.get_object().erase("anyOf");
  one.get_object()["$ref"] = "#/$defs/" + std::string(branch);
  return check_schema(one, document, 3);
}

const Json& at(const Json& value, std::string_view pointer) {
  const Json* found = resolve_pointer(value, pointer);
  static const Json none;
  EXPECT_NE(found, nullptr) << pointer;
  return found == nullptr ? none : *found;
}

TEST(JsonReport, SchemaIsOneTheCheckerKnowsWhole) { EXPECT_TRUE(check_schema_itself(schema()).empty()); }

TEST(JsonReport, FitsTheSchemaWhateverTheServerSays) {
  for (const std::string& text : testing::naughty_strings()) {
    const std::string written = render_json(reports_with(text), {});
    EXPECT_FALSE(testing::has_raw_control(written)) << text;
    EXPECT_TRUE(is_valid_utf8(written)) << text;
    for (const auto& complaint : complaints(json_of(written), "report")) {
      ADD_FAILURE() << text << ": " << complaint.pointer << ": " << complaint.message;
    }
    if (is_valid_utf8(text)) {
      EXPECT_EQ(at(json_of(written), "/findings/0/message"), Json(text));
    }
  }
}

TEST(JsonReport, SeveralTargets) {
  Reports reports = reports_with("one");
  reports.push_back(report_with("two"));
  const Json document = json_of(render_json(reports, {}));
  EXPECT_TRUE(complaints(document, "several").empty());
  EXPECT_TRUE(check_schema(schema(), document).empty());
  EXPECT_EQ(at(document, "/reports/1/target/id"), Json("two"));
}

TEST(JsonReport, NumbersOfTheFive) {
  const Json report = report_to_json(*report_with("x"), {});
  EXPECT_EQ(at(report, "/assessments/agentreserve/score"), Json(75));
  EXPECT_EQ(at(report, "/assessments/agentreserve/published/score"), Json(60));
  EXPECT_EQ(at(report, "/assessments/agentreserve/with_overrides/score"), Json(100));
  EXPECT_TRUE(at(report, "/assessments/ampel/score").is_null());
  EXPECT_EQ(at(report, "/assessments/ampel/published/score"), Json(7.9));
  EXPECT_EQ(at(report, "/assessments/ampel/interval"), (Json(JsonArray{2.6, 9.7})));
  EXPECT_EQ(at(report, "/assessments/aivss/aivss_score"), Json(7.5));
  EXPECT_EQ(at(report, "/assessments/aivss/contributions/0/points"), Json(7.5));
  EXPECT_EQ(at(report, "/assessments/aivss/tool_scores/0/top_finding_id"), Json("F1"));
  EXPECT_EQ(at(report, "/assessments/tooltrust/contributions/1/finding_ids/0"), Json("F2"));
  EXPECT_EQ(find(at(report, "/assessments/aivss"), "with_overrides"), nullptr);
}

TEST(JsonReport, WhatDidNotRunGivesNoNumber) {
  const Json report = report_to_json(*report_with("x"), {});
  EXPECT_EQ(at(report, "/assessments/mcpbundles/state"), Json("not_run"));
  EXPECT_TRUE(at(report, "/assessments/mcpbundles/security_score").is_null());
  EXPECT_TRUE(at(report, "/assessments/mcpbundles/published/quality_score").is_null());
  EXPECT_EQ(at(report, "/assessments/mcpbundles/posture"), Json("unknown"));
}

TEST(JsonReport, OnlyTheChosenMethodologies) {
  RenderOptions options;
  options.methodologies = {"tooltrust", "aivss"};
  const Json report = report_to_json(*report_with("x"), options);
  EXPECT_EQ(at(report, "/assessments").get_object().size(), 2u);
  EXPECT_EQ(at(report, "/agreement/verdicts").get_object().size(), 2u);
  EXPECT_EQ(at(report, "/agreement/differences").get_array().size(), 1u);
  EXPECT_TRUE(complaints(report, "report").empty());
}

TEST(JsonReport, ToolsListTheirFindingsAndPlacesTheirLines) {
  const Json report = report_to_json(*report_with("x"), {});
  EXPECT_EQ(at(report, "/tools/0/finding_ids"), (Json(JsonArray{"F1", "F3", "F5", "F7"})));
  EXPECT_EQ(at(report, "/tools/0/class"), Json("write"));
  EXPECT_EQ(at(report, "/findings/0/location/line"), Json(4));
  EXPECT_TRUE(at(report, "/findings/1/location/line").is_null());
  EXPECT_EQ(at(report, "/findings/6/counts_in"), (Json(JsonArray{"published"})));
  EXPECT_EQ(at(report, "/findings/7/suppressed"), Json(true));
}

TEST(JsonReport, MembersStandInTheOrderOfTheSpecification) {
  const Json report = report_to_json(*report_with("x"), {});
  std::vector<std::string> keys;
  for (const auto& member : report.get_object()) keys.emplace_back(member.key());
  EXPECT_EQ(keys, (std::vector<std::string>{"schema_version", "program", "catalog", "target", "observed_at",
                                            "evidence", "server", "tools", "findings", "assessments",
                                            "agreement"}));
}

TEST(NdjsonReport, OneLineAReportWithTheSameContent) {
  for (const std::string& text : testing::naughty_strings()) {
    Reports reports = reports_with(text);
    reports.push_back(report_with("second"));
    const std::string written = render_ndjson(reports, {});
    EXPECT_FALSE(testing::has_raw_control(written)) << text;
    ASSERT_EQ(std::count(written.begin(), written.end(), '\n'), 2) << text;
    const std::string first = written.substr(0, written.find('\n'));
    EXPECT_EQ(canonical_json(json_of(first)), canonical_json(json_of(render_json(reports_with(text), {}))))
        << text;
  }
}

TEST(ProgramInfo, NamesAVersion) {
  EXPECT_EQ(program_info().name, "mcpjury");
  EXPECT_FALSE(program_info().version.empty());
}

}  // namespace
}  // namespace mcpjury
