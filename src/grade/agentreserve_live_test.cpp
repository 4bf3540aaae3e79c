// AgentReserve on whole live evidence, detectors included: the published test vectors, and what is said when
// part of the evidence is missing.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/limits.h"
#include "detect/detect.h"
#include "grade/grade.h"
#include "grade/live_server.h"
#include "model/surface.h"

namespace mcpjury {
namespace {

using testing::broken_server;
using testing::broken_wall;
using testing::json_of;
using testing::open_server;
using testing::see;
using testing::walled_server;

constexpr Facet kLive[] = {Facet::kProtocol, Facet::kTransport, Facet::kTls, Facet::kAuth,
                           Facet::kProvenance};

struct Graded {
  std::vector<Finding> findings;
  Assessments all;
  const AgentReserveResult& published() const { return all.agentreserve.published; }
  const AgentReserveResult& precise() const { return all.agentreserve.precise; }
};

Graded graded(const Evidence& evidence) {
  EXPECT_TRUE(evidence_from_json(evidence_to_json(evidence), "test")) << "the fixture must fit the schema";
  static const JsonObject kNothing;
  const JsonObject* data =
      evidence.seen(Facet::kDefinition) ? evidence.facet(Facet::kDefinition).data.if_object() : nullptr;
  const Surface surface = make_surface(data != nullptr ? *data : kNothing, {});
  DetectResult found = Detective().run(evidence, surface);
  Graded out{std::move(found.findings), {}};
  out.all = grade_all({evidence, surface, found.tools, out.findings, false}, Strictness::kPrecise);
  return out;
}

std::map<std::string_view, const AgentReserveRule*> by_id(const AgentReserveResult& result) {
  std::map<std::string_view, const AgentReserveRule*> rules;
  for (const auto* list : {&result.rules, &result.ours}) {
    for (const AgentReserveRule& rule : *list) rules[rule.id] = &rule;
  }
  return rules;
}

std::set<std::string_view> in_state(const AgentReserveResult& result, RuleState state) {
  std::set<std::string_view> ids;
  for (const auto& [id, rule] : by_id(result)) {
    if (rule->state == state) ids.insert(id);
  }
  return ids;
}

RuleState state_of(const AgentReserveResult& result, std::string_view id) {
  const auto rules = by_id(result);
  const auto found = rules.find(id);
  EXPECT_NE(found, rules.end()) << id;
  return found == rules.end() ? RuleState::kError : found->second->state;
}

std::string failed(const AgentReserveResult& result) {
  std::string text;
  for (const std::string_view id : in_state(result, RuleState::kFail)) text.append(id).append(" ");
  return text;
}

struct Expected {
  int possible, earned, score;
  char grade;
  std::string_view verdict;
};

void expect(const AgentReserveResult& result, const Expected& wanted) {
  EXPECT_EQ(result.possible, wanted.possible) << failed(result);
  EXPECT_EQ(result.earned, wanted.earned) << failed(result);
  EXPECT_EQ(result.score, wanted.score);
  EXPECT_EQ(result.grade, wanted.grade);
  EXPECT_EQ(result.verdict, wanted.verdict) << result.verdict_reason;
}

JsonObject& data(Evidence& evidence, Facet facet) { return evidence.facet(facet).data.get_object(); }

TEST(AgentReserveLive, NothingFailsAtFullLevel) {
  const Graded out = graded(open_server());
  for (const AgentReserveResult* result : {&out.published(), &out.precise()}) {
    expect(*result, {229, 229, 100, 'A', "allow"});
    EXPECT_EQ(result->level, "full");
    EXPECT_EQ(result->tier, "public_handshake");
    EXPECT_EQ(result->exposure, "public");
    EXPECT_EQ(result->risk_level, "low");
    EXPECT_EQ(result->confidence, "high");
    EXPECT_EQ(result->label, "Public passive scan");
    EXPECT_EQ(result->grade_qualified, "A");
    EXPECT_EQ(result->era, "legacy");
    EXPECT_TRUE(result->follow_up.empty());
    EXPECT_EQ(failed(*result), "");
  }
}

TEST(AgentReserveLive, AFailedHighIsReview) {
  Evidence evidence = open_server();
  JsonArray& tools = data(evidence, Facet::kDefinition)["tools"].get_array();
  tools[2].get_object().erase("description");
  tools[0].get_object()["inputSchema"].get_object()["properties"].get_object()["instruction"] =
      json_of(R"({"type": "string", "description": "What to look at."})");
  const Graded out = graded(evidence);
  expect(out.published(), {229, 218, 95, 'A', "review"});
  EXPECT_EQ(out.published().risk_level, "high");
  EXPECT_EQ(failed(out.published()), "all_tools_have_descriptions prompt_injection_surface ");
}

TEST(AgentReserveLive, ACredentialToolBlocks) {
  Evidence evidence = open_server();
  data(evidence, Facet::kDefinition)["tools"].get_array()[0].get_object()["name"] = "get_credentials";
  const Graded out = graded(evidence);
  expect(out.published(), {229, 217, 95, 'A', "block"});
  EXPECT_EQ(out.published().grade_qualified, "A (blocked)");
  EXPECT_EQ(out.published().risk_level, "critical");
}

TEST(AgentReserveLive, Perimeter) {
  Evidence evidence = walled_server();
  data(evidence, Facet::kTransport)["hsts"] = JsonObject{{"present", false}};
  JsonObject& document =
      data(evidence, Facet::kAuth)["issuers"].get_array()[0].get_object()["document"].get_object();
  document.erase("jwks_uri");
  Graded out = graded(evidence);
  for (const AgentReserveResult* result : {&out.published(), &out.precise()}) {
    expect(*result, {89, 84, 87, 'B', "review"});
    EXPECT_EQ(result->tier, "perimeter");
    EXPECT_EQ(result->level, "minimal");
    EXPECT_EQ(result->label, "Limited public scan");
    EXPECT_EQ(result->risk_level, "medium");
    EXPECT_EQ(result->confidence, "low");
    EXPECT_NE(result->follow_up.find("is advertised"), std::string::npos);
    EXPECT_NE(result->follow_up.find("mcpjury scan https://mcp.acme.example/mcp --dcr"), std::string::npos);
  }
  data(evidence, Facet::kTransport)["origin_probe"] = JsonObject{{"status", 401}};
  out = graded(evidence);
  expect(out.precise(), {81, 76, 87, 'B', "review"});
  document.erase("registration_endpoint");
  data(evidence, Facet::kAuth).erase("dcr");
  EXPECT_NE(graded(evidence).precise().follow_up.find("not advertised"), std::string::npos);
}

TEST(AgentReserveLive, WithoutProofNothingIsSaid) {
  Evidence evidence = testing::remote_evidence();
  evidence.facet(Facet::kDefinition) = {FacetState::kCouldNotSee, "not MCP", {}};
  see(evidence, Facet::kProtocol, R"({"era": "unknown", "proof": []})");
  for (const char* auth : {R"({"required": false})", R"({"required": true, "trigger": {"status": 401},
       "challenges": [{"scheme": "Basic"}]})"}) {
    see(evidence, Facet::kAuth, auth);
    const Graded out = graded(evidence);
    EXPECT_EQ(out.all.agentreserve.state, RunState::kNotRun);
    EXPECT_FALSE(out.precise().score);
    EXPECT_EQ(out.precise().grade, '-');
    EXPECT_EQ(out.precise().verdict, "unknown");
    EXPECT_EQ(out.precise().level, "none");
    EXPECT_EQ(out.precise().risk_level, "unknown");
  }
}

TEST(AgentReserveLive, ABareBearerChallengeIsUnknown) {
  Evidence evidence = walled_server();
  see(evidence, Facet::kAuth, R"({"required": true, "trigger": {"status": 401},
    "challenges": [{"scheme": "bearer"}]})");
  see(evidence, Facet::kProtocol, R"({"proof": ["bearer_challenge"]})");
  const Graded out = graded(evidence);
  EXPECT_EQ(out.precise().tier, "perimeter");
  EXPECT_EQ(out.precise().level, "minimal");
  EXPECT_TRUE(out.precise().score);
  EXPECT_EQ(out.precise().verdict, "unknown");
  // A modern error proves the protocol, and no more.
  see(evidence, Facet::kAuth, R"({"required": false})");
  see(evidence, Facet::kProtocol, R"({"proof": ["modern_error"]})");
  EXPECT_EQ(graded(evidence).precise().verdict, "unknown");
  EXPECT_TRUE(graded(evidence).precise().score);
}

