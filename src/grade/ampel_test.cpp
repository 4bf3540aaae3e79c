#include <map>
#include <set>

#include "grade/ampel_score.h"
#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::sum_of;
using testing::TestServer;

constexpr int kNone = -1;

// Sub-scores in tenths in the order of the sixteen engines; kNone for an engine without data.
AmpelResult scored(const std::vector<int>& sub_scores, bool critical = false) {
  AmpelResult result;
  std::size_t at = 0;
  for (const MethodologyRule& rule : methodology("ampel").rules) {
    if (rule.weight == 0) continue;
    AmpelEngine& engine = result.engines.emplace_back();
    engine.id = rule.id;
    engine.family = rule.category;
    engine.weight_bp = rule.weight;
    engine.state = sub_scores.at(at) == kNone ? EngineState::kNoData : EngineState::kOk;
    engine.sub_score = std::max(0, sub_scores.at(at));
    ++at;
  }
  if (critical) result.criticals.push_back({"CR-01", {}, {}, {}});
  ampel_score(result);
  return result;
}

TEST(Ampel, WeightsSumToTheFamiliesOfTheDocument) {
  std::map<std::string, int> families;
  std::map<std::string, int> engines;
  std::set<std::string> ids;
  for (const MethodologyRule& rule : methodology("ampel").rules) {
    EXPECT_TRUE(ids.insert(std::string(rule.id)).second);
    if (rule.weight == 0) continue;
    families[std::string(rule.category)] += rule.weight;
    ++engines[std::string(rule.category)];
    EXPECT_FALSE(rule.question.empty()) << rule.id;
  }
  EXPECT_EQ(families, (std::map<std::string, int>{{"vulnerability", 4200},
                                                  {"mcp", 2100},
                                                  {"secrets-identity", 1800},
                                                  {"supply-chain", 1200},
                                                  {"meta", 700}}));
  EXPECT_EQ(
      engines,
      (std::map<std::string, int>{
          {"vulnerability", 5}, {"mcp", 3}, {"secrets-identity", 3}, {"supply-chain", 3}, {"meta", 2}}));
}

TEST(Ampel, VectorWithOneEngineMissing) {
  const auto result = scored({70, 100, 100, 80, 100, 80, 60, 100, 100, 80, kNone, 0, 0, 100, 80, 100});
  EXPECT_EQ(result.coverage_bp, 9600);
  EXPECT_EQ(result.score, 79);
  EXPECT_EQ(result.low, 76);
  EXPECT_EQ(result.high, 80);
  EXPECT_EQ(result.light, "green");
  EXPECT_FALSE(result.unproven);
  EXPECT_EQ((2 * sum_of(result.contributions) + result.coverage_bp) / (2 * result.coverage_bp),
            *result.score);
}

TEST(Ampel, VectorOfARemoteServerIsGrey) {
  const int n = kNone;
  const auto result = scored({n, n, 100, n, n, 100, 60, 100, n, n, n, n, n, n, n, n});
  EXPECT_EQ(result.coverage_bp, 2900);
  EXPECT_FALSE(result.score.has_value());
  EXPECT_EQ((2 * sum_of(result.contributions) + 2900) / 5800, 90);
  EXPECT_EQ(result.low, 26);
  EXPECT_EQ(result.high, 97);
  EXPECT_EQ(result.light, "grey");
}

TEST(Ampel, ACriticalZeroesAndKeepsTheScoreBefore) {
  const auto result = scored(std::vector<int>(16, 100), true);
  EXPECT_EQ(result.score, 0);
  EXPECT_EQ(result.score_before_floor, 100);
  EXPECT_EQ(result.light, "red");
}

TEST(Ampel, ACriticalBeatsGrey) {
  std::vector<int> subs(16, kNone);
  subs[7] = 100;
  const auto result = scored(subs, true);
  EXPECT_EQ(result.score, 0);
  EXPECT_EQ(result.light, "red");
}

TEST(Ampel, Bands) {
  for (const auto& [tenths, light] : std::vector<std::pair<int, std::string_view>>{
           {0, "red"}, {49, "red"}, {50, "amber"}, {74, "amber"}, {75, "green"}, {100, "green"}}) {
    const auto result = scored(std::vector<int>(16, tenths));
    EXPECT_EQ(result.score, tenths);
    EXPECT_EQ(result.light, light) << tenths;
    EXPECT_EQ(result.low, tenths);
    EXPECT_EQ(result.high, tenths);
  }
}

TEST(Ampel, GreenMustBeProven) {
  const int n = kNone;
  // 6,900 basis points: enough for a number, not for green.
  auto result = scored({100, 100, 100, 100, 100, 100, 100, 100, n, 100, n, n, n, n, n, n});
  EXPECT_EQ(result.coverage_bp, 6900);
  EXPECT_EQ(result.score, 100);
  EXPECT_EQ(result.light, "amber");
  EXPECT_TRUE(result.unproven);
  // 7,900, but nothing of the MCP family.
  result = scored({100, 100, 100, 100, 100, n, n, n, 100, 100, 100, 100, 100, 100, 100, 100});
  EXPECT_EQ(result.light, "amber");
  EXPECT_TRUE(result.unproven);
  // An amber score is amber for its own sake.
  result = scored({60, 60, 60, 60, 60, 60, 60, 60, n, 60, n, n, n, n, n, n});
  EXPECT_EQ(result.light, "amber");
  EXPECT_FALSE(result.unproven);
}

