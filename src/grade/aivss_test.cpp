#include <array>

#include "grade/test_server.h"
#include "model/aivss_vector.h"

namespace mcpjury {
namespace {

using testing::TestServer;

struct Vector {
  std::string_view text;
  int tenths;
  char grade;
};

TEST(Aivss, VectorsOfTheSpecification) {
  for (const Vector& v : {Vector{"S:H/E:C/I:C/D:I/A:F", 82, 'D'}, Vector{"S:S/E:C/I:C/D:S/A:F", 74, 'D'},
                          Vector{"S:S/E:U/I:C/D:I/A:F", 91, 'F'}, Vector{"S:S/E:O/I:M/D:L/A:F", 50, 'C'},
                          Vector{"S:T/E:C/I:L/D:L/A:N", 17, 'A'}, Vector{"S:H/E:U/I:N/D:I/A:F", 0, 'A'},
                          Vector{"AIVSS-O:1.0/S:H/E:C/I:C/D:I/A:F", 82, 'D'}}) {
    EXPECT_EQ(aivss_tenths(v.text), v.tenths) << v.text;
    EXPECT_EQ(aivss_grade(v.tenths), v.grade) << v.text;
  }
}

TEST(Aivss, MalformedVectors) {
  for (const std::string_view text : {"", "S:T", "S:X/E:C/I:H/D:S/A:F", "S:T/E:C/I:H/D:S/A:F/",
                                      "E:C/S:T/I:H/D:S/A:F", "S:T/E:C/I:H/D:S/A:", "s:t/e:c/i:h/d:s/a:f",
                                      " S:T/E:C/I:H/D:S/A:F", "AIVSS-O:2.0/S:T/E:C/I:H/D:S/A:F"}) {
    EXPECT_EQ(aivss_tenths(text), -1) << text;
  }
}

TEST(Aivss, GradesAndBandsAtTheirEdges) {
  for (const auto& [tenths, grade] : std::vector<std::pair<int, char>>{{0, 'A'},
                                                                       {19, 'A'},
                                                                       {20, 'B'},
                                                                       {39, 'B'},
                                                                       {40, 'C'},
                                                                       {69, 'C'},
                                                                       {70, 'D'},
                                                                       {89, 'D'},
                                                                       {90, 'F'},
                                                                       {100, 'F'}}) {
    EXPECT_EQ(aivss_grade(tenths), grade) << tenths;
    // The code and the published bands must not drift apart.
    std::string_view band;
    for (const Band& b : methodology("aivss").bands) {
      if (b.from <= tenths) band = b.name;
    }
    EXPECT_EQ(band, std::string_view(&grade, 1)) << tenths;
  }
  EXPECT_EQ(aivss_band(0), "none");
  EXPECT_EQ(aivss_band(1), "low");
  EXPECT_EQ(aivss_band(39), "low");
  EXPECT_EQ(aivss_band(40), "medium");
  EXPECT_EQ(aivss_band(70), "high");
  EXPECT_EQ(aivss_band(90), "critical");
}

TEST(Aivss, AllVectorsAreInRangeAndMonotone) {
  constexpr std::string_view kLevels[] = {"TSH", "TCOU", "NLMHC", "OLSI", "NPF"};
  const auto text_of = [&](const std::array<std::size_t, 5>& at) {
    std::string text = "S:?/E:?/I:?/D:?/A:?";
    for (std::size_t d = 0; d < 5; ++d) text[d * 4 + 2] = kLevels[d][at[d]];
    return text;
  };
  // Reach by impact, as the methodology states it.
  std::array<int, 5> lowest, highest{};
  lowest.fill(1000);
  int count = 0;
  std::array<std::size_t, 5> at{};
  for (;;) {
    const int tenths = aivss_tenths(text_of(at));
    ++count;
    EXPECT_GE(tenths, 0);
    EXPECT_LE(tenths, 100);
    lowest[at[2]] = std::min(lowest[at[2]], tenths);
    highest[at[2]] = std::max(highest[at[2]], tenths);
    for (std::size_t d = 0; d < 5; ++d) {
      if (at[d] + 1 == kLevels[d].size()) continue;
      auto up = at;
      ++up[d];
      EXPECT_GE(aivss_tenths(text_of(up)), tenths) << text_of(at) << " " << text_of(up);
    }
    std::size_t d = 0;
    while (d < 5 && ++at[d] == kLevels[d].size()) at[d++] = 0;
    if (d == 5) break;
  }
  EXPECT_EQ(count, 720);
  EXPECT_EQ(lowest, (std::array<int, 5>{0, 8, 15, 22, 28}));
  EXPECT_EQ(highest, (std::array<int, 5>{0, 38, 65, 86, 100}));
}

TEST(Aivss, CatalogueVectorsAreValidAndHygieneIsLowAtMost) {
  for (const Detector& detector : catalog().detectors) {
    const auto vector = parse_aivss(detector.aivss);
    ASSERT_TRUE(vector.has_value()) << detector.id << " '" << detector.aivss << "'";
    if (detector.kind == Kind::kHygiene) {
      EXPECT_LE(vector->impact, kAivssLowImpact) << detector.id;
    }
  }
}

TEST(Aivss, PackageIsTheMaximum) {
  TestServer server({"safe", "bad"});
  server.find("no-timeout-or-rate-limit", 0);
  server.find("overrides-instructions", 1);
  server.find("no-timeout-or-rate-limit", 1);
  const auto assessed = grade_aivss(server.input());
  const int worst = aivss_tenths(find_detector("overrides-instructions")->aivss);
  EXPECT_EQ(assessed.state, RunState::kComplete);
  EXPECT_EQ(assessed.precise.aivss, worst);
  EXPECT_EQ(assessed.precise.safety, 100 - worst);
  EXPECT_EQ(assessed.precise.grade, aivss_grade(worst));
  ASSERT_EQ(assessed.precise.tools.size(), 2u);
  EXPECT_EQ(assessed.precise.tools[0].name, "bad");
  EXPECT_EQ(assessed.precise.tools[0].score, worst);
  EXPECT_EQ(assessed.precise.tools[0].finding_count, 2);
  EXPECT_EQ(assessed.precise.tools[0].top_finding, 1);
  std::int64_t most = 0;
  for (const Contribution& contribution : assessed.precise.contributions)
    most = std::max(most, contribution.points);
  EXPECT_EQ(most, assessed.precise.aivss);
  const Contribution* limits =
      testing::contribution_of(assessed.precise.contributions, "no-timeout-or-rate-limit");
  ASSERT_NE(limits, nullptr);
  EXPECT_EQ(limits->findings, (std::vector<std::uint32_t>{0, 2}));
}

TEST(Aivss, ACapabilityIsTheoreticalInPrecise) {
  TestServer server({"run_command"});
  server.find("runs-code");
  const auto assessed = grade_aivss(server.input());
  EXPECT_EQ(assessed.published.aivss, aivss_tenths(find_detector("runs-code")->aivss));
  EXPECT_LT(assessed.precise.aivss, assessed.published.aivss);
  EXPECT_EQ(assessed.precise.grade, 'C');  // an honest shell tool
}

TEST(Aivss, EveryToolIsListedAndThePackageHasItsOwnEntry) {
  TestServer server({"b", "a", "c"});
  server.find("advisory-vulnerable-server", -1);
  const auto result = grade_aivss(server.input()).precise;
  ASSERT_EQ(result.tools.size(), 4u);
  EXPECT_EQ(result.tools[0].name, "(package)");
  EXPECT_EQ(result.tools[1].name, "a");
  EXPECT_EQ(result.tools[2].name, "b");
  EXPECT_EQ(result.tools[3].name, "c");
  EXPECT_EQ(result.tools[3].score, 0);
  EXPECT_EQ(result.tools[3].severity, "none");
  EXPECT_EQ(result.tools[3].top_finding, -1);
}

TEST(Aivss, IncompleteIsNeverA) {
  TestServer cut({"a"});
  cut.surface().truncated = true;
  EXPECT_EQ(grade_aivss(cut.input()).precise.grade, 'B');
  EXPECT_EQ(grade_aivss(cut.input()).state, RunState::kIncomplete);
  EXPECT_EQ(grade_aivss(TestServer({}).input()).precise.grade, '-');
  EXPECT_EQ(grade_aivss(TestServer({"a"}).input()).precise.grade, 'A');
  EXPECT_EQ(grade_aivss(TestServer({"a"}).input()).precise.safety, 100);
}

}  // namespace
}  // namespace mcpjury
