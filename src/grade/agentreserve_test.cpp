#include <gtest/gtest.h>

#include <map>

#include "grade/agentreserve_applies.h"
#include "grade/agentreserve_score.h"
#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::TestServer;

const AgentReserveRule& rule_named(const AgentReserveResult& result, std::string_view id) {
  for (const auto* list : {&result.rules, &result.ours}) {
    for (const AgentReserveRule& candidate : *list) {
      if (candidate.id == id) return candidate;
    }
  }
  ADD_FAILURE() << "no rule " << id;
  return result.rules.front();
}

RuleState state_named(const AgentReserveResult& result, std::string_view id) {
  return rule_named(result, id).state;
}

TEST(AgentReserveCatalogue, WeightsOfEveryCategory) {
  std::map<std::string_view, std::pair<int, int>> sums;
  int rules = 0, total = 0, ours = 0, ours_total = 0, hard_fails = 0;
  for (const MethodologyRule& rule : methodology("agentreserve").rules) {
    if (!rule.pack.empty()) {
      EXPECT_EQ(rule.pack, "ours");
      ++ours;
      EXPECT_EQ(rules, 61) << "pack ours stands last, the engine counts on it";
      ours_total += rule.weight;
      continue;
    }
    ++sums[rule.category].first;
    sums[rule.category].second += rule.weight;
    ++rules;
    total += rule.weight;
    hard_fails += rule.hard_fail ? 1 : 0;
    EXPECT_TRUE(!rule.hard_fail || rule.severity == Severity::kCritical) << rule.id;
  }
  using Sum = std::pair<int, int>;
  EXPECT_EQ(sums["Transport security"], Sum(10, 40));
  EXPECT_EQ(sums["Endpoint hygiene"], Sum(3, 15));
  EXPECT_EQ(sums["MCP discovery posture"], Sum(3, 8));
  EXPECT_EQ(sums["Tool surface risk"], Sum(20, 141));
  EXPECT_EQ(sums["Schema quality"], Sum(5, 16));
  EXPECT_EQ(sums["Metadata transparency"], Sum(10, 32));
  EXPECT_EQ(sums["Exposure minimization"], Sum(1, 2));
  EXPECT_EQ(sums["Auth discovery posture"], Sum(9, 40));
  EXPECT_EQ(sums.size(), 8u);
  EXPECT_EQ(rules, 61);
  EXPECT_EQ(total, 294);
  EXPECT_EQ(hard_fails, 5);
  EXPECT_EQ(ours, 27);
  EXPECT_EQ(ours_total, 104);
}

TEST(AgentReserveCatalogue, EveryRuleCanBeDecidedOrSaysWhyNot) {
  for (const MethodologyRule& rule : methodology("agentreserve").rules) {
    EXPECT_TRUE(applies_from(rule.applies).has_value()) << rule.id << ": " << rule.applies;
    EXPECT_TRUE(rule.rule_class == "P" || rule.rule_class == "H" || rule.rule_class == "A") << rule.id;
    EXPECT_FALSE(rule.citations.empty()) << rule.id;
    const bool in_code = rule.id == "mcp_tools_list_succeeded" || rule.id == "probe_walked_full_tool_surface";
    EXPECT_EQ(rule.rows.empty(), !rule.pending.empty() || in_code) << rule.id;
  }
}

TEST(AgentReserve, CleanToolListIsReviewNeverAllow) {
  TestServer server({"get_weather"});
  server.surface().tools[0].description = "The weather.";
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.state, RunState::kComplete);
  EXPECT_EQ(assessed.version, "v2026-05-06-rebalance-and-false-positive-disclosure");
  const AgentReserveResult& result = assessed.precise;
  EXPECT_EQ(result.tier, "definition");
  EXPECT_EQ(result.level, "minimal");
  EXPECT_EQ(result.score, 100);
  EXPECT_EQ(result.grade, 'A');
  EXPECT_EQ(result.verdict, "review");
  EXPECT_EQ(result.rules.size(), 61u);
  EXPECT_EQ(result.ours.size(), 27u);
}

