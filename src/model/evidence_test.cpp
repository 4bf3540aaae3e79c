#include "model/evidence.h"

#include <gtest/gtest.h>

#include <functional>

#include "base/canonical_json.h"
#include "base/schema_check.h"
#include "base/sha256.h"
#include "model/evidence_schema.h"

namespace mcpjury {
namespace {

Json json_of(std::string_view text) {
  auto parsed = parse_json(text, "test", {});
  EXPECT_TRUE(parsed.ok()) << text;
  return parsed.ok() ? parsed->value : Json();
}

Evidence sample() {
  Evidence out;
  out.target = {TargetKind::kRemote, "https://host/mcp", "https://host/mcp"};
  out.observed_at = "2026-01-02T03:04:05Z";
  FacetRecord& definition = out.facet(Facet::kDefinition);
  definition.state = FacetState::kSeen;
  definition.data = json_of(R"({"server":{"name":"s"},"tools":[{"name":"t","inputSchema":
      {"properties":{"duration_ms":{"type":"number"}}}}],"origin":{"tools":"/result/tools"}})");
  FacetRecord& protocol = out.facet(Facet::kProtocol);
  protocol.state = FacetState::kSeen;
  protocol.data =
      json_of(R"({"era":"legacy","duration_ms":12,"session":{"given":true,"session_id":"abc","bits":128},
      "cards":[{"url":"u","document":{"session_id":"kept"}}]})");
  out.facet(Facet::kTls).state = FacetState::kCouldNotSee;
  out.facet(Facet::kTls).reason = "refused";
  out.limits.push_back({"tools", "/tools", 20000});
  out.notes.push_back({"duplicate_key", "/a", 3});
  out.places.file = "a.json";
  out.places.lines = {{"", 1}, {"/tools/0", 4}, {"/tools/0/name", 5}};
  out.request_log = {JsonObject{{"method", "POST"}}};
  return out;
}

TEST(EvidenceSchema, IsOneTheCheckerKnowsWhole) {
  const Json schema = json_of(evidence_schema_text());
  EXPECT_TRUE(check_schema_itself(schema).empty());
  const JsonObject& defs = *find_object(schema.get_object(), "$defs");
  for (const Facet which : kAllFacets)
    EXPECT_NE(find_object(defs, name_of(which)), nullptr) << name_of(which);
}

TEST(Evidence, GoesRound) {
  const Evidence before = sample();
  const Json written = evidence_to_json(before);
  EXPECT_TRUE(looks_like_evidence(written));
  const auto after = evidence_from_json(written, "e.json");
  ASSERT_TRUE(after.ok()) << after.error().message;
  EXPECT_EQ(canonical_json(evidence_to_json(*after)), canonical_json(written));
  EXPECT_EQ(evidence_sha256(*after), evidence_sha256(before));
  EXPECT_EQ(after->limits[0].limit, 20000u);
  EXPECT_EQ(after->notes[0].line, 3u);
  EXPECT_EQ(after->facet(Facet::kTls).reason, "refused");
}

TEST(Evidence, HashIsThatOfTheCanonicalRecord) {
  Evidence plain = sample();
  plain.facet(Facet::kProtocol).data = json_of(R"({"era":"legacy"})");
  Json record = evidence_to_json(plain);
  record.get_object().erase("observed_at");
  record.get_object().erase("request_log");
  EXPECT_EQ(evidence_sha256(plain), sha256_hex(canonical_json(record)));
}

TEST(Evidence, HashLeavesOutTimesDurationsSessionsAndTheLog) {
  const std::string before = evidence_sha256(sample());
  Evidence other = sample();
  other.observed_at = "2027-01-01T00:00:00Z";
  other.request_log.clear();
  JsonObject& protocol = other.facet(Facet::kProtocol).data.get_object();
  protocol["duration_ms"] = 99;
  protocol["session"].get_object()["session_id"] = "xyz";
  EXPECT_EQ(evidence_sha256(other), before);
}

TEST(Evidence, HashSeesEverythingElse) {
  const std::string before = evidence_sha256(sample());
  const std::function<void(Evidence&)> changes[] = {
      [](Evidence& e) { e.target.id = "x"; },
      [](Evidence& e) { e.facet(Facet::kTls).state = FacetState::kAbsent; },
      [](Evidence& e) { e.facet(Facet::kTls).reason = "x"; },
      [](Evidence& e) { e.limits.clear(); },
      [](Evidence& e) { e.notes[0].line = 4; },
      [](Evidence& e) { e.places.lines["/tools/0"] = 9; },
      [](Evidence& e) {
        Json& tool = e.facet(Facet::kDefinition).data.get_object()["tools"].get_array()[0];
        tool.get_object()["inputSchema"] = JsonObject{{"properties", JsonObject{}}};
      },
      [](Evidence& e) {
        Json& card = e.facet(Facet::kProtocol).data.get_object()["cards"].get_array()[0];
        card.get_object()["document"] = JsonObject{{"session_id", "changed"}};
      },
  };
  for (const auto& change : changes) {
    Evidence other = sample();
    change(other);
    EXPECT_NE(evidence_sha256(other), before) << &change - &changes[0];
  }
}

TEST(Evidence, RefusesWhatDoesNotFit) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {R"([])", "record"},
      {R"({"tools":[]})", "record"},
      {R"({"record":"mcpjury-evidence"})", "schema_version is missing"},
      {R"({"record":"mcpjury-evidence","schema_version":2})", "newer"},
      {R"({"record":"mcpjury-evidence","schema_version":0})", "unknown"},
      {R"({"record":"mcpjury-evidence","schema_version":1})", "target"},
      {R"({"record":"mcpjury-evidence","schema_version":1,"target":{"kind":"x","id":"","display":""},"facets":{}})",
       "/target/kind"},
      {R"({"record":"mcpjury-evidence","schema_version":1,"target":{"kind":"tool_list","id":"","display":""},
           "facets":{"tls":{"state":"seen"}}})",
       "/facets/tls"},
      {R"({"record":"mcpjury-evidence","schema_version":1,"target":{"kind":"tool_list","id":"","display":""},
           "facets":{"tls":{"state":"seen","data":{"unheard":1}}}})",
       "/facets/tls/data"},
  };
  for (const auto& [text, part] : cases) {
    const auto result = evidence_from_json(json_of(text), "bad\x1b[31m.json");
    ASSERT_FALSE(result.ok()) << text;
    EXPECT_NE(result.error().message.find(part), std::string::npos) << result.error().message;
    EXPECT_EQ(result.error().message.find('\x1b'), std::string::npos);
  }
}

TEST(Places, LineOfTheNearestAncestor) {
  const Places places = sample().places;
  EXPECT_EQ(places.line_of("/tools/0/name"), 5u);
  EXPECT_EQ(places.line_of("/tools/0/inputSchema/x"), 4u);
  EXPECT_EQ(places.line_of("/prompts/0"), 1u);
  EXPECT_EQ(Places().line_of("/a/b"), 0u);
}

}  // namespace
}  // namespace mcpjury