TEST(Ampel, Normalisers) {
  const auto rows = [](std::string_view normaliser, std::vector<std::pair<int, int>> cases) {
    for (const auto& [raw, tenths] : cases)
      EXPECT_EQ(ampel_sub_score(normaliser, raw), tenths) << normaliser << raw;
  };
  rows("cvss", {{0, 100}, {1, 90}, {39, 90}, {40, 70}, {69, 70}, {70, 40}, {89, 40}, {90, 0}, {100, 0}});
  rows("count", {{0, 100}, {1, 80}, {2, 60}, {3, 60}, {4, 20}, {1000, 20}});
  rows("boolean", {{1, 100}, {0, 0}});
  rows("percent", {{800, 80}, {875, 87}, {1000, 100}, {0, 0}, {2000, 100}, {-5, 0}});
  rows("level", {{0, 0}, {1, 50}, {2, 80}, {3, 100}});
  rows("unheard-of", {{0, 0}});
}

const AmpelEngine& engine(const AmpelResult& result, std::string_view id) {
  for (const AmpelEngine& candidate : result.engines) {
    if (candidate.id == id) return candidate;
  }
  ADD_FAILURE() << id;
  return result.engines.front();
}

TEST(Ampel, AToolListAnswersFourEnginesAtMost) {
  TestServer server({"a", "b"});
  auto assessed = grade_ampel(server.input());
  EXPECT_EQ(assessed.precise.coverage_bp, 2100);
  EXPECT_EQ(engine(assessed.precise, "vuln-server-advisory").state, EngineState::kNoData);
  server.surface().server_name = "server";
  server.surface().server_version = "1.0";
  assessed = grade_ampel(server.input());
  EXPECT_EQ(assessed.state, RunState::kIncomplete);
  EXPECT_EQ(assessed.reason, "4 of 16 engines had data, 29 % of the weight");
  EXPECT_EQ(assessed.precise.engines.size(), 16u);
  EXPECT_EQ(assessed.precise.coverage_bp, 2900);
  EXPECT_EQ(assessed.precise.light, "grey");
  EXPECT_EQ(engine(assessed.precise, "secrets-verified").state, EngineState::kDisabled);
  EXPECT_FALSE(engine(assessed.precise, "vuln-dependency-cve").reason.empty());
}

TEST(Ampel, EnginesCountPlacesAndTools) {
  TestServer server({"a", "b"});
  server.find("hides-from-user", 0, "/tools/0/description");
  server.find("redirects-data", 0, "/tools/0/description");
  server.find("hidden-characters", 0, "/tools/0/title");
  server.find("undeclared-capability", 1, "/tools/1");
  server.find("scope-mismatch", 1, "/tools/1/name");
  server.find("homoglyph-name", 0, "/tools/0/name");
  server.find("lookalike-tool-name", 0, "/tools/0/name").confidence = Confidence::kLow;
  const auto result = grade_ampel(server.input()).precise;
  EXPECT_EQ(engine(result, "mcp-tool-surface").raw, 2);
  EXPECT_EQ(engine(result, "mcp-tool-surface").sub_score, 60);
  EXPECT_EQ(engine(result, "mcp-tool-surface").findings, (std::vector<std::uint32_t>{0, 1, 2}));
  EXPECT_EQ(engine(result, "mcp-permissions").raw, 1);
  EXPECT_EQ(engine(result, "mcp-shadowing").findings, std::vector<std::uint32_t>{5});
}

TEST(Ampel, AMaliciousServerIsRedOnATinyCoverage) {
  TestServer server({"a"});
  server.find("advisory-malicious-server", -1);
  const auto assessed = grade_ampel(server.input());
  EXPECT_EQ(assessed.precise.score, 0);
  EXPECT_EQ(assessed.precise.light, "red");
  ASSERT_EQ(assessed.precise.criticals.size(), 1u);
  EXPECT_EQ(assessed.precise.criticals[0].rule, "CR-05");
  EXPECT_EQ(engine(assessed.precise, "vuln-server-advisory").sub_score, 0);
  EXPECT_TRUE(assessed.precise.score_before_floor.has_value());
}

TEST(Ampel, AnAdvisoryIsNotACritical) {
  TestServer server({"a"});
  server.find("advisory-vulnerable-server", -1).severity = Severity::kCritical;
  const auto result = grade_ampel(server.input()).precise;
  EXPECT_EQ(engine(result, "vuln-server-advisory").raw, 90);
  EXPECT_TRUE(result.criticals.empty());
  EXPECT_FALSE(result.score.has_value());
}

TEST(Ampel, ACutListNeitherPassesNorSilencesAnEngine) {
  TestServer server({"a"});
  server.surface().truncated = true;
  auto assessed = grade_ampel(server.input());
  EXPECT_EQ(assessed.state, RunState::kNotRun);
  EXPECT_EQ(engine(assessed.precise, "mcp-tool-surface").state, EngineState::kNoData);
  server.find("hides-from-user");
  assessed = grade_ampel(server.input());
  EXPECT_EQ(engine(assessed.precise, "mcp-tool-surface").state, EngineState::kOk);
  EXPECT_EQ(engine(assessed.precise, "mcp-permissions").state, EngineState::kNoData);
}

}  // namespace
}  // namespace mcpjury
