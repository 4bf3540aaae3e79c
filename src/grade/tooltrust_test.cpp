#include <set>

#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::contribution_of;
using testing::sum_of;
using testing::TestServer;

TEST(ToolTrust, WorkedExampleOfTheDocument) {
  TestServer server({"evaluate_script"});
  server.find("runs-code");
  server.find("no-timeout-or-rate-limit");
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.state, RunState::kComplete);
  EXPECT_EQ(assessed.version, "1.3");
  EXPECT_EQ(assessed.precise.risk_score, 27);
  EXPECT_EQ(assessed.precise.grade, 'C');
  EXPECT_EQ(assessed.precise.action, "REQUIRE_APPROVAL");
  EXPECT_EQ(contribution_of(assessed.precise.contributions, "AS-006")->points, 25);
  EXPECT_EQ(contribution_of(assessed.precise.contributions, "AS-011")->points, 2);
  // Published counts the exec permission besides.
  EXPECT_EQ(assessed.published.risk_score, 42);
  EXPECT_EQ(assessed.published.grade, 'C');
}

TEST(ToolTrust, NoFindingsIsAAndAllowed) {
  const TestServer server({"get_weather"});
  const auto assessed = grade_tooltrust(server.input());
  for (const ToolTrustResult* result : {&assessed.published, &assessed.precise}) {
    EXPECT_EQ(result->risk_score, 0);
    EXPECT_EQ(result->grade, 'A');
    EXPECT_EQ(result->action, "ALLOW");
    EXPECT_TRUE(result->contributions.empty());
    ASSERT_EQ(result->tools.size(), 1u);
    EXPECT_EQ(result->tools[0].grade, 'A');
  }
}

TEST(ToolTrust, BandsAndActions) {
  struct Case {
    int low;  // findings of two points each, one a tool
    char grade;
    std::string_view action;
  };
  for (const Case& c :
       {Case{4, 'A', "ALLOW"}, Case{5, 'B', "ALLOW_RATE_LIMITED"}, Case{12, 'B', "ALLOW_RATE_LIMITED"},
        Case{13, 'C', "REQUIRE_APPROVAL"}, Case{24, 'C', "REQUIRE_APPROVAL"},
        Case{25, 'D', "REQUIRE_APPROVAL"}, Case{37, 'D', "REQUIRE_APPROVAL"}, Case{38, 'F', "BLOCK"}}) {
    TestServer server(std::vector<std::string>(40, "call"));
    for (int i = 0; i < c.low; ++i) server.find("no-timeout-or-rate-limit", i);
    const auto result = grade_tooltrust(server.input()).published;
    EXPECT_EQ(result.risk_score, 2 * c.low);
    EXPECT_EQ(result.grade, c.grade) << c.low;
    EXPECT_EQ(result.action, c.action) << c.low;
  }
}

TEST(ToolTrust, PublishedSumsAndPreciseTakesTheWorstTool) {
  TestServer server({"a", "b", "c"});
  server.find("scope-mismatch", 0);
  server.find("overrides-instructions", 1);
  server.find("no-timeout-or-rate-limit", 1);
  server.find("overrides-instructions", 2);
  server.find("no-timeout-or-rate-limit", 2);
  server.find("exfiltration-wording", -1);
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.published.risk_score, 15 + 27 + 27 + 8);
  EXPECT_EQ(assessed.precise.risk_score, 27 + 8);
  // The first of equals is taken, and only its findings are named.
  EXPECT_EQ(contribution_of(assessed.precise.contributions, "AS-001")->findings,
            std::vector<std::uint32_t>{1});
  EXPECT_EQ(assessed.precise.tools[0].risk_score, 15);
  EXPECT_EQ(assessed.precise.tools[1].risk_score, 27);
  EXPECT_EQ(assessed.precise.tools[1].grade, 'C');
  EXPECT_EQ(sum_of(assessed.published.contributions), assessed.published.risk_score);
  EXPECT_EQ(sum_of(assessed.precise.contributions), assessed.precise.risk_score);
}

TEST(ToolTrust, PoisoningCountsOnceASubjectAtItsWorst) {
  TestServer server({"a"});
  server.find("prefers-itself", 0, "/tools/0/description");
  server.find("hides-from-user", 0, "/tools/0/description");
  server.find("hidden-characters", 0, "/tools/0/title");
  const auto result = grade_tooltrust(server.input()).precise;
  EXPECT_EQ(result.risk_score, 25);
  EXPECT_EQ(contribution_of(result.contributions, "AS-001")->findings, (std::vector<std::uint32_t>{0, 1, 2}));
}

TEST(ToolTrust, EachPermissionCountsOnceInPublished) {
  TestServer server({"a"});
  server.find("reads-files", 0, "/tools/0/inputSchema/properties/path");
  server.find("writes-files", 0, "/tools/0/name");
  server.find("reaches-network", 0, "/tools/0/inputSchema/properties/url");
  server.find("queries-database", 0, "/tools/0/name");
  server.find("reads-environment", 0, "/tools/0/name");
  server.find("makes-http-requests", 0, "/tools/0/name");
  server.find("large-input-surface", 0, "/tools/0/inputSchema");
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.published.risk_score, 8 + 15 + 8 + 8 + 2 + 2);
  EXPECT_EQ(assessed.precise.risk_score, 2);  // announced power is Info; the wide schema is not
  EXPECT_EQ(contribution_of(assessed.precise.contributions, "AS-002")->findings.size(), 7u);
}

