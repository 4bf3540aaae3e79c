// What an authorization wall says of itself: challenges, and the metadata documents behind them.
//
// Speaks only where a 401 or 403 was seen; a public server owes nobody such documents.
#include <fmt/format.h>

#include <algorithm>

#include "detect/rules/facet_help.h"
#include "model/live_view.h"

namespace mcpjury {
namespace {

bool lists(const JsonObject& document, std::string_view member, std::string_view wanted) {
  const JsonArray* values = find_array(document, member);
  return values != nullptr && std::any_of(values->begin(), values->end(), [&](const Json& value) {
           return value.is_string() && view(value.get_string()) == wanted;
         });
}

void check_discovery(const AuthView& seen, const FacetReporter& report) {
  static const std::uint16_t kHidden = detector_index("auth-not-discoverable");
  static const std::uint16_t kNoResource = detector_index("resource-metadata-missing");
  if (!seen.challenged && seen.resource_document == nullptr) report.add(kHidden, "/trigger", {});
  if (!seen.metadata_hint && seen.resource_document == nullptr) report.add(kNoResource, "/challenges", {});
  if (seen.trigger_status == 403) {
    static const std::uint16_t kForbidden = detector_index("forbidden-instead-of-unauthorized");
    report.add(kForbidden, "/trigger/status", "403");
  }
  if (seen.names_issuers() && !seen.any_document()) {
    static const std::uint16_t kNoDocument = detector_index("issuer-metadata-missing");
    report.add(kNoDocument, "/issuers",
               seen.advertised.empty() ? seen.issuers.front().issuer : seen.advertised.front());
  }
}

void check_grants(const AuthView& seen, const FacetReporter& report) {
  for (const IssuerView& issuer : seen.issuers) {
    if (issuer.document == nullptr) continue;
    for (const std::string_view grant : {"password", "implicit"}) {
      if (!lists(*issuer.document, "grant_types_supported", grant)) continue;
      static const std::uint16_t kGrant = detector_index("insecure-grant-types");
      report.add(kGrant, fmt::format("/issuers/{}/document/grant_types_supported", issuer.index), grant,
                 grant);
    }
    if (!issuer.trusted() || find_string(*issuer.document, "authorization_endpoint").empty()) continue;
    if (lists(*issuer.document, "code_challenge_methods_supported", "S256")) continue;
    static const std::uint16_t kPkce = detector_index("pkce-not-supported");
    report.add(kPkce, fmt::format("/issuers/{}/document/code_challenge_methods_supported", issuer.index),
               issuer.issuer);
  }
}

// "Some document has it": said once, and only when there is a document to say it of.
void check_members(const AuthView& seen, const FacetReporter& report) {
  if (!seen.any_trusted()) return;
  bool jwks = false, token = false, registration = false;
  std::size_t first = seen.issuers.size();
  for (const IssuerView& issuer : seen.issuers) {
    if (!issuer.trusted()) continue;
    first = std::min(first, issuer.index);
    jwks = jwks || !find_string(*issuer.document, "jwks_uri").empty();
    token = token || !find_string(*issuer.document, "token_endpoint").empty();
    registration = registration || !find_string(*issuer.document, "registration_endpoint").empty() ||
                   find_flag(*issuer.document, "client_id_metadata_document_supported").value_or(false);
  }
  static const std::uint16_t kJwks = detector_index("jwks-uri-missing");
  static const std::uint16_t kToken = detector_index("token-endpoint-missing");
  static const std::uint16_t kRegistration = detector_index("no-client-registration");
  const std::string place = fmt::format("/issuers/{}/document", first);
  if (!jwks) report.add(kJwks, place, {});
  if (!token) report.add(kToken, place, {});
  if (!registration) report.add(kRegistration, place, {});
}

void check_matches(const AuthView& seen, const FacetReporter& report) {
  if (seen.resource_document != nullptr && !seen.resource_match.empty() && seen.resource_match != "equal") {
    static const std::uint16_t kOther = detector_index("resource-identifier-mismatch");
    static const std::uint16_t kNear = detector_index("resource-identifier-near-miss");
    const bool near =
        seen.resource_match == "prefix_same_origin" || seen.resource_match == "trailing_slash_only";
    report.add(near ? kNear : kOther, "/resource_metadata/document/resource",
               find_string(*seen.resource_document, "resource"), seen.resource_match);
  }
  for (const IssuerView& issuer : seen.issuers) {
    if (issuer.document == nullptr || issuer.match.empty() || issuer.match == "equal") continue;
    static const std::uint16_t kOther = detector_index("issuer-mismatch");
    static const std::uint16_t kNear = detector_index("issuer-near-miss");
    report.add(issuer.match == "trailing_slash_only" ? kNear : kOther,
               fmt::format("/issuers/{}/document/issuer", issuer.index),
               find_string(*issuer.document, "issuer"), issuer.issuer);
  }
}

}  // namespace

void detect_auth_metadata(const DetectInput& input, FindingSink& sink) {
  const AuthView seen = auth_view(input.evidence);
  if (seen.data == nullptr || !seen.required) return;
  const FacetReporter report(input, sink, Facet::kAuth);
  check_discovery(seen, report);
  check_grants(seen, report);
  check_members(seen, report);
  check_matches(seen, report);
}

}  // namespace mcpjury