TEST(AgentReserveLive, AuthenticatedTier) {
  Evidence evidence = open_server();
  data(evidence, Facet::kAuth) = walled_server().facet(Facet::kAuth).data.get_object();
  data(evidence, Facet::kAuth)["credential"] = JsonObject{{"label", "dcr"}};
  Graded out = graded(evidence);
  EXPECT_EQ(out.precise().tier, "authenticated");
  EXPECT_EQ(out.precise().exposure, "authenticated");
  EXPECT_EQ(out.precise().label, "Authenticated passive scan via DCR");
  EXPECT_EQ(out.precise().possible, 269) << "the auth rules apply besides";
  data(evidence, Facet::kAuth)["credential"] = JsonObject{{"label", "api_key"}};
  out = graded(evidence);
  EXPECT_EQ(out.precise().label, "Authenticated passive scan via API key");
  EXPECT_EQ(out.precise().verdict, "allow");
  // The credential did not open the list.
  data(evidence, Facet::kDefinition).erase("tools");
  data(evidence, Facet::kProtocol)["lists"] =
      json_of(R"({"tools": {"state": "error", "error": {"http_status": 403}}})");
  out = graded(evidence);
  EXPECT_EQ(out.precise().tier, "perimeter");
  EXPECT_EQ(out.precise().level, "partial");
  EXPECT_LE(out.precise().score.value_or(100), 87);
  EXPECT_EQ(out.precise().verdict, "review");
}