TEST(ToolTrust, UndeclaredPowerScoresInPreciseOnly) {
  TestServer server({"a"});
  server.find("undeclared-capability", 0, "/tools/0");
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.published.risk_score, 0);
  EXPECT_EQ(assessed.precise.risk_score, 15);
}

TEST(ToolTrust, EverySecretParameterCounts) {
  TestServer server({"a"});
  server.find("takes-secret-parameter", 0, "/tools/0/inputSchema/properties/api_key");
  server.find("takes-secret-parameter", 0, "/tools/0/inputSchema/properties/password");
  server.find("takes-secret-parameter", 0, "/tools/0/inputSchema/properties/password");
  server.find("logs-secrets-wording", 0, "/tools/0/description");
  EXPECT_EQ(grade_tooltrust(server.input()).precise.risk_score, 8 + 8 + 15);
}

TEST(ToolTrust, FindingsAreNamedInTheirOwnOrder) {
  TestServer server({"a", "b"});
  server.find("takes-secret-parameter", 1, "/tools/1/inputSchema/properties/token");
  server.find("takes-secret-parameter", 0, "/tools/0/inputSchema/properties/password");
  server.find("takes-secret-parameter", 0, "/tools/0/inputSchema/properties/key");
  const auto result = grade_tooltrust(server.input()).published;
  EXPECT_EQ(contribution_of(result.contributions, "AS-010")->findings, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(contribution_of(result.tools[0].contributions, "AS-010")->findings,
            (std::vector<std::uint32_t>{1, 2}));
}

TEST(ToolTrust, LowConfidenceCountsInPublishedOnly) {
  TestServer server({"a"});
  server.find("takes-secret-parameter").confidence = Confidence::kLow;
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.published.risk_score, 8);
  EXPECT_EQ(assessed.precise.risk_score, 0);
}

TEST(ToolTrust, DuplicateNameOfOneServerIsPublishedOnly) {
  TestServer server({"a", "a"});
  server.find("duplicate-tool-name", 1);
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.published.risk_score, 15);
  EXPECT_EQ(assessed.precise.risk_score, 0);
}

TEST(ToolTrust, CompromisedPackageBlocksWhateverTheSum) {
  TestServer server({"a"});
  server.find("advisory-malicious-server", -1);
  const auto assessed = grade_tooltrust(server.input());
  for (const ToolTrustResult* result : {&assessed.published, &assessed.precise}) {
    EXPECT_EQ(result->risk_score, 25);
    EXPECT_TRUE(result->block_override);
    EXPECT_EQ(result->grade, 'F');
    EXPECT_EQ(result->action, "BLOCK");
  }
}

TEST(ToolTrust, AdvisorySeverity) {
  struct Case {
    Severity severity;
    int published, precise;
  };
  for (const Case& c : {Case{Severity::kCritical, 25, 25}, Case{Severity::kHigh, 15, 15},
                        Case{Severity::kMedium, 15, 8}, Case{Severity::kLow, 15, 2}}) {
    TestServer server({"a"});
    server.find("advisory-vulnerable-server", -1).severity = c.severity;
    const auto assessed = grade_tooltrust(server.input());
    EXPECT_EQ(assessed.published.risk_score, c.published);
    EXPECT_EQ(assessed.precise.risk_score, c.precise);
    EXPECT_FALSE(assessed.published.block_override);
  }
}

TEST(ToolTrust, InfoFindingsAreNamedAndCostNothing) {
  TestServer server({"a"});
  server.find("missing-description");
  server.find("dependencies-unknown", -1);
  const auto result = grade_tooltrust(server.input()).precise;
  EXPECT_EQ(result.risk_score, 0);
  EXPECT_EQ(result.grade, 'A');
  EXPECT_NE(contribution_of(result.contributions, "AS-007"), nullptr);
  EXPECT_NE(contribution_of(result.contributions, "AS-014"), nullptr);
}

TEST(ToolTrust, NoToolsIsNeverAnAllowance) {
  TestServer server({});
  auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(assessed.precise.grade, '-');
  EXPECT_EQ(assessed.precise.action, "");
  server.find("overrides-instructions", -1);
  assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.precise.grade, 'C');  // bad news stands
}

TEST(ToolTrust, PartOfTheToolsIsNeverA) {
  TestServer server({"a"});
  server.surface().truncated = true;
  const auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(assessed.precise.grade, 'B');
  EXPECT_EQ(assessed.precise.action, "ALLOW_RATE_LIMITED");
}

TEST(ToolTrust, EveryPublishedRuleIsThere) {
  const Methodology& method = methodology("tooltrust");
  std::set<std::string> ids;
  for (const MethodologyRule& rule : method.rules) ids.insert(std::string(rule.id));
  ASSERT_EQ(ids.size(), 19u);
  EXPECT_EQ(*ids.begin(), "AS-001");
  EXPECT_EQ(*ids.rbegin(), "AS-019");
  EXPECT_EQ(std::vector<int>(method.severity_weights.begin(), method.severity_weights.end()),
            (std::vector<int>{0, 2, 8, 15, 25}));
  for (const Band& band : method.bands) EXPECT_NE(band.name, "S");
}

}  // namespace
}  // namespace mcpjury
