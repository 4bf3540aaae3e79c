#include "model/live_view.h"

#include <gtest/gtest.h>

#include "model/identity.h"

namespace mcpjury {
namespace {

Evidence with(Facet facet, std::string_view data) {
  Evidence evidence;
  evidence.observed_at = "2026-11-15T00:00:00Z";
  evidence.facet(facet) = {FacetState::kSeen, "", parse_json(data, "test", {})->value};
  return evidence;
}

TEST(LiveView, NotSeenIsNoData) {
  Evidence evidence = with(Facet::kTransport, R"({"scheme": "https", "host": "a.example"})");
  EXPECT_EQ(transport_view(evidence).host, "a.example");
  evidence.facet(Facet::kTransport).state = FacetState::kCouldNotSee;
  EXPECT_EQ(transport_view(evidence).data, nullptr);
  EXPECT_TRUE(transport_view(evidence).host.empty());
  EXPECT_EQ(tls_view(evidence).data, nullptr);
  EXPECT_EQ(auth_view(evidence).data, nullptr);
  EXPECT_EQ(protocol_view(evidence).data, nullptr);
}

TEST(LiveView, WrongTypesReadAsAbsent) {
  const char* odd =
      R"({"scheme": 1, "host": [], "hsts": true, "origin_probe": {"status": "403"}, "limits_met": {},
    "plain_get": 7, "version": {}, "names": "x", "issuers": [1, {"document": []}], "challenges": [null],
    "resource_metadata": {"document": 3}, "proof": [1], "lists": [], "active_probe": {"ran": 1}})";
  const TransportView transport = transport_view(with(Facet::kTransport, odd));
  EXPECT_TRUE(transport.host.empty());
  EXPECT_FALSE(transport.asked);
  EXPECT_EQ(transport.origin, ProbeOutcome::kNone);
  EXPECT_TRUE(tls_view(with(Facet::kTls, odd)).version.empty());
  const Evidence evidence = with(Facet::kAuth, odd);
  const AuthView auth = auth_view(evidence);
  EXPECT_FALSE(auth.required);
  EXPECT_FALSE(auth.any_document());
  EXPECT_EQ(auth.resource_document, nullptr);
  const Evidence spoken = with(Facet::kProtocol, odd);
  const ProtocolView protocol = protocol_view(spoken);
  EXPECT_EQ(protocol.list("tools"), nullptr);
  EXPECT_EQ(protocol.calls, nullptr);
  EXPECT_FALSE(protocol.proves("initialize"));
}

TEST(LiveView, StatusDecidesTheOriginProbe) {
  const auto outcome = [](std::string_view probe) {
    return transport_view(with(Facet::kTransport, "{\"origin_probe\": " + std::string(probe) + "}")).origin;
  };
  EXPECT_EQ(outcome(R"({"status": 403})"), ProbeOutcome::kPass);
  EXPECT_EQ(outcome(R"({"status": 200, "outcome": "pass"})"), ProbeOutcome::kFail);
  EXPECT_EQ(outcome(R"({"status": 401, "outcome": "fail"})"), ProbeOutcome::kNone);
  EXPECT_EQ(outcome(R"({"outcome": "pass"})"), ProbeOutcome::kPass);
  EXPECT_EQ(outcome(R"({"outcome": "not_applicable"})"), ProbeOutcome::kNone);
}

TEST(LiveView, BoundsByEitherSpelling) {
  EXPECT_TRUE(transport_view(with(Facet::kTransport, R"({"limits_met": ["too_large"]})")).size_bound);
  EXPECT_TRUE(
      transport_view(with(Facet::kTransport, R"({"mcp_post": {"error": "RESPONSE_TOO_LARGE"}})")).size_bound);
  EXPECT_TRUE(transport_view(with(Facet::kTransport, R"({"plain_get": {"error": "redirect_limit"}})"))
                  .redirect_bound);
  EXPECT_TRUE(transport_view(with(Facet::kTransport, R"({"limits_met": ["tls_timeout"]})")).time_bound);
  EXPECT_FALSE(transport_view(with(Facet::kTransport, R"({"limits_met": ["dns"]})")).time_bound);
}

TEST(LiveView, DaysFromTheTimeOfLooking) {
  const TlsView tls =
      tls_view(with(Facet::kTls, R"({"not_after": "2026-11-16T00:00:00Z", "not_before": "soon"})"));
  EXPECT_EQ(tls.seconds_left, 86400);
  EXPECT_FALSE(tls.seconds_valid);
}

TEST(LiveView, OnlyTheAskedIssuerIsTrusted) {
  const Evidence evidence = with(Facet::kAuth, R"({"issuers": [
    {"issuer": "https://a", "issuer_match": "different", "document": {}}, {"issuer": "https://b"}]})");
  EXPECT_TRUE(auth_view(evidence).any_document());
  EXPECT_FALSE(auth_view(evidence).any_trusted());
}

TEST(Identity, Tokens) {
  using Tokens = std::vector<std::string>;
  EXPECT_EQ(identity_tokens("The Official Acme-Notes MCP Server v2"), (Tokens{"acme", "notes"}));
  EXPECT_EQ(identity_tokens("mcp api"), Tokens{});
  EXPECT_EQ(identity_tokens(""), Tokens{});
  EXPECT_EQ(identity_tokens("@scope/GitHub_server"), (Tokens{"scope", "github"}));
}

}  // namespace
}  // namespace mcpjury
