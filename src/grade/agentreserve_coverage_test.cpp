#include "grade/agentreserve_coverage.h"

#include <gtest/gtest.h>

#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::TestServer;

const AgentReserveRule& rule(const AgentReserveResult& result, std::string_view id) {
  for (const auto* list : {&result.rules, &result.ours}) {
    for (const AgentReserveRule& candidate : *list) {
      if (candidate.id == id) return candidate;
    }
  }
  ADD_FAILURE() << "no rule " << id;
  return result.rules.front();
}

RuleState state(const AgentReserveResult& result, std::string_view id) { return rule(result, id).state; }

// A remote server that answered everything.
TestServer remote() {
  static const JsonObject schema = {{"type", "object"}};
  TestServer server({"get_weather", "list_cities"});
  server.evidence().target.kind = TargetKind::kRemote;
  server.evidence().facet(Facet::kProtocol).state = FacetState::kSeen;
  server.evidence().facet(Facet::kProtocol).data =
      JsonObject{{"era", "legacy"}, {"lists", JsonObject{{"tools", JsonObject{{"state", "ok"}}}}}};
  Surface& surface = server.surface();
  surface.handshake = true;
  surface.server_name = "weather";
  surface.server_version = "1.2.0";
  surface.protocol_version = "2025-11-25";
  for (ToolView& tool : surface.tools) {
    tool.description = "Says what its name says.";
    tool.input_schema = &schema;
  }
  return server;
}

TEST(AgentReserveCoverage, FailedListAfterAHandshake) {
  TestServer server = remote();
  server.surface().tools.clear();
  server.surface().tools_listed = false;
  const std::vector<ToolFacts> none;
  const GradeInput input{server.evidence(), server.surface(), none, server.input().findings, false};
  const auto assessed = grade_agentreserve(input);
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(state(assessed.precise, "mcp_tools_list_succeeded"), RuleState::kFail);
  EXPECT_EQ(state(assessed.precise, "tool_count_is_reasonable"), RuleState::kNotApplicable);
  EXPECT_EQ(assessed.precise.level, "partial");
  EXPECT_EQ(assessed.precise.verdict, "review");
}

TEST(AgentReserveCoverage, RemoteTiersAndLevels) {
  TestServer server = remote();
  AgentReserveCoverage coverage = agentreserve_coverage(server.input());
  EXPECT_EQ(coverage.tier, "public_handshake");
  EXPECT_EQ(coverage.level, "full");
  EXPECT_EQ(grade_agentreserve(server.input()).precise.verdict, "allow");
  EXPECT_EQ(state(grade_agentreserve(server.input()).precise, "probe_walked_full_tool_surface"),
            RuleState::kPass);

  server.evidence().facet(Facet::kAuth).state = FacetState::kSeen;
  for (const char* label : {"api_key", "dcr"}) {
    server.evidence().facet(Facet::kAuth).data = JsonObject{{"credential", JsonObject{{"label", label}}}};
    EXPECT_EQ(agentreserve_coverage(server.input()).tier, "authenticated");
  }
  server.evidence().facet(Facet::kAuth).data = JsonObject{{"credential", JsonObject{{"label", "none"}}}};
  EXPECT_EQ(agentreserve_coverage(server.input()).tier, "public_handshake");

  server.surface().tools[1].description = "";
  EXPECT_EQ(agentreserve_coverage(server.input()).level, "partial");
  server.surface().tools.clear();
  server.surface().server_name = "";
  EXPECT_EQ(agentreserve_coverage(server.input()).level, "minimal");
}

TEST(AgentReserveCoverage, PerimeterFromAuthEvidence) {
  TestServer server({});
  Evidence& evidence = server.evidence();
  evidence.target.kind = TargetKind::kRemote;
  evidence.facet(Facet::kDefinition).state = FacetState::kCouldNotSee;
  server.surface().tools_listed = false;
  evidence.facet(Facet::kAuth).state = FacetState::kSeen;
  evidence.facet(Facet::kAuth).data = JsonObject{{"challenges", JsonArray{JsonObject{{"scheme", "Bearer"}}}}};
  AgentReserveCoverage coverage = agentreserve_coverage(server.input());
  EXPECT_TRUE(coverage.proven);
  EXPECT_TRUE(coverage.auth_required);
  EXPECT_EQ(coverage.tier, "perimeter");
  EXPECT_EQ(coverage.level, "minimal");
  EXPECT_EQ(grade_agentreserve(server.input()).precise.verdict, "unknown") << "any API has a bare challenge";

  evidence.facet(Facet::kAuth).data =
      JsonObject{{"required", true},
                 {"resource_metadata", JsonObject{{"document", JsonObject{{"resource", "https://h/mcp"}}}}}};
  EXPECT_TRUE(agentreserve_coverage(server.input()).useful);
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(assessed.precise.verdict, "review");
  EXPECT_EQ(rule(assessed.precise, "no_public_code_execution_tools").reason, "there was no handshake");

  evidence.facet(Facet::kAuth).data =
      JsonObject{{"challenges", JsonArray{}}, {"issuers", JsonArray{JsonObject{{"issuer", "https://a"}}}}};
  EXPECT_FALSE(agentreserve_coverage(server.input()).proven);
  EXPECT_EQ(grade_agentreserve(server.input()).state, RunState::kNotRun);
}

TEST(AgentReserveCoverage, WallBehindAGoodInitializeIsPerimeter) {
  TestServer server = remote();
  server.surface().tools.clear();
  server.surface().tools_listed = false;
  server.evidence().facet(Facet::kAuth).state = FacetState::kSeen;
  server.evidence().facet(Facet::kAuth).data = JsonObject{{"required", true}};
  const AgentReserveCoverage coverage = agentreserve_coverage(server.input());
  EXPECT_EQ(coverage.tier, "perimeter");
  EXPECT_EQ(coverage.level, "partial");
}

}  // namespace
}  // namespace mcpjury
