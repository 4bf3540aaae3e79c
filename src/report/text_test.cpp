#include <gtest/gtest.h>

#include <sstream>

#include "base/utf8.h"
#include "report/layout.h"
#include "report/report.h"
#include "report/test_report.h"

namespace mcpjury {
namespace {

using testing::report_with;
using testing::reports_with;

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

TEST(TextReport, StaysInsideEightyColumnsAndHarmless) {
  for (const std::string& text : testing::naughty_strings()) {
    for (int mode = 0; mode < 8; ++mode) {
      RenderOptions options;
      options.verbose = (mode & 1) != 0;
      options.utf8 = (mode & 2) == 0;
      options.quiet = (mode & 4) != 0;
      const std::string written = render_text(reports_with(text), options);
      EXPECT_FALSE(testing::has_raw_control(written)) << text;
      EXPECT_TRUE(is_valid_utf8(written)) << text;
      if (!options.utf8) {
        EXPECT_TRUE(is_ascii(written)) << written;
      }
      for (const std::string& line : lines_of(written)) EXPECT_LE(columns_of(line), 80u) << line;
      if (options.quiet) {
        EXPECT_EQ(lines_of(written).size(), 1u) << written;
      }
    }
  }
}

TEST(TextReport, VerdictAndReasonStandFirst) {
  auto reports = reports_with("weather");
  reports[0]->findings[1].severity = Severity::kHigh;  // one finding is the worst, whatever its kind
  reports[0]->findings[0].message = "A description orders the agent to hide something from the user.";
  const auto lines = lines_of(render_text(reports, {}));
  EXPECT_EQ(lines[0].rfind("STOP  weather \u2014 a description orders the agent", 0), 0u) << lines[0];
  reports[0]->findings[0].subject.name = "GetNews";
  reports[0]->findings[0].message = "GetNews hides something.";
  EXPECT_EQ(lines_of(render_text(reports, {}))[0], "STOP  weather \u2014 GetNews hides something (F1)");
  RenderOptions quiet;
  quiet.quiet = true;
  quiet.utf8 = false;
  const std::string one = render_text(reports, quiet);
  EXPECT_EQ(one.rfind("STOP  weather - GetNews hides something", 0), 0u) << one;
  EXPECT_NE(one.find("(F1)"), std::string::npos) << one;
}

TEST(TextReport, IncompleteIsSaidInTheFirstLine) {
  auto reports = reports_with("empty");
  reports[0]->surface.tools.clear();
  reports[0]->tools.clear();
  reports[0]->findings.clear();
  reports[0]->agreement = {};
  reports[0]->assessments = {};
  for (const bool quiet : {false, true}) {
    RenderOptions options;
    options.quiet = quiet;
    const auto lines = lines_of(render_text(reports, options));
    EXPECT_EQ(lines[0].rfind("UNKNOWN  INCOMPLETE: 0 tools", 0), 0u) << lines[0];
  }
}

TEST(TextReport, NeverCallsSomethingSafe) {
  auto reports = reports_with("fine");
  reports[0]->findings.clear();
  reports[0]->assessments = {};
  reports[0]->agreement.verdicts = {{"tooltrust", "allow"}};
  const auto lines = lines_of(render_text(reports, {}));
  EXPECT_EQ(lines[0].rfind("NO BLOCKING EVIDENCE  fine", 0), 0u) << lines[0];
}

TEST(TextReport, TellsTheFiveCoverageCountsAndTheNextCommand) {
  auto reports = reports_with("weather");
  std::string text;
  for (const std::string& line : lines_of(render_text(reports, {}))) {
    text += line.rfind("  ", 0) == 0 ? line.substr(1) : "\n" + line;  // wrapped lines joined again
  }
  for (const char* part :
       {"agentreserve  C block", "trust 75/100", "ampel         grey", "29% seen", "risk 7.5/10", "not run",
        "C approval", "risk 27", "Coverage: tier definition, level partial", "Seen: definition",
        "Could not see tls", "Findings: 8: ", "1 suppressed", "1 of low confidence",
        "Counted as published: agentreserve D block, trust 60/100", "They differ: stop: agentreserve, aivss",
        "Without what is suppressed: agentreserve C block, trust 100/100", "Next: mcpjury explain "}) {
    EXPECT_NE(text.find(part), std::string::npos) << part << "\n" << text;
  }
  RenderOptions options;
  options.next_command = "mcpjury scan --again";
  EXPECT_NE(render_text(reports, options).find("Next: mcpjury scan --again"), std::string::npos);
}

TEST(TextReport, ShowsFiveDetectorsUnlessVerbose) {
  auto reports = reports_with("weather");
  const auto count = [](const std::string& text) {
    std::size_t found = 0;
    for (const std::string& line : lines_of(text))
      found += line.find(" confidence") != std::string::npos && line[0] == 'F' && line[1] != 'i';
    return found;
  };
  EXPECT_LE(count(render_text(reports, {})), 5u);
  RenderOptions verbose;
  verbose.verbose = true;
  const std::string all = render_text(reports, verbose);
  EXPECT_EQ(count(all), 8u) << all;
  EXPECT_NE(all.find("25 points: AS-001 from F1"), std::string::npos) << all;
  EXPECT_NE(all.find("7.5 points"), std::string::npos) << all;
}

TEST(TextReport, ColoursOnlyWhenAskedFor) {
  RenderOptions options;
  EXPECT_EQ(render_text(reports_with("x"), options).find('\x1b'), std::string::npos);
  options.color = true;
  const std::string inked = render_text(reports_with("x"), options);
  EXPECT_EQ(inked.rfind("\x1b[1;31mSTOP", 0), 0u);
  std::string plain;
  for (std::size_t i = 0; i < inked.size(); ++i) {
    if (inked[i] == '\x1b') {
      i = inked.find('m', i);
    } else {
      plain += inked[i];
    }
  }
  options.color = false;
  EXPECT_EQ(plain, render_text(reports_with("x"), options));
}

TEST(Layout, FitsAndWraps) {
  Page page(true, false);
  EXPECT_EQ(page.fit("abcdef", 4), "abc\u2026");
  EXPECT_EQ(page.cell("ab", 4), "ab  ");
  EXPECT_EQ(columns_of("\u65E5\u672C"), 4u);
  EXPECT_LE(columns_of(page.fit("\u65E5\u672C\u8A9E", 4)), 4u);
  EXPECT_EQ(Page(false, false).fit("abcdef", 5), "ab...");
  EXPECT_EQ(Page(false, false).shown("\u2014\u00E9"), "-<U+00E9>");
  page.paragraph("Why: ", std::string(200, 'w') + " end", 5);
  for (const std::string& line : lines_of(page.take())) EXPECT_LE(line.size(), 80u);
}

}  // namespace
}  // namespace mcpjury
