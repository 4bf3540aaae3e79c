// Every engine of ampel in every state it can have, from evidence.
#include "detect/detect.h"
#include "grade/supply_server.h"

namespace mcpjury {
namespace {

using testing::SupplyServer;

constexpr std::string_view kNpm = R"({"feeds":[{"name":"osv/npm","kind":"osv","ecosystems":["npm"]}]})";
constexpr std::string_view kOnePackage =
    R"({"inventories":[{"file":"package-lock.json"}],"packages":[{"ecosystem":"npm","name":"left-table","version":"1.2.0","direct":true}]})";

void expect_state(SupplyServer& server, std::string_view engine, EngineState state, std::string_view reason) {
  const AmpelEngine found = server.engine(engine);
  EXPECT_EQ(found.state, state) << engine << ": " << found.reason;
  EXPECT_NE(found.reason.find(reason), std::string_view::npos) << engine << ": " << found.reason;
}

TEST(AmpelEngines, DependenciesNeedAFeedOfTheirEcosystem) {
  SupplyServer server;
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "needs the list of dependencies");
  server.set(Facet::kDependencies, kOnePackage);
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "no advisory feed");
  server.set(Facet::kFeeds, R"({"feeds":[{"name":"osv/PyPI","kind":"osv"}]})");
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "no advisory feed");
  server.set(Facet::kFeeds, R"({"feeds":[{"name":"osv/npm","kind":"osv-partial","ecosystems":["npm"]}]})");
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "no advisory feed");
  server.set(Facet::kFeeds, kNpm);
  EXPECT_EQ(server.engine("vuln-dependency-cve").state, EngineState::kOk);
  EXPECT_EQ(server.engine("vuln-dependency-cve").sub_score, 100);
}

TEST(AmpelEngines, UnknownVersionsAndCutListsAreNoPass) {
  SupplyServer server;
  server.set(Facet::kFeeds, kNpm);
  server.set(Facet::kDependencies,
             R"({"packages":[{"ecosystem":"npm","name":"a","version":"^1.0.0","direct":true}]})");
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "version");
  server.set(Facet::kDependencies, R"({"packages":[{"ecosystem":"npm","name":"a","version":"^1.0.0"},
                                                   {"ecosystem":"npm","name":"a","version":"1.0.4"}]})");
  EXPECT_EQ(server.engine("vuln-dependency-cve").state, EngineState::kOk);
  server.set(Facet::kDependencies, R"({"packages":[],"truncated":true})");
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "part");
  server.set(Facet::kDependencies, R"({"inventories":[{"file":"a","error":"no JSON"}],"packages":[]})");
  expect_state(server, "vuln-dependency-cve", EngineState::kNoData, "could not be read");
  server.state(Facet::kDependencies, FacetState::kCouldNotSee, "the archive is broken");
  expect_state(server, "vuln-dependency-cve", EngineState::kError, "the archive is broken");
  server.state(Facet::kDependencies, FacetState::kCouldNotSee, "the time ran out");
  expect_state(server, "vuln-dependency-cve", EngineState::kTimeout, "time");
}

TEST(AmpelEngines, TheWorstScoreIsTheAdvisorysOwn) {
  SupplyServer server;
  server.set(Facet::kDependencies, R"({"advisories":[
    {"id":"A","ecosystem":"npm","package":"a","version":"1","direct":true,"cvss_tenths":53},
    {"id":"B","ecosystem":"npm","package":"b","version":"1","direct":false,"cvss_tenths":98},
    {"id":"W","ecosystem":"npm","package":"c","version":"1","direct":true,"cvss_tenths":100,"withdrawn":true}]})");
  // Found without a feed: what was found is data.
  EXPECT_EQ(server.engine("vuln-dependency-cve").raw, 98);
  EXPECT_EQ(server.engine("vuln-dependency-cve").sub_score, 0);
  EXPECT_TRUE(grade_ampel(server.input()).precise.criticals.empty())
      << "a high score zeroes no more than its engine";
}

TEST(AmpelEngines, WordsStandForScoresThatAreMissing) {
  const auto raw = [](std::string_view word) {
    SupplyServer server;
    server.set(Facet::kDependencies,
               R"({"advisories":[{"id":"A","ecosystem":"npm","package":"a","version":"1","direct":true)" +
                   std::string(word.empty() ? "" : ",\"severity\":\"") + std::string(word) +
                   (word.empty() ? "" : "\"") + "}]}");
    return server.engine("vuln-dependency-cve").raw;
  };
  EXPECT_EQ(raw("CRITICAL"), 90);
  EXPECT_EQ(raw("high"), 70);
  EXPECT_EQ(raw("moderate"), 40);
  EXPECT_EQ(raw("low"), 1);
  EXPECT_EQ(raw(""), 40);
}

