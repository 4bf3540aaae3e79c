// Every format over the strings that break renderers, without a parser: what must never be in the bytes. The
// readers are in tests/formats.
#include <gtest/gtest.h>

#include <map>

#include "report/badge.h"
#include "report/report.h"
#include "report/test_report.h"

namespace mcpjury {
namespace {

using Renderer = std::string (*)(const Reports&, const RenderOptions&);

const std::map<std::string, Renderer>& new_formats() {
  static const std::map<std::string, Renderer> kAll = {
      {"html", render_html},       {"markdown", render_markdown},  {"junit", render_junit},
      {"csv", render_csv},         {"github", render_github},      {"badge", render_badge},
      {"shields", render_shields}, {"cyclonedx", render_cyclonedx}};
  return kAll;
}

std::string without(std::string text, char gone) {
  std::erase(text, gone);
  return text;
}

TEST(Formats, NoRawControlInAny) {
  for (const std::string& text : testing::naughty_strings()) {
    const Reports reports = testing::reports_with(text);
    for (const auto& [name, render] : new_formats()) {
      std::string out = render(reports, {});
      ASSERT_FALSE(out.empty()) << name;
      if (name == "csv") out = without(out, '\r');
      EXPECT_FALSE(testing::has_raw_control(out)) << name << ": " << text.substr(0, 60);
    }
  }
}

TEST(Formats, NoTagOfAServerInMarkup) {
  const Reports reports = testing::reports_with("</script><img src=x onerror=1> & \"]}");
  // In Markdown such words stand in code spans, where a tag is text; tests/formats renders them.
  for (const std::string name : {"html", "junit", "badge"}) {
    const std::string out = new_formats().at(name)(reports, {});
    EXPECT_EQ(out.find("</script>"), std::string::npos) << name;
    EXPECT_EQ(out.find("<img"), std::string::npos) << name;
  }
}

TEST(Formats, AStaleBadgeIsGreyAndKeepsItsWord) {
  const Reports reports = testing::reports_with("x");
  const std::string fresh = render_badge(reports, {}), stale = render_stale_badge(reports, {}, 45);
  const std::string word = fresh.substr(fresh.find("<title>mcpjury: ") + 16, 4);
  EXPECT_NE(stale.find("<title>mcpjury: stale, 45 days old \u00B7 " + word), std::string::npos);
  EXPECT_NE(stale.find("#5f6368"), std::string::npos);
  for (const std::string_view color : {"#b3261e", "#8a5a00", "#1a6e34"}) {
    EXPECT_EQ(stale.find(color), std::string::npos);
  }
  const std::string shields = render_stale_shields(reports, {}, 1);
  EXPECT_NE(shields.find("stale, 1 day old"), std::string::npos);
  EXPECT_NE(shields.find("lightgrey"), std::string::npos);
}

TEST(Formats, JsonOnesParse) {
  for (const std::string& text : testing::naughty_strings()) {
    const Reports reports = testing::reports_with(text);
    EXPECT_TRUE(testing::json_of(render_shields(reports, {})).is_object());
    EXPECT_TRUE(testing::json_of(render_cyclonedx(reports, {})).is_object());
  }
}

TEST(Formats, ABadgeNamesCoverageAndDate) {
  const Reports reports = testing::reports_with("plain");
  RenderOptions options;
  EXPECT_EQ(testing::json_of(render_shields(reports, options)).at("message").as_string(),
            "stop \u00B7 definition partial \u00B7 2026-01-02 \u00B7 1 suppressed");
  options.methodologies = {"tooltrust"};
  const Json one = testing::json_of(render_shields(reports, options));
  EXPECT_EQ(one.at("label").as_string(), "ToolTrust 1.3");
  EXPECT_EQ(one.at("message").as_string(),
            "C approval, risk 27 \u00B7 definition partial \u00B7 2026-01-02 \u00B7 1 suppressed");
  EXPECT_EQ(one.at("color").as_string(), "orange");
}

TEST(Formats, FailuresFollowTheThreshold) {
  const Reports reports = testing::reports_with("plain");
  RenderOptions options;
  options.finding_fails = [](const ScanReport&, const Finding& finding) {
    return finding.severity == Severity::kInfo;
  };
  options.mark_fails = [](const ScanReport&, std::string_view id) { return id == "tooltrust"; };
  const std::string out = render_junit(reports, options);
  // No finding is that mild: only the mark fails.
  EXPECT_NE(out.find(" failures=\"1\""), std::string::npos);
  EXPECT_NE(out.find("type=\"grade\""), std::string::npos);
  EXPECT_NE(render_junit(reports, {}).find(" failures=\"4\""), std::string::npos);
}

TEST(Formats, AnnotationsAreTenOfALevel) {
  Reports reports;
  for (int i = 0; i < 6; ++i) reports.push_back(testing::report_with("plain"));
  const std::string out = render_github(reports, {});
  std::size_t errors = 0;
  for (std::size_t at = out.find("::error "); at != std::string::npos; at = out.find("::error ", at + 1))
    ++errors;
  EXPECT_EQ(errors, 10u);
  EXPECT_NE(out.find("mcpjury: 14 more findings of level error"), std::string::npos) << out;
}

}  // namespace
}  // namespace mcpjury
