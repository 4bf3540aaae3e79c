#include <gtest/gtest.h>

#include <set>

#include "base/utf8.h"
#include "report/report.h"
#include "report/test_report.h"

namespace mcpjury {
namespace {

using testing::json_of;
using testing::report_with;
using testing::reports_with;

const Json& json_at(const Json& value, std::string_view pointer) {
  const Json* found = resolve_pointer(value, pointer);
  static const Json none;
  EXPECT_NE(found, nullptr) << pointer;
  return found == nullptr ? none : *found;
}

std::string uri_with(const std::string& file, const std::string& display) {
  auto reports = reports_with("x");
  reports[0]->evidence.places.file = file;
  reports[0]->evidence.target.display = display;
  const Json document = json_of(render_sarif(reports, {}));
  return std::string(view(
      json_at(document, "/runs/0/results/0/locations/0/physicalLocation/artifactLocation/uri").get_string()));
}

void check_result(const Json& result, const JsonArray& rules) {
  const auto index = static_cast<std::size_t>(json_at(result, "/ruleIndex").to_number<std::int64_t>());
  ASSERT_LT(index, rules.size());
  EXPECT_EQ(json_at(rules[index], "/id"), json_at(result, "/ruleId"));
  EXPECT_FALSE(json_at(result, "/message/text").get_string().empty());
  EXPECT_EQ(view(json_at(result, "/message/text").get_string()).find("]("), std::string_view::npos);
  const std::string_view uri =
      view(json_at(result, "/locations/0/physicalLocation/artifactLocation/uri").get_string());
  EXPECT_FALSE(uri.empty());
  EXPECT_NE(uri[0], '/');
  EXPECT_EQ(uri.find(':'), std::string_view::npos);
  EXPECT_EQ(uri.find(".."), std::string_view::npos);
  EXPECT_GE(json_at(result, "/locations/0/physicalLocation/region/startLine").to_number<int>(), 1);
  EXPECT_EQ(json_at(result, "/partialFingerprints/mcpjury~1v1").get_string().size(), 32u);
}

TEST(Sarif, HoldsWhateverTheServerSays) {
  for (const std::string& text : testing::naughty_strings()) {
    const std::string written = render_sarif(reports_with(text), {});
    EXPECT_FALSE(testing::has_raw_control(written)) << text;
    EXPECT_TRUE(is_valid_utf8(written)) << text;
    const Json document = json_of(written);
    EXPECT_EQ(json_at(document, "/version"), Json("2.1.0"));
    const JsonArray& rules = json_at(document, "/runs/0/tool/driver/rules").get_array();
    const JsonArray& results = json_at(document, "/runs/0/results").get_array();
    EXPECT_EQ(results.size(), 7u);  // one of low confidence does not count
    EXPECT_EQ(json_at(document, "/runs/0/properties/findings_not_counted"), Json(1));
    for (const Json& result : results) check_result(result, rules);
  }
}

TEST(Sarif, UriIsRelativeAndWithoutScheme) {
  EXPECT_EQ(uri_with("/home/me/a b.json", ""), "home/me/a%20b.json");
  EXPECT_EQ(uri_with("./x/../tools.json", ""), "x/tools.json");
  EXPECT_EQ(uri_with("", "https://host:8443/mcp"), "host%3A8443/mcp");
  EXPECT_EQ(uri_with("", "-"), "evidence.json");
  EXPECT_EQ(uri_with("", ""), "evidence.json");
  EXPECT_EQ(uri_with("C:\\x\\y.json", ""), "C%3A/x/y.json");
}

TEST(Sarif, CategoryEndsWithOneSlashAndIsUnique) {
  Reports reports = reports_with("a/b");
  reports.push_back(report_with("a/b"));
  reports[1]->evidence.target.id = "/secret/folder/tools.json";
  reports.push_back(report_with("a/b"));
  const Json document = json_of(render_sarif(reports, {}));
  EXPECT_EQ(json_at(document, "/runs/0/automationDetails/id"), Json("mcpjury/a-b/"));
  EXPECT_EQ(json_at(document, "/runs/1/automationDetails/id"), Json("mcpjury/tools.json/"));
  EXPECT_EQ(json_at(document, "/runs/2/automationDetails/id"), Json("mcpjury/a-b-2/"));
}

TEST(Sarif, SuppressedAndIncompleteAreTold) {
  auto reports = reports_with("x");
  reports[0]->surface.tools.clear();
  const Json document = json_of(render_sarif(reports, {}));
  EXPECT_EQ(json_at(document, "/runs/0/results/6/suppressions/0/kind"), Json("external"));
  EXPECT_EQ(json_at(document, "/runs/0/invocations/0/toolExecutionNotifications/0/message/text"),
            Json("Incomplete: 0 tools"));
}

TEST(Sarif, RulesAreThoseUsedAndCarryWhatCodeScanningReads) {
  const Json document = json_of(render_sarif(reports_with("x"), {}));
  std::set<std::string> ids;
  for (const Json& rule : json_at(document, "/runs/0/tool/driver/rules").get_array()) {
    EXPECT_TRUE(ids.insert(std::string(view(json_at(rule, "/id").get_string()))).second);
    EXPECT_FALSE(json_at(rule, "/help/text").get_string().empty());
    EXPECT_FALSE(json_at(rule, "/shortDescription/text").get_string().empty());
    const std::string severity(view(json_at(rule, "/properties/security-severity").get_string()));
    EXPECT_GE(std::stod(severity), 0.0);
    EXPECT_LE(std::stod(severity), 10.0);
  }
}

}  // namespace
}  // namespace mcpjury
