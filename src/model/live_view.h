// What a live server showed besides its definition, typed: read-only views over the facets transport, tls,
// auth and protocol.
//
// Hold pointers into the evidence and must not outlive it. Total: members of a wrong type read as absent, and
// a facet that was not seen gives a view whose `data` is null. Pure; nothing here judges.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "model/evidence.h"

namespace mcpjury {

std::optional<std::int64_t> find_number(const JsonObject& object, std::string_view key);
std::optional<bool> find_flag(const JsonObject& object, std::string_view key);
// The data of a facet that was seen; null otherwise.
const JsonObject* facet_data(const Evidence& evidence, Facet facet);

// What a probe with a foreign header came back with. kNone: an answer that decides nothing, or no probe.
enum class ProbeOutcome : std::uint8_t { kNone, kPass, kFail };

struct TransportView {
  const JsonObject* data = nullptr;
  std::string_view url, final_url, scheme, host;
  bool asked = false;        // at least one request is recorded
  std::optional<bool> hsts;  // the header was looked for
  std::int64_t hsts_max_age = 0;
  ProbeOutcome origin = ProbeOutcome::kNone, foreign_host = ProbeOutcome::kNone;
  bool origin_answered = false;  // with any status: its CORS headers were seen
  // Bounds of the probe that were met, from limits_met and from the errors of the two requests.
  bool size_bound = false, redirect_bound = false, time_bound = false;
};
TransportView transport_view(const Evidence& evidence);

struct TlsView {
  const JsonObject* data = nullptr;
  std::string_view version, handshake_error, chain_error, common_name;
  std::optional<bool> chain_valid, host_matches;
  std::optional<std::int64_t> seconds_left;   // until not_after, from observed_at
  std::optional<std::int64_t> seconds_valid;  // since not_before
  const JsonArray* names = nullptr;
};
TlsView tls_view(const Evidence& evidence);

struct IssuerView {
  std::size_t index = 0;  // in auth.issuers
  std::string_view issuer, match;
  const JsonObject* document = nullptr;  // a document that parsed as an object
  // RFC 8414, 3.3: a document of another issuer must not be used. One slash too many is the commonest slip
  // and no other issuer.
  bool trusted() const { return document != nullptr && (match == "equal" || match == "trailing_slash_only"); }
};

struct AuthView {
  const JsonObject* data = nullptr;
  bool required = false;            // 401 or 403 was seen somewhere
  std::int64_t trigger_status = 0;  // of the first one
  bool challenged = false;          // any WWW-Authenticate
  bool bearer = false;              // one of them is Bearer
  bool metadata_hint = false;       // a challenge names resource_metadata
  const JsonObject* resource_document = nullptr;
  std::string_view resource_match;
  std::vector<std::string_view> advertised;  // authorization_servers of that document
  std::vector<IssuerView> issuers;
  bool legacy_fallback = false;  // the issuers are a guess of ours, not advertised

  // Whether an issuer is advertised that could have been asked. Metadata of another resource says whom to
  // trust instead, and is not followed.
  bool names_issuers() const {
    if (issuers.empty()) return !advertised.empty() && resource_match != "different";
    return !legacy_fallback;
  }
  std::string_view credential = "none";
  bool dcr_advertised = false, dcr_client_credentials = false;

  bool any_document() const;  // of an authorization server
  bool any_trusted() const;
};
AuthView auth_view(const Evidence& evidence);

struct ProtocolView {
  const JsonObject* data = nullptr;
  std::string_view era, wire;
  const JsonArray* proof = nullptr;
  const JsonObject* capabilities = nullptr;
  const JsonObject* lists = nullptr;
  const JsonObject* session = nullptr;
  const JsonArray* samples = nullptr;  // resource bodies
  const JsonArray* calls = nullptr;    // of the active probe, when it ran
  std::optional<std::int64_t> duration_ms;

  const JsonObject* list(std::string_view name) const { return lists ? find_object(*lists, name) : nullptr; }
  bool proves(std::string_view what) const;
};
ProtocolView protocol_view(const Evidence& evidence);

}  // namespace mcpjury