TEST(AgentReserve, PerimeterAndAuthRulesNeedAUrl) {
  TestServer server({"get_weather"});
  const auto assessed = grade_agentreserve(server.input());
  for (const MethodologyRule& known : methodology("agentreserve").rules) {
    const AgentReserveRule& got = rule_named(assessed.published, known.id);
    if (known.rule_class != "H") {
      EXPECT_EQ(got.state, RuleState::kNotApplicable) << known.id;
      EXPECT_EQ(got.reason, "the target has no URL") << known.id;
    }
    if (!known.pending.empty()) {
      EXPECT_EQ(got.state, RuleState::kNotApplicable) << known.id;
    }
    EXPECT_EQ(got.reason.empty(), got.state != RuleState::kNotApplicable) << known.id;
  }
}

TEST(AgentReserve, ConditionsOfTheTables) {
  TestServer server({"get_weather"});
  const AgentReserveResult bare = grade_agentreserve(server.input()).published;
  for (const char* id :
       {"tool_annotations_consistent", "tool_input_schemas_well_formed", "no_broad_schema_risk",
        "tool_surface_has_no_duplicate_descriptions", "no_dangerous_resource_uris",
        "no_resource_or_prompt_injection", "initialize_instructions_no_injection",
        "destructive_tools_declare_destructive_hint", "initialize_advertises_protocol_version",
        "mcp_tools_list_succeeded", "serverInfo_not_in_known_advisory_list", "probe_walked_full_tool_surface",
        "tool_output_schemas_well_formed", "resource_templates_are_bounded", "tool_titles_match_names",
        "initialize_negotiates_known_revision"}) {
    EXPECT_EQ(state_named(bare, id), RuleState::kNotApplicable) << id;
  }
  for (const char* id :
       {"no_public_code_execution_tools", "all_tools_have_input_schema", "tool_count_is_reasonable",
        "no_secret_leakage_in_observed_text", "no_hidden_unicode_in_tool_metadata"}) {
    EXPECT_EQ(state_named(bare, id), RuleState::kPass) << id;
  }

  static const JsonObject schema;
  Surface& surface = server.surface();
  surface.handshake = true;
  surface.protocol_version = "2025-11-25";
  surface.server_name = "weather";
  surface.instructions = "Ask for a city.";
  surface.tools[0].annotations.present = true;
  surface.tools[0].input_schema = surface.tools[0].output_schema = &schema;
  surface.tools[0].title = "Weather";
  surface.resources.emplace_back();
  surface.templates.emplace_back();
  std::vector<ToolFacts> facts(1);
  facts[0].writes = true;
  const GradeInput input{server.evidence(), surface, facts, server.input().findings, false};
  const AgentReserveResult rich = grade_agentreserve(input).published;
  for (const char* id :
       {"tool_annotations_consistent", "tool_input_schemas_well_formed", "no_dangerous_resource_uris",
        "no_resource_or_prompt_injection", "initialize_instructions_no_injection",
        "destructive_tools_declare_destructive_hint", "initialize_advertises_protocol_version",
        "mcp_tools_list_succeeded", "serverInfo_not_in_known_advisory_list",
        "tool_output_schemas_well_formed", "resource_templates_are_bounded", "tool_titles_match_names",
        "initialize_negotiates_known_revision"}) {
    EXPECT_EQ(state_named(rich, id), RuleState::kPass) << id << ": " << rule_named(rich, id).reason;
  }
  EXPECT_EQ(rule_named(rich, "probe_walked_full_tool_surface").reason, "no paging was observed");
}

TEST(AgentReserve, EmptyListEarnsNothing) {
  TestServer server({});
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(assessed.reason, "the tool list is empty");
  EXPECT_FALSE(assessed.precise.score);
  EXPECT_EQ(assessed.precise.grade, '-');
  EXPECT_EQ(assessed.precise.verdict, "unknown");
}