TEST(AmpelEngines, DevelopmentPackagesCountInPublishedOnly) {
  SupplyServer server;
  server.set(Facet::kFeeds, kNpm);
  server.set(Facet::kDependencies,
             R"({"packages":[{"ecosystem":"npm","name":"a","version":"1.0.0","development":true}],
                 "advisories":[{"id":"A","ecosystem":"npm","package":"a","version":"1.0.0","cvss_tenths":98}]})");
  EXPECT_EQ(server.engine("vuln-dependency-cve", Strictness::kPublished).raw, 98);
  EXPECT_EQ(server.engine("vuln-dependency-cve").raw, 0);
  EXPECT_EQ(server.engine("vuln-dependency-cve").state, EngineState::kOk);
}

TEST(AmpelEngines, SourceIsJudgedInLanguagesThatAreRead) {
  SupplyServer server;
  expect_state(server, "vuln-first-party-sast", EngineState::kNoData, "needs the source");
  server.set(Facet::kSource, R"({"languages":{"go":3}})");
  expect_state(server, "vuln-first-party-sast", EngineState::kNoData, "not analysed");
  server.set(Facet::kSource, R"({"languages":{"rust":3},"facts":[]})");
  expect_state(server, "vuln-first-party-sast", EngineState::kNotApplicable, "no source in");
  server.set(Facet::kSource, R"({"languages":{"go":3},"facts":[],"truncated":true})");
  expect_state(server, "vuln-first-party-sast", EngineState::kNoData, "part");
  server.set(Facet::kSource, R"({"languages":{"go":3},"facts":[]})");
  EXPECT_EQ(server.engine("vuln-first-party-sast").sub_score, 100);
  server.set(Facet::kSource,
             R"({"languages":{"go":3},"facts":[{"fact":"sql-from-parameter","file":"a.go","line":3,
                                 "confidence":"high"},{"fact":"fetch-from-parameter","confidence":"high"}]})");
  EXPECT_EQ(server.engine("vuln-first-party-sast").raw, 70);
  EXPECT_EQ(server.engine("vuln-first-party-sast").sub_score, 40);
}

TEST(AmpelEngines, HooksAndMalware) {
  SupplyServer server;
  expect_state(server, "vuln-install-scripts", EngineState::kNoData, "needs the source");
  expect_state(server, "vuln-malware-signatures", EngineState::kNoData, "needs the source");
  server.set(Facet::kSource, R"({"languages":{"go":3},"install_hooks":[]})");
  expect_state(server, "vuln-install-scripts", EngineState::kNotApplicable,
               "nothing when they are installed");
  EXPECT_EQ(server.engine("vuln-malware-signatures").sub_score, 100);
  server.set(Facet::kSource, R"({"languages":{"javascript":3},"install_hooks":[
    {"package":"a","hook":"install","command":"node-gyp rebuild","behaviours":["build"]},
    {"package":"a","hook":"postinstall","command":"node -e 1","behaviours":["evaluates"]}]})");
  EXPECT_EQ(server.engine("vuln-install-scripts").raw, 1);
  EXPECT_EQ(server.engine("vuln-install-scripts").sub_score, 80);
  server.set(
      Facet::kDependencies,
      R"({"indicators":[{"ecosystem":"npm","package":"a","version":"1","indicator":"plain-crypto-js","kind":"package"}]})");
  EXPECT_EQ(server.engine("vuln-malware-signatures").sub_score, 0);
}

TEST(AmpelEngines, Secrets) {
  SupplyServer server;
  expect_state(server, "secrets-pattern", EngineState::kNoData, "needs the source");
  expect_state(server, "secrets-verified", EngineState::kDisabled, "operator");
  server.set(Facet::kSource, R"({"secrets":[{"kind":"token","file":"a.ts","line":1,"verified":"not_tried"},
                                            {"kind":"token","file":"tests/a.ts","line":1,"verified":"not_tried"}]})");
  EXPECT_EQ(server.engine("secrets-pattern").raw, 1);
  EXPECT_EQ(server.engine("secrets-pattern", Strictness::kPublished).raw, 2);
  expect_state(server, "secrets-verified", EngineState::kDisabled, "operator");
  server.set(Facet::kSource, R"({"secrets":[{"kind":"token","file":"a.ts","line":1,"verified":"dead"}]})");
  EXPECT_EQ(server.engine("secrets-verified").sub_score, 100);
  server.set(Facet::kSource, R"({"secrets":[{"kind":"token","file":"a.ts","line":1,"verified":"live"}]})");
  EXPECT_EQ(server.engine("secrets-verified").sub_score, 80);
}

