// The conditions of AgentReserve's rules on the live facets. A condition holds only when the evidence has
// what the rule reads, so that a rule nobody could look at is never passed.
#include <algorithm>

#include "catalog/catalog.h"
#include "grade/agentreserve_applies.h"
#include "model/identity.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

bool any_text(const JsonArray* samples) {
  return samples != nullptr && std::any_of(samples->begin(), samples->end(), [](const Json& sample) {
           return sample.is_object() && !find_string(sample.get_object(), "text").empty();
         });
}

bool any_call(const JsonArray* calls) {
  return calls != nullptr && std::any_of(calls->begin(), calls->end(), [](const Json& call) {
           if (!call.is_object()) return false;
           const std::string_view outcome = find_string(call.get_object(), "outcome");
           return outcome == "ok" || outcome == "ok_with_note" || outcome == "rejected_compliant_input";
         });
}

bool asked_for_announced_list(const ProtocolView& seen) {
  if (seen.capabilities == nullptr) return false;
  for (const std::string_view name : {"tools", "resources", "prompts"}) {
    const JsonObject* walk = seen.list(name);
    if (walk == nullptr || find_object(*seen.capabilities, name) == nullptr) continue;
    const std::string_view state = find_string(*walk, "state");
    if (!state.empty() && state != "not_asked") return true;
  }
  return false;
}

// Why the session id cannot be judged good; a bad one is found by its detector before this matters.
std::string_view session_gap(const ProtocolView& seen) {
  if (seen.session == nullptr || !find_flag(*seen.session, "given").value_or(false))
    return "the server gives no session id";
  const auto bits = find_number(*seen.session, "bits");
  const auto visible = find_flag(*seen.session, "visible_ascii");
  if (visible == false || (bits && *bits < 128) || find_flag(*seen.session, "distinct") == false) return {};
  if (!bits || !visible) return "the session id was not judged";
  return find_flag(*seen.session, "distinct") ? std::string_view()
                                              : "there was no second session to compare with";
}

// A failed handshake is judged; one that succeeded must have been checked for chain and name.
bool handshake_judged(const TlsView& seen) {
  if (!seen.handshake_error.empty() || seen.chain_valid == false || seen.host_matches == false) return true;
  return seen.chain_valid.has_value() && seen.host_matches.has_value();
}

bool any_scope(const AuthView& seen) {
  const auto listed = [](const JsonObject* document) {
    const JsonArray* scopes = document == nullptr ? nullptr : find_array(*document, "scopes_supported");
    return scopes != nullptr && !scopes->empty();
  };
  const JsonObject* bearer = seen.data == nullptr ? nullptr : find_object(*seen.data, "bearer");
  if (bearer != nullptr && !find_string(*bearer, "scope").empty()) return true;
  return listed(seen.resource_document) ||
         std::any_of(seen.issuers.begin(), seen.issuers.end(),
                     [&](const IssuerView& issuer) { return listed(issuer.document); });
}

}  // namespace

void Applicability::hold_live(const GradeInput& input) {
  const TransportView seen = transport_view(input.evidence);
  const TlsView tls = tls_view(input.evidence);
  const bool https = seen.scheme == "https";
  hold(Applies::kUrlScheme, https || seen.scheme == "http");
  hold(Applies::kUrlHost, !seen.host.empty());
  hold(Applies::kRequests, seen.asked);
  hold(Applies::kHttpsHeaders, https && seen.hsts.has_value());
  if (seen.scheme == "http") deny(Applies::kHttpsHeaders, "the endpoint does not use https");
  hold(Applies::kTlsHandshake, handshake_judged(tls));
  hold(Applies::kTlsSession, !tls.version.empty());
  hold(Applies::kCertificateDates, tls.seconds_left.has_value());
  hold(Applies::kOriginAnswer, seen.origin != ProbeOutcome::kNone);
  hold(Applies::kHostAnswer, seen.foreign_host != ProbeOutcome::kNone);
  hold(Applies::kCorsSeen, seen.origin_answered || (seen.data != nullptr && find_object(*seen.data, "cors")));
  const bool named = !input.surface.server_name.empty() && !seen.host.empty();
  hold(Applies::kRemoteName, named);
  hold(Applies::kIdentityTokens, named && !identity_tokens(input.surface.server_name).empty());
  if (named && seen.scheme != "http" && tls.data == nullptr)
    deny(Applies::kIdentityTokens, "the certificate was not seen");
  const JsonObject* provenance = facet_data(input.evidence, Facet::kProvenance);
  const JsonObject* stated = provenance == nullptr ? nullptr : find_object(*provenance, "advertised_version");
  hold(Applies::kPublishedVersion, stated != nullptr && find_flag(*stated, "allow_listed").value_or(false) &&
                                       !find_string(*stated, "version").empty() &&
                                       !find_string(*stated, "latest").empty());
}

void Applicability::hold_conversation(const GradeInput& input) {
  const ProtocolView seen = protocol_view(input.evidence);
  hold(Applies::kProbeTime, seen.duration_ms.has_value());
  // A rule of transport, which a program started here has none of.
  if (input.evidence.target.kind != TargetKind::kRemote) deny(Applies::kProbeTime, "the target has no URL");
  hold(Applies::kResourceSamples, any_text(seen.samples));
  hold(Applies::kActiveProbe, any_call(seen.calls));
  hold(Applies::kAskedCapabilities, asked_for_announced_list(seen));
  hold(Applies::kHttpWire, seen.wire == "streamable_http" || seen.wire == "http_sse");
  deny(Applies::kSessionId, session_gap(seen));
}

void Applicability::hold_auth(const GradeInput& input) {
  const AuthView seen = auth_view(input.evidence);
  const bool documents = seen.any_document();
  const auto any_issuer = [&](auto&& test) {
    return std::any_of(seen.issuers.begin(), seen.issuers.end(), test);
  };
  hold(Applies::kIssuers, !seen.issuers.empty() || !seen.advertised.empty());
  hold(Applies::kAdvertisedIssuers, documents || seen.names_issuers());
  hold(Applies::kIssuerDocuments, documents);
  hold(Applies::kTrustedDocuments, seen.any_trusted());
  hold(Applies::kAuthorizationEndpoint, any_issuer([](const IssuerView& issuer) {
         return issuer.trusted() && !find_string(*issuer.document, "authorization_endpoint").empty();
       }));
  hold(Applies::kAuthDocuments, documents || seen.resource_document != nullptr);
  hold(Applies::kResourceMatch, seen.resource_document != nullptr && !seen.resource_match.empty());
  hold(Applies::kIssuerMatch, any_issuer([](const IssuerView& issuer) {
         return issuer.document != nullptr && !issuer.match.empty();
       }));
  hold(Applies::kAuthStatus, seen.trigger_status == 401 || seen.trigger_status == 403);
  hold(Applies::kScopes, any_scope(seen));
}

}  // namespace mcpjury