TEST(AgentReserve, TruncatedListIsNeverAnA) {
  TestServer server({"get_weather"});
  server.surface().truncated = true;
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(state_named(assessed.precise, "probe_walked_full_tool_surface"), RuleState::kFail);
  EXPECT_EQ(assessed.precise.grade, 'B');
  EXPECT_EQ(assessed.precise.verdict, "review");
}

TEST(AgentReserve, NothingSeenIsNotRun) {
  TestServer server({});
  server.evidence().facet(Facet::kDefinition).state = FacetState::kCouldNotSee;
  server.surface().tools_listed = false;
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.state, RunState::kNotRun);
  EXPECT_FALSE(assessed.reason.empty());
  EXPECT_FALSE(assessed.published.score);
  EXPECT_EQ(assessed.published.verdict, "unknown");
}

TEST(AgentReserve, DefinitionWithoutToolsIsNoProof) {
  TestServer server({});
  server.surface().tools_listed = false;
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(assessed.precise.level, "none");
  EXPECT_EQ(assessed.precise.verdict, "unknown");
}

TEST(AgentReserve, HardFailBlocksInBothStrictnesses) {
  TestServer server({"run_shell"});
  server.find("runs-code", 0, "/tools/0/name");
  const auto assessed = grade_agentreserve(server.input());
  for (const AgentReserveResult* result : {&assessed.published, &assessed.precise}) {
    EXPECT_EQ(result->verdict, "block");
    const AgentReserveRule& failed = rule_named(*result, "no_public_code_execution_tools");
    EXPECT_TRUE(failed.hard_fail);
    EXPECT_EQ(failed.severity, Severity::kCritical);
    EXPECT_EQ(failed.findings, (std::vector<std::uint32_t>{0}));
    EXPECT_EQ(testing::sum_of(result->contributions), 14);
    EXPECT_EQ(result->possible - 14, result->earned);
  }
}

TEST(AgentReserve, ProseOnlyHardFailIsHighInPrecise) {
  TestServer server({"helper"});
  server.find("runs-code", 0, "/tools/0/description").in_description_only = true;
  auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.published.verdict, "block");
  EXPECT_EQ(assessed.precise.verdict, "review");
  const AgentReserveRule& failed = rule_named(assessed.precise, "no_public_code_execution_tools");
  EXPECT_EQ(failed.state, RuleState::kFail);
  EXPECT_FALSE(failed.hard_fail);
  EXPECT_EQ(failed.severity, Severity::kHigh);
  EXPECT_EQ(failed.weight, 14);

  server.find("runs-code", 0, "/tools/0/name");
  assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.precise.verdict, "block") << "one name hit keeps the hard fail";
}

TEST(AgentReserve, LowConfidenceCountsInPublishedOnly) {
  TestServer server({"list_items"});
  server.find("accesses-credentials", 0, "/tools/0/inputSchema/properties/page_token").confidence =
      Confidence::kLow;
  const auto assessed = grade_agentreserve(server.input());
  EXPECT_EQ(assessed.published.verdict, "block");
  EXPECT_EQ(state_named(assessed.precise, "no_public_credential_access_tools"), RuleState::kPass);
  EXPECT_EQ(assessed.precise.score, 100);
}

TEST(AgentReserve, AdvisoryBlocks) {
  for (const char* detector : {"advisory-malicious-server", "advisory-vulnerable-server"}) {
    TestServer server({"send_email"});
    server.surface().server_name = "postmark-mcp";
    server.find(detector, -1, "/server/name");
    const auto assessed = grade_agentreserve(server.input());
    EXPECT_EQ(state_named(assessed.precise, "serverInfo_not_in_known_advisory_list"), RuleState::kFail);
    EXPECT_EQ(assessed.precise.verdict, "block");
  }
}

