#include <gtest/gtest.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/utf8.h"
#include "report/report.h"
#include "report/test_report.h"

namespace mcpjury {
namespace {

using testing::json_of;
using testing::report_with;

void keep_only(JsonObject& object, std::initializer_list<std::string_view> keys) {
  JsonObject kept;
  for (const std::string_view key : keys) {
    if (const Json* value = find(object, key)) kept[key] = *value;
  }
  object = std::move(kept);
}

// What a batch line must say, told from the whole report.
Json expected(const ScanReport& report, const Json& id) {
  Json whole = report_to_json(report, {});
  JsonObject& from = whole.get_object();
  for (Json& finding : from["findings"].get_array()) {
    keep_only(finding.get_object(), {"id", "detector", "kind", "severity", "confidence", "counts_in",
                                     "subject", "location", "evidence", "suppressed"});
  }
  for (auto& member : from["assessments"].get_object()) {
    JsonObject& one = member.value().get_object();
    for (const char* detail : {"rules", "ours", "engines", "criticals", "tool_scores", "consensus", "layers",
                               "tools", "grade_qualified", "risk_level", "confidence", "exposure", "label",
                               "era", "active_probe", "follow_up"}) {
      one.erase(detail);
    }
    one["published"].get_object().erase("contributions");
    one["precise"].get_object().erase("contributions");
    if (one["reason"].get_string().empty()) one.erase("reason");
  }
  return JsonObject{{"id", id},
                    {"server", from["server"]},
                    {"findings", from["findings"]},
                    {"assessments", from["assessments"]}};
}

TEST(BatchLine, SaysWhatTheReportSays) {
  for (const std::string& text : testing::naughty_strings()) {
    const auto report = report_with(text);
    std::string line;
    append_batch_line(line, *report, R"({"any":[1,"x"]})", {});
    EXPECT_FALSE(testing::has_raw_control(line)) << text;
    ASSERT_EQ(std::count(line.begin(), line.end(), '\n'), 1) << text;
    EXPECT_EQ(line.back(), '\n');
    const Json id = JsonObject{{"any", JsonArray{1, "x"}}};
    const std::string whole = canonical_json(expected(*report, id));
    // Invalid UTF-8 is replaced on the way out, which the value does not know.
    if (is_valid_utf8(text)) {
      EXPECT_EQ(canonical_json(json_of(line)), whole) << text;
    }
  }
}

TEST(BatchLine, AppendsAndSplicesTheIdAsItStood) {
  const auto report = report_with("x");
  std::string out = "before\n";
  append_batch_line(out, *report, "1.50e0", {});
  EXPECT_EQ(out.rfind("before\n{\"id\":1.50e0,", 0), 0u);
  std::string none;
  append_batch_line(none, *report, "", {});
  EXPECT_EQ(none.rfind("{\"id\":null,", 0), 0u);
}

TEST(BatchLine, OnlyTheChosenMethodologies) {
  RenderOptions options;
  options.methodologies = {"ampel"};
  std::string line;
  append_batch_line(line, *report_with("x"), "1", options);
  const Json parsed = json_of(line);
  EXPECT_EQ(find_object(parsed.get_object(), "assessments")->size(), 1u);
}

}  // namespace
}  // namespace mcpjury
