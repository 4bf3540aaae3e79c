#include "grade/subjects.h"
#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::TestServer;

TEST(GradeAll, OverriddenOnlyWhenSomethingIsSuppressed) {
  TestServer server({"a"});
  server.find("overrides-instructions");
  EXPECT_FALSE(grade_all(server.input(), Strictness::kPrecise).tooltrust.overridden.has_value());
}

TEST(GradeAll, SuppressionLeavesTheScoreAndStandsBesideIt) {
  TestServer server({"a"});
  server.find("runs-code").suppressed = true;
  server.find("no-timeout-or-rate-limit");
  const Assessments precise = grade_all(server.input(), Strictness::kPrecise);
  EXPECT_EQ(precise.tooltrust.precise.risk_score, 27);
  ASSERT_TRUE(precise.tooltrust.overridden.has_value());
  EXPECT_EQ(precise.tooltrust.overridden->risk_score, 2);
  EXPECT_EQ(precise.tooltrust.overridden->grade, 'A');
  ASSERT_TRUE(precise.aivss.overridden.has_value());
  EXPECT_LT(precise.aivss.overridden->aivss, precise.aivss.precise.aivss);
  EXPECT_TRUE(precise.agentreserve.overridden.has_value());
  EXPECT_TRUE(precise.ampel.overridden.has_value());
  EXPECT_TRUE(precise.mcpbundles.overridden.has_value());
}

TEST(GradeAll, OverriddenFollowsTheChosenStrictness) {
  TestServer server({"a"});
  server.find("hides-from-user").suppressed = true;
  server.find("takes-secret-parameter").confidence = Confidence::kLow;
  EXPECT_EQ(grade_all(server.input(), Strictness::kPublished).tooltrust.overridden->risk_score, 8);
  EXPECT_EQ(grade_all(server.input(), Strictness::kPrecise).tooltrust.overridden->risk_score, 0);
}

TEST(GradeAll, ASuppressedMaliciousServerStillBlocksInTheScore) {
  TestServer server({"a"});
  server.find("advisory-malicious-server", -1).suppressed = true;
  const Assessments all = grade_all(server.input(), Strictness::kPrecise);
  EXPECT_EQ(all.tooltrust.precise.grade, 'F');
  EXPECT_EQ(all.tooltrust.overridden->grade, 'A');
  EXPECT_EQ(all.ampel.precise.light, "red");
  EXPECT_EQ(all.ampel.overridden->light, "grey");
}

TEST(Incompleteness, NamesWhatIsMissing) {
  EXPECT_EQ(incompleteness(TestServer({"a"}).input()), "");
  EXPECT_EQ(incompleteness(TestServer({}).input()), "the tool list is empty");

  TestServer unlisted({});
  unlisted.surface().tools_listed = false;
  EXPECT_EQ(incompleteness(unlisted.input()), "no tool list was seen");

  TestServer cut({"a"});
  cut.surface().truncated = true;
  EXPECT_EQ(incompleteness(cut.input()), "more tools exist than were looked at");

  TestServer limited({"a"});
  limited.evidence().limits.push_back({"schema_depth", "/tools/0", 64});
  EXPECT_EQ(incompleteness(limited.input()), "a limit was reached: schema_depth");

  TestServer unseen({"a"});
  unseen.evidence().facet(Facet::kDefinition).state = FacetState::kCouldNotSee;
  unseen.evidence().facet(Facet::kDefinition).reason = "time-out";
  EXPECT_EQ(incompleteness(unseen.input()), "the definition was not seen: time-out");
}

TEST(Subjects, ToolPositionAcrossGaps) {
  TestServer server({"a", "b", "c"});
  server.surface().tools[1].index = 2;  // entry 1 of the array was no tool
  server.surface().tools[2].index = 5;
  const auto position = [&](int index) {
    return tool_position(server.surface(), {SubjectType::kTool, "", index});
  };
  EXPECT_EQ(position(0), 0);
  EXPECT_EQ(position(1), -1);
  EXPECT_EQ(position(2), 1);
  EXPECT_EQ(position(5), 2);
  EXPECT_EQ(position(6), -1);
  EXPECT_EQ(position(-1), -1);
  EXPECT_EQ(tool_position(server.surface(), {SubjectType::kPrompt, "", 0}), -1);
}

}  // namespace
}  // namespace mcpjury
