#include <gtest/gtest.h>

#include <map>

#include "grade/mcpbundles_quality.h"
#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::contribution_of;
using testing::TestServer;

TEST(McpBundlesCatalogue, RulesSeveritiesAndLayers) {
  const std::map<std::string_view, std::pair<Severity, int>> wanted = {
      {"E001", {Severity::kCritical, 1}},     {"E002", {Severity::kHigh, 1}},
      {"SAFE-T1402", {Severity::kHigh, 1}},   {"SAFE-T1501", {Severity::kHigh, 1}},
      {"MCPB-A002", {Severity::kHigh, 1}},    {"MCPB-I001", {Severity::kHigh, 1}},
      {"SAFE-T1007", {Severity::kMedium, 1}}, {"SAFE-T1403", {Severity::kMedium, 1}},
      {"SAFE-T1804", {Severity::kMedium, 1}}, {"SAFE-T1004", {Severity::kMedium, 2}},
      {"W015", {Severity::kMedium, 1}},       {"W019", {Severity::kMedium, 1}},
      {"W017", {Severity::kMedium, 1}},       {"W018", {Severity::kLow, 1}},
      {"W020", {Severity::kLow, 1}},          {"W001", {Severity::kLow, 2}},
      {"MCPB-A001", {Severity::kLow, 1}},     {"MCPB-A003", {Severity::kMedium, 1}},
      {"MCPB-X001", {Severity::kHigh, 3}},    {"MCPB-X002", {Severity::kMedium, 3}},
      {"MCPB-X003", {Severity::kHigh, 3}}};
  const Methodology& method = methodology("mcpbundles");
  ASSERT_EQ(method.rules.size(), wanted.size());
  for (const MethodologyRule& rule : method.rules) {
    ASSERT_TRUE(wanted.contains(rule.id)) << rule.id;
    EXPECT_EQ(rule.severity, wanted.at(rule.id).first) << rule.id;
    EXPECT_EQ(rule.layer, wanted.at(rule.id).second) << rule.id;
    EXPECT_FALSE(rule.citations.empty()) << "no rule without a citation: " << rule.id;
    EXPECT_FALSE(rule.rows.empty()) << rule.id;
    EXPECT_TRUE(rule.pending.empty()) << rule.id;
    // What only others show is never passed unseen.
    if (rule.id == "MCPB-X001" || rule.id == "MCPB-X002") {
      EXPECT_EQ(rule.needs, 1u << static_cast<unsigned>(Facet::kFingerprints)) << rule.id;
    }
  }
  EXPECT_EQ(method.version, "2026-05");
}

TEST(McpBundles, CleanServer) {
  TestServer server({"get_weather"});
  const auto assessed = grade_mcpbundles(server.input());
  EXPECT_EQ(assessed.state, RunState::kComplete);
  EXPECT_EQ(assessed.version, "2026-05");
  EXPECT_EQ(assessed.precise.posture, "clean");
  EXPECT_EQ(assessed.precise.security_score, 100);
  ASSERT_EQ(assessed.precise.layers.size(), 3u);
  EXPECT_TRUE(assessed.precise.layers[0].ran);
  EXPECT_FALSE(assessed.precise.layers[1].ran);
  EXPECT_EQ(assessed.precise.layers[1].why_not, "judges were not asked for");
  EXPECT_FALSE(assessed.precise.layers[2].ran);
  EXPECT_EQ(assessed.precise.layers[2].why_not, "no stored directory");
}

TEST(McpBundles, PostureFollowsTheWorstRule) {
  const auto graded = [](const char* detector) {
    TestServer server({"a"});
    server.find(detector, 0, "/tools/0/description");
    return grade_mcpbundles(server.input()).precise;
  };
  EXPECT_EQ(graded("incomplete-annotations").posture, "clean") << "nothing above low";
  EXPECT_EQ(graded("incomplete-annotations").security_score, 97);
  EXPECT_EQ(graded("returns-untrusted-content").posture, "caution");
  EXPECT_EQ(graded("returns-untrusted-content").security_score, 92);
  EXPECT_EQ(graded("hidden-characters").posture, "risky");
  EXPECT_EQ(graded("hidden-characters").security_score, 80);
  EXPECT_EQ(graded("overrides-instructions").posture, "dangerous");
  EXPECT_EQ(graded("overrides-instructions").security_score, 60);
  EXPECT_EQ(graded("missing-description").security_score, 100) << "feeds no rule";
}