TEST(AgentReserve, AToolThatFailsConsistencyIsNotCountedAgain) {
  TestServer server({"delete_a", "delete_b"});
  server.surface().tools[0].annotations.present = true;
  std::vector<ToolFacts> facts(2);
  facts[0].deletes = facts[1].deletes = true;
  server.find("read-only-claim-contradicted", 0, "/tools/0/annotations/readOnlyHint");
  server.find("destructive-hint-missing", 0, "/tools/0/annotations");
  const auto graded = [&] {
    return grade_agentreserve({server.evidence(), server.surface(), facts, server.input().findings, false});
  };
  EXPECT_EQ(state_named(graded().published, "tool_annotations_consistent"), RuleState::kFail);
  EXPECT_EQ(state_named(graded().published, "destructive_tools_declare_destructive_hint"), RuleState::kPass);
  server.find("destructive-hint-missing", 1, "/tools/1");
  const auto assessed = graded();
  const AgentReserveRule& published =
      rule_named(assessed.published, "destructive_tools_declare_destructive_hint");
  EXPECT_EQ(published.findings, (std::vector<std::uint32_t>{2}));
  EXPECT_EQ(published.severity, Severity::kMedium);
  EXPECT_EQ(rule_named(assessed.precise, "destructive_tools_declare_destructive_hint").severity,
            Severity::kLow);
}

TEST(AgentReserve, PlaceDecidesBetweenDescriptionAndSchema) {
  static const JsonObject schema;
  TestServer server({"add"});
  server.surface().tools[0].input_schema = &schema;
  server.find("overrides-instructions", 0, "/tools/0/inputSchema/properties/a/description");
  const AgentReserveResult in_schema = grade_agentreserve(server.input()).precise;
  EXPECT_EQ(state_named(in_schema, "no_tool_description_manipulation"), RuleState::kPass);
  EXPECT_EQ(state_named(in_schema, "no_schema_field_instruction_injection"), RuleState::kFail);
  EXPECT_EQ(in_schema.score, 100) << "pack ours never enters the published score";
  EXPECT_LT(in_schema.combined_score, 100);

  TestServer other({"add"});
  other.surface().tools[0].input_schema = &schema;
  other.find("overrides-instructions", 0, "/tools/0/description");
  const AgentReserveResult in_prose = grade_agentreserve(other.input()).precise;
  EXPECT_EQ(state_named(in_prose, "no_tool_description_manipulation"), RuleState::kFail);
  EXPECT_EQ(state_named(in_prose, "no_schema_field_instruction_injection"), RuleState::kPass);
  EXPECT_EQ(in_prose.verdict, "review");
}

TEST(AgentReserve, SubjectsOfTheTechnicalRules) {
  TestServer server({"add"});
  server.surface().instructions = "See http://example.org.";
  server.find("non-https-url", -1, "/instructions");
  const AgentReserveResult result = grade_agentreserve(server.input()).published;
  EXPECT_EQ(state_named(result, "initialize_instructions_no_injection"), RuleState::kFail);
  EXPECT_EQ(state_named(result, "no_description_injection"), RuleState::kPass);
}

TEST(AgentReserve, SuppressedFindingsAreLeftOutOnlyWhenAsked) {
  TestServer server({"run_shell"});
  server.find("runs-code").suppressed = true;
  GradeInput input = server.input();
  EXPECT_EQ(grade_agentreserve(input).precise.verdict, "block");
  input.leave_out_suppressed = true;
  EXPECT_EQ(grade_agentreserve(input).precise.verdict, "review");
}

TEST(AgentReserve, EveryDetectorAloneIsRecomputable) {
  for (const Detector& detector : catalog().detectors) {
    TestServer server({"x"});
    server.surface().handshake = true;
    server.surface().server_name = "x";
    server.find(detector.id, 0, "/tools/0/description");
    server.find(detector.id, -1, "");
    const auto assessed = grade_agentreserve(server.input());
    for (const AgentReserveResult* result : {&assessed.published, &assessed.precise}) {
      const auto lost = static_cast<int>(testing::sum_of(result->contributions));
      EXPECT_EQ(result->earned, result->possible - lost) << detector.id;
      EXPECT_EQ(result->score, half_up_percent(result->possible - lost, result->possible)) << detector.id;
    }
  }
}

}  // namespace
}  // namespace mcpjury