TEST(AgentReserveLive, LocalExposure) {
  Evidence evidence = open_server();
  data(evidence, Facet::kTransport)["host"] = "localhost";
  data(evidence, Facet::kTransport)["host_probe"] =
      json_of(R"({"host": "x.invalid", "status": 200, "outcome": "fail"})");
  const Graded out = graded(evidence);
  EXPECT_EQ(out.precise().exposure, "local");
  EXPECT_EQ(state_of(out.precise(), "endpoint_uses_public_host"), RuleState::kFail);
  EXPECT_EQ(state_of(out.precise(), "transport_rejects_foreign_host_header"), RuleState::kFail);
  data(evidence, Facet::kTransport)["host_probe"] =
      json_of(R"({"host": "x.invalid", "status": 403, "outcome": "pass"})");
  EXPECT_EQ(state_of(graded(evidence).precise(), "transport_rejects_foreign_host_header"), RuleState::kPass);
}

TEST(AgentReserveLive, EveryLiveRuleCanFail) {
  std::set<std::string_view> failing;
  for (const Evidence& evidence : {broken_server(), broken_wall()}) {
    const Graded out = graded(evidence);
    failing.merge(in_state(out.published(), RuleState::kFail));
  }
  Evidence local = open_server();
  see(local, Facet::kTransport, R"({"url": "http://127.0.0.1:3000/mcp", "scheme": "http", "host": "127.0.0.1",
    "plain_get": {"status": 200}, "host_probe": {"host": "x.invalid", "outcome": "fail"}})");
  data(local, Facet::kDefinition)["server"] = json_of(R"({"name": "githup-mcp-server", "version": "1"})");
  failing.merge(in_state(graded(local).published(), RuleState::kFail));
  Evidence advertised = walled_server();
  data(advertised, Facet::kAuth)["issuers"] = JsonArray{};
  failing.merge(in_state(graded(advertised).published(), RuleState::kFail));
  for (const MethodologyRule& rule : methodology("agentreserve").rules) {
    unsigned live = 0;
    for (const Facet facet : kLive) live |= 1u << static_cast<unsigned>(facet);
    EXPECT_TRUE((rule.needs & live) == 0 || failing.contains(rule.id)) << rule.id;
  }
}

TEST(AgentReserveLive, WhatWasNotSeenIsNeverPassed) {
  for (const Evidence& whole : {open_server(), walled_server()}) {
    const std::set<std::string_view> before = in_state(graded(whole).precise(), RuleState::kPass);
    for (const Facet facet : kAllFacets) {
      for (const FacetState state : {FacetState::kAbsent, FacetState::kNotLooked, FacetState::kCouldNotSee}) {
        Evidence evidence = whole;
        evidence.facet(facet).state = state;  // the data stays, and must not be read
        const Graded out = graded(evidence);
        for (const AgentReserveResult* result : {&out.published(), &out.precise()}) {
          for (const std::string_view id : in_state(*result, RuleState::kPass)) {
            EXPECT_TRUE(before.contains(id)) << id << " passes without " << name_of(facet);
            const unsigned needs = find_rule(methodology("agentreserve"), id)->needs;
            EXPECT_EQ(needs & (1u << static_cast<unsigned>(facet)), 0u)
                << id << " without " << name_of(facet);
          }
        }
      }
    }
  }
}

TEST(AgentReserveLive, AFacetWithNothingInItPassesNothing) {
  for (const Facet facet : kLive) {
    for (const Evidence& whole : {open_server(), walled_server()}) {
      Evidence evidence = whole;
      see(evidence, facet, facet == Facet::kAuth ? R"({"required": true})" : "{}");
      for (const std::string_view id : in_state(graded(evidence).precise(), RuleState::kPass)) {
        const unsigned needs = find_rule(methodology("agentreserve"), id)->needs;
        EXPECT_EQ(needs & (1u << static_cast<unsigned>(facet)), 0u)
            << id << " passes on an empty " << name_of(facet);
      }
    }
  }
}