TEST(AmpelEngines, SecondFactorNeedsASignedAttestation) {
  SupplyServer server;
  expect_state(server, "identity-mfa", EngineState::kNoData, "attestation");
  server.set(Facet::kProvenance, R"({"contributors_mfa":{"percent_tenths":875,"signature_verified":false}})");
  expect_state(server, "identity-mfa", EngineState::kNoData, "signature");
  server.set(Facet::kProvenance, R"({"contributors_mfa":{"percent_tenths":875,"signature_verified":true}})");
  EXPECT_EQ(server.engine("identity-mfa").sub_score, 87);
}

TEST(AmpelEngines, SlsaLevels) {
  const auto with = [](std::string_view rest) {
    SupplyServer server;
    server.set(Facet::kProvenance,
               R"({"package":{"ecosystem":"npm","name":"a","version":"1.0.0"})" + std::string(rest) + "}");
    return server.engine("supply-slsa");
  };
  SupplyServer bare;
  expect_state(bare, "supply-slsa", EngineState::kNoData, "registry");
  EXPECT_EQ(with("").state, EngineState::kNoData) << "the registry does not show the field";
  EXPECT_EQ(with(R"(,"attestations":[])").sub_score, 0);
  EXPECT_EQ(with(R"(,"attestations":[])").state, EngineState::kOk);
  EXPECT_EQ(with(R"(,"attestations":[{"kind":"provenance","state":"not_checked"}])").state,
            EngineState::kNoData);
  EXPECT_EQ(with(R"(,"attestations":[{"kind":"provenance","state":"verified"}],"slsa_level":2)").sub_score,
            80);
  EXPECT_EQ(with(R"(,"attestations":[{"kind":"provenance","state":"failed"}],"slsa_level":3)").sub_score, 0);
  EXPECT_EQ(with(R"(,"slsa_level":4)").sub_score, 100);
}

TEST(AmpelEngines, Signatures) {
  const auto with = [](std::string_view rest) {
    SupplyServer server;
    server.set(Facet::kProvenance,
               R"({"package":{"ecosystem":"npm","name":"a","version":"1.0.0"})" + std::string(rest) + "}");
    return server.engine("supply-signature");
  };
  EXPECT_EQ(with("").state, EngineState::kNoData);
  EXPECT_EQ(with(R"(,"signatures":[])").sub_score, 0);
  EXPECT_EQ(with(R"(,"signatures":[{"kind":"registry","state":"verified"}])").sub_score, 100);
  EXPECT_EQ(with(R"(,"signatures":[{"kind":"registry","state":"failed"}])").sub_score, 0);
  EXPECT_EQ(with(R"(,"signatures":[{"kind":"registry","state":"not_checked"}])").state, EngineState::kNoData);
  EXPECT_EQ(
      with(R"(,"signatures":[{"kind":"registry","state":"verified"}],"archive":{"integrity":"differs"})")
          .sub_score,
      0);
}

TEST(AmpelEngines, LookalikesHealthAndLicences) {
  SupplyServer server;
  server.set(Facet::kDependencies, R"({"packages":[]})");
  expect_state(server, "supply-typosquat", EngineState::kNoData, "not looked for");
  server.set(Facet::kDependencies,
             R"({"lookalikes":[{"ecosystem":"npm","package":"expres","similar_to":"express"}]})");
  EXPECT_EQ(server.engine("supply-typosquat").sub_score, 80);
  server.set(Facet::kSource, R"({"health":{"checks":[{"id":"x"}]}})");
  expect_state(server, "meta-repo-health", EngineState::kNoData, "no check");
  expect_state(server, "meta-license", EngineState::kNoData, "not looked for");
  server.set(Facet::kSource, R"({"licences":[],"health":{"checks":[{"id":"readme","passed":true},
    {"id":"tests","passed":true},{"id":"security_policy","passed":false},{"id":"age"}]}})");
  EXPECT_EQ(server.engine("meta-repo-health").raw, 666);
  EXPECT_EQ(server.engine("meta-repo-health").sub_score, 66);
  EXPECT_EQ(server.engine("meta-license").sub_score, 80);
}

std::vector<std::string> criticals(SupplyServer& server) {
  std::vector<std::string> out;
  for (const AmpelCritical& critical : grade_ampel(server.input()).precise.criticals) {
    out.emplace_back(critical.rule);
    EXPECT_FALSE(critical.engine.empty()) << critical.rule;
    EXPECT_FALSE(critical.proof.empty()) << critical.rule;
  }
  return out;
}