TEST(McpBundles, ARuleCountsOnceAndListsEveryPlace) {
  TestServer server({"a", "b"});
  server.find("hidden-characters", 1, "/tools/1/description");
  server.find("hidden-comment", 0, "/tools/0/description");
  server.find("hidden-characters", 0, "/tools/0/name");
  const McpBundlesResult result = grade_mcpbundles(server.input()).precise;
  ASSERT_EQ(result.contributions.size(), 1u);
  EXPECT_EQ(result.contributions[0].rule, "SAFE-T1402");
  EXPECT_EQ(result.contributions[0].points, 20);
  EXPECT_EQ(result.contributions[0].findings, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(result.layers[0].findings, 3);
}

TEST(McpBundles, NeverBelowZero) {
  TestServer server({"a"});
  for (const char* detector : {"overrides-instructions", "orders-about-other-tools", "hidden-characters",
                               "read-only-claim-contradicted", "homoglyph-name", "bypasses-consent"}) {
    server.find(detector, 0, "/tools/0/description");
  }
  const McpBundlesResult result = grade_mcpbundles(server.input()).precise;
  EXPECT_EQ(testing::sum_of(result.contributions), 40 + 4 * 20 + 8);
  EXPECT_EQ(result.security_score, 0);
}

TEST(McpBundles, WordingInsideASchemaIsFullSchemaPoisoning) {
  TestServer server({"a"});
  server.find("overrides-instructions", 0, "/tools/0/inputSchema/properties/x/description");
  McpBundlesResult result = grade_mcpbundles(server.input()).precise;
  EXPECT_EQ(contribution_of(result.contributions, "E001"), nullptr);
  ASSERT_NE(contribution_of(result.contributions, "SAFE-T1501"), nullptr);
  EXPECT_EQ(result.posture, "risky");

  server.find("overrides-instructions", 0, "/tools/0/description");
  server.find("out-of-scope-parameter", 0, "/tools/0");
  result = grade_mcpbundles(server.input()).precise;
  ASSERT_NE(contribution_of(result.contributions, "E001"), nullptr);
  EXPECT_EQ(contribution_of(result.contributions, "E001")->findings, (std::vector<std::uint32_t>{1}));
  EXPECT_EQ(contribution_of(result.contributions, "SAFE-T1501")->findings,
            (std::vector<std::uint32_t>{0, 2}));
}

TEST(McpBundles, AttentionWordsCountOnlyInPublished) {
  TestServer server({"a"});
  server.find("attention-words", 0, "/tools/0/description");
  const auto assessed = grade_mcpbundles(server.input());
  EXPECT_EQ(assessed.published.security_score, 97);
  EXPECT_EQ(assessed.precise.security_score, 100);
}

TEST(McpBundles, LowConfidenceCountsOnlyInPublished) {
  TestServer server({"a"});
  server.find("returns-sensitive-data", 0, "/tools/0/description").confidence = Confidence::kLow;
  const auto assessed = grade_mcpbundles(server.input());
  EXPECT_EQ(assessed.published.posture, "caution");
  EXPECT_EQ(assessed.precise.posture, "clean");
}

TEST(McpBundles, OddNames) {
  const auto graded = [](const char* name, const char* detector) {
    TestServer server({name});
    server.find(detector, 0, "/tools/0/name");
    return grade_mcpbundles(server.input());
  };
  EXPECT_EQ(graded("get weather", "odd-tool-name").published.posture, "risky");
  EXPECT_EQ(graded("get weather", "odd-tool-name").precise.posture, "clean") << "odd ASCII is hygiene";
  EXPECT_EQ(graded("weather/get:v1.2", "odd-tool-name").published.posture, "clean") << "allowed here";
  EXPECT_EQ(graded("9lives", "odd-tool-name").published.posture, "clean");
  EXPECT_EQ(graded("s\u03c1oofed", "homoglyph-name").precise.posture, "risky");
}

TEST(McpBundles, IncompleteIsNeverClean) {
  TestServer empty({});
  auto assessed = grade_mcpbundles(empty.input());
  EXPECT_EQ(assessed.state, RunState::kNotRun) << "nothing wrong with nothing is no mark";
  EXPECT_EQ(assessed.reason, "the tool list is empty");
  EXPECT_EQ(assessed.precise.posture, "unknown");
  EXPECT_EQ(assessed.precise.quality_score, 0);

  TestServer cut({"a"});
  cut.surface().truncated = true;
  EXPECT_EQ(grade_mcpbundles(cut.input()).precise.posture, "unknown");
  cut.find("hidden-characters", 0, "/tools/0/name");
  EXPECT_EQ(grade_mcpbundles(cut.input()).precise.posture, "risky") << "what was found still stands";

  empty.evidence().facet(Facet::kDefinition).state = FacetState::kCouldNotSee;
  assessed = grade_mcpbundles(empty.input());
  EXPECT_EQ(assessed.state, RunState::kNotRun);
  EXPECT_EQ(assessed.precise.posture, "unknown");
}

TEST(McpBundles, SuppressedFindingsAreLeftOutOnlyWhenAsked) {
  TestServer server({"a"});
  server.find("hidden-characters", 0, "/tools/0/name").suppressed = true;
  GradeInput input = server.input();
  EXPECT_EQ(grade_mcpbundles(input).precise.posture, "risky");
  input.leave_out_suppressed = true;
  EXPECT_EQ(grade_mcpbundles(input).precise.posture, "clean");
}

TEST(McpBundles, EveryDetectorAloneIsRecomputable) {
  for (const Detector& detector : catalog().detectors) {
    TestServer server({"x y"});
    server.find(detector.id, 0, "/tools/0/description");
    const auto assessed = grade_mcpbundles(server.input());
    for (const McpBundlesResult* result : {&assessed.published, &assessed.precise}) {
      EXPECT_EQ(result->security_score, 100 - testing::sum_of(result->contributions)) << detector.id;
    }
  }
}

class QualityTest : public ::testing::Test {
 protected:
  QualityTest() : server_({"a", "b", "c"}), facts_(3) {}

  int quality() { return mcpbundles_quality({server_.evidence(), server_.surface(), facts_, none_, false}); }

  static inline const JsonObject kSchema = {{"type", "object"}};
  TestServer server_;
  std::vector<ToolFacts> facts_;
  std::vector<Finding> none_;
};

TEST_F(QualityTest, SharesAddUp) {
  EXPECT_EQ(quality(), 5) << "distinct names are all they have";
  auto& tools = server_.surface().tools;
  tools[0].description = "Does a.";
  EXPECT_EQ(quality(), 15);  // 5 + 30/3
  tools[0].input_schema = &kSchema;
  facts_[0].has_schema = facts_[0].typed_properties = true;
  facts_[0].properties = 2;
  facts_[0].described_properties = 1;
  EXPECT_EQ(quality(), 23);  // 15 + 25/3 = 23.33
  facts_[0].described_properties = 2;
  EXPECT_EQ(quality(), 30);  // 70/3 + 20/3
  tools[0].annotations.present = true;
  tools[0].annotations.title = "A";
  tools[0].annotations.read_only = true;
  tools[0].annotations.open_world = false;
  EXPECT_EQ(quality(), 37);  // 110/3 = 36.67
  tools[1].title = tools[2].title = "Same";
  EXPECT_EQ(quality(), 33);  // (95 + 5) / 3
}

TEST_F(QualityTest, FullMarksAndHalfUp) {
  server_.surface().tools.resize(2);
  facts_.resize(2);
  for (std::size_t i = 0; i < 2; ++i) {
    ToolView& tool = server_.surface().tools[i];
    tool.description = "Does it.";
    tool.input_schema = &kSchema;
    tool.title = tool.name;
    tool.annotations.read_only = false;
    tool.annotations.open_world = tool.annotations.destructive = tool.annotations.idempotent = true;
    facts_[i].typed_properties = true;
  }
  EXPECT_EQ(quality(), 100);
  facts_[1].typed_properties = false;
  EXPECT_EQ(quality(), 88);  // 87.5
}

TEST_F(QualityTest, NoSchemaDescribesNothing) {
  facts_[0].typed_properties = facts_[1].typed_properties = facts_[2].typed_properties = true;
  EXPECT_EQ(quality(), 5);
}

TEST_F(QualityTest, CompleteAnnotations) {
  ToolView tool;
  Annotations& hints = tool.annotations;
  EXPECT_FALSE(annotations_complete(tool));
  hints.read_only = false;
  hints.open_world = false;
  tool.title = "Tool";
  EXPECT_FALSE(annotations_complete(tool)) << "a writing tool must say whether it destroys";
  hints.destructive = false;
  hints.idempotent = true;
  EXPECT_TRUE(annotations_complete(tool));
  tool.title = "";
  EXPECT_FALSE(annotations_complete(tool));
  hints.title = "Tool";
  EXPECT_TRUE(annotations_complete(tool));
}

}  // namespace
}  // namespace mcpjury