TEST(AgentReserveLive, FewerMembersNeverMorePasses) {
  for (const Evidence& whole : {open_server(), walled_server()}) {
    const std::set<std::string_view> before = in_state(graded(whole).precise(), RuleState::kPass);
    for (const Facet facet : kLive) {
      const JsonObject* members = whole.facet(facet).data.if_object();
      if (members == nullptr) continue;
      for (const auto& [name, value] : *members) {
        Evidence evidence = whole;
        data(evidence, facet).erase(name);
        for (const std::string_view id : in_state(graded(evidence).precise(), RuleState::kPass)) {
          EXPECT_TRUE(before.contains(id))
              << id << " passes without " << name_of(facet) << "." << std::string(name);
        }
      }
    }
  }
}

TEST(AgentReserveLive, EveryPointerLeadsSomewhere) {
  std::size_t live = 0;
  for (const Evidence& evidence : {open_server(), walled_server(), broken_server(), broken_wall()}) {
    const Json record = evidence_to_json(evidence);
    for (const Finding& finding : graded(evidence).findings) {
      if (!finding.pointer.starts_with("/facets/")) continue;
      ++live;
      EXPECT_NE(resolve_pointer(record, finding.pointer), nullptr) << finding.pointer;
      EXPECT_EQ(finding.subject.type, SubjectType::kServer);
    }
  }
  EXPECT_GE(live, 25u);
}

TEST(AgentReserveLive, NearMissesAreLowInPrecise) {
  Evidence evidence = walled_server();
  JsonObject& auth = data(evidence, Facet::kAuth);
  auth["resource_metadata"].get_object()["resource_match"] = "trailing_slash_only";
  auth["issuers"].get_array()[0].get_object()["issuer_match"] = "trailing_slash_only";
  const Graded out = graded(evidence);
  for (const char* id : {"auth_resource_matches_endpoint", "auth_issuer_matches_metadata"}) {
    EXPECT_EQ(state_of(out.published(), id), RuleState::kFail);
    EXPECT_EQ(by_id(out.published())[id]->severity, Severity::kHigh);
    EXPECT_EQ(state_of(out.precise(), id), RuleState::kFail);
    EXPECT_EQ(by_id(out.precise())[id]->severity, Severity::kLow);
  }
}

TEST(AgentReserveLive, AConstantVersionIsNotComparedInPrecise) {
  Evidence evidence = open_server();
  data(evidence, Facet::kDefinition)["server"] =
      json_of(R"({"name": "secure-filesystem-server", "version": "0.2.0"})");
  see(evidence, Facet::kProvenance, R"({"advertised_version": {"name": "secure-filesystem-server",
    "package": "@modelcontextprotocol/server-filesystem", "allow_listed": true, "version": "0.2.0", "latest": "2026.1.14"}})");
  const Graded out = graded(evidence);
  const char* id = "serverInfo_advertises_current_published_version";
  EXPECT_EQ(state_of(out.published(), id), RuleState::kFail);
  EXPECT_EQ(state_of(out.precise(), id), RuleState::kNotApplicable);
}

TEST(AgentReserveLive, OriginHasThreeOutcomes) {
  const std::pair<int, RuleState> outcomes[] = {
      {403, RuleState::kPass},          {200, RuleState::kFail},          {204, RuleState::kFail},
      {401, RuleState::kNotApplicable}, {404, RuleState::kNotApplicable}, {500, RuleState::kNotApplicable}};
  for (const auto& [status, state] : outcomes) {
    Evidence evidence = open_server();
    data(evidence, Facet::kTransport)["origin_probe"] = JsonObject{{"status", status}};
    EXPECT_EQ(state_of(graded(evidence).precise(), "transport_validates_origin"), state) << status;
  }
}

TEST(AgentReserveLive, OtherMethodologiesTakeLiveEvidence) {
  const Graded good = graded(open_server());
  EXPECT_LT(good.all.aivss.precise.aivss, 40);
  EXPECT_EQ(good.all.ampel.precise.light, "grey") << "sources are missing";
  EXPECT_EQ(good.all.tooltrust.precise.grade, 'A');
  const Graded bad = graded(broken_server());
  EXPECT_GT(bad.all.aivss.precise.aivss, 40) << "findings about the server count by their vectors";
  const auto& tools = bad.all.aivss.precise.tools;
  EXPECT_TRUE(std::any_of(tools.begin(), tools.end(),
                          [](const AivssTool& tool) { return tool.name == "(package)"; }));
}

}  // namespace
}  // namespace mcpjury