TEST(AmpelCriticals, EachOfTheSix) {
  using Rules = std::vector<std::string>;
  const auto of = [](Facet facet, std::string_view json) {
    SupplyServer server;
    server.set(facet, json);
    return criticals(server);
  };
  EXPECT_EQ(of(Facet::kSource, R"({"secrets":[{"kind":"token","file":"a.ts","verified":"live"}]})"),
            Rules{"CR-01"});
  EXPECT_EQ(
      of(Facet::kDependencies, R"({"advisories":[{"id":"A","ecosystem":"npm","package":"a","version":"1",
    "cvss_tenths":81,"remote_code_execution":true,"reachable":true,"reach_proof":"tool x imports a"}]})"),
      Rules{"CR-02"});
  EXPECT_EQ(of(Facet::kDependencies,
               R"({"lookalikes":[{"ecosystem":"npm","package":"crossenv","similar_to":"cross-env",
    "confirmed_by":"MAL-1"}]})"),
            Rules{"CR-03"});
  EXPECT_EQ(
      of(Facet::kDependencies, R"({"advisories":[{"id":"MAL-1","ecosystem":"npm","package":"a","version":"1",
    "kind":"malicious","action":"block"}]})"),
      Rules{"CR-04"});
  EXPECT_EQ(of(Facet::kSource, R"({"install_hooks":[{"package":"a","hook":"install","command":"x",
    "behaviours":["runs_fetched"]}]})"),
            Rules{"CR-06"});
}

TEST(AmpelCriticals, WhatDoesNotZero) {
  const auto of = [](Facet facet, std::string_view json) {
    SupplyServer server;
    server.set(facet, json);
    return criticals(server);
  };
  EXPECT_TRUE(
      of(Facet::kDependencies, R"({"advisories":[{"id":"A","ecosystem":"npm","package":"a","version":"1",
    "cvss_tenths":100,"remote_code_execution":true}]})")
          .empty())
      << "nothing is known to reach it";
  EXPECT_TRUE(of(Facet::kDependencies,
                 R"({"lookalikes":[{"ecosystem":"npm","package":"expres","similar_to":"express"}]})")
                  .empty());
  EXPECT_TRUE(
      of(Facet::kDependencies, R"({"advisories":[{"id":"W","ecosystem":"npm","package":"a","version":"1",
    "kind":"malicious","action":"warn"}]})")
          .empty());
  EXPECT_TRUE(
      of(Facet::kSource, R"({"indicators":[{"indicator":"evil.example","kind":"domain","match":"evil.example",
    "file":"a.ts","line":2}]})")
          .empty())
      << "a domain in a file may stand there as a warning";
  EXPECT_TRUE(
      of(Facet::kSource, R"({"secrets":[{"kind":"token","file":"a.ts","verified":"not_tried"}]})").empty());
}

TEST(AmpelCriticals, TheOwnPackageIsTheServer) {
  SupplyServer server;
  server.set(Facet::kProvenance, R"({"package":{"ecosystem":"npm","name":"acme-mcp","version":"1.0.0"}})");
  server.set(Facet::kDependencies, R"({"advisories":[
    {"id":"A","ecosystem":"npm","package":"acme-mcp","version":"1.0.0","cvss_tenths":61},
    {"id":"B","ecosystem":"npm","package":"acme-mcp","version":"1.0.0","cvss_tenths":88,"remote_code_execution":true}]})");
  EXPECT_EQ(criticals(server), std::vector<std::string>{"CR-02"});
  EXPECT_EQ(server.engine("vuln-server-advisory").raw, 88);
  EXPECT_EQ(server.count("vulnerable-dependency"), 0u);
  server.set(
      Facet::kDependencies,
      R"({"advisories":[{"id":"MAL-1","ecosystem":"npm","package":"acme-mcp","version":"1.0.0","kind":"malicious"}]})");
  EXPECT_EQ(criticals(server), std::vector<std::string>{"CR-05"});
}

TEST(AmpelEngines, AWholeScanIsComplete) {
  SupplyServer server;
  server.set(Facet::kFeeds, kNpm);
  server.set(
      Facet::kDependencies,
      R"({"packages":[{"ecosystem":"npm","name":"a","version":"1.0.0","direct":true}],"advisories":[],"lookalikes":[]})");
  server.set(Facet::kSource,
             R"({"languages":{"typescript":4},"facts":[],"install_hooks":[],"licences":[{"id":"MIT"}],
    "secrets":[{"kind":"token","file":"old.ts","verified":"dead"}],"health":{"checks":[{"id":"tests","passed":true}]}})");
  server.set(Facet::kProvenance, R"({"package":{"ecosystem":"npm","name":"acme-mcp","version":"1.0.0"},
    "signatures":[{"kind":"registry","state":"verified"}],"attestations":[{"kind":"provenance","state":"verified"}],
    "slsa_level":3,"contributors_mfa":{"percent_tenths":1000,"signature_verified":true}})");
  const auto assessed = grade_ampel(server.input());
  EXPECT_EQ(assessed.precise.coverage_bp, 10000);
  EXPECT_EQ(assessed.state, RunState::kComplete);
  EXPECT_EQ(assessed.precise.light, "green");
  EXPECT_FALSE(assessed.precise.unproven);
}

}  // namespace
}  // namespace mcpjury
