#include "model/live_view.h"

#include <algorithm>
#include <array>
#include <limits>

#include "base/ascii.h"
#include "base/one_of.h"
#include "model/utc_time.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

// The names of the guarded client and the published error codes for the same three bounds.
constexpr std::array kSize = {"too_large"sv, "response_too_large"sv, "headers_too_large"sv, "ratio"sv,
                              "message_bytes"sv};
constexpr std::array kRedirects = {"redirect_limit"sv, "redirect_limit_exceeded"sv, "redirect_loop"sv};
constexpr std::array kTime = {"timeout"sv, "request_timeout"sv, "connect_timeout"sv, "tls_timeout"sv,
                              "dns_timeout"sv};

void note_bound(std::string_view name, TransportView& out) {
  name = name.substr(0, name.find(':'));  // an error may go on with its detail
  out.size_bound = out.size_bound || one_of_any_case(name, kSize);
  out.redirect_bound = out.redirect_bound || one_of_any_case(name, kRedirects);
  out.time_bound = out.time_bound || one_of_any_case(name, kTime);
}

bool success(std::int64_t status) { return status >= 200 && status < 300; }

ProbeOutcome stated_outcome(const JsonObject& probe) {
  const std::string_view word = find_string(probe, "outcome");
  if (word == "pass") return ProbeOutcome::kPass;
  return word == "fail" ? ProbeOutcome::kFail : ProbeOutcome::kNone;
}

// The status decides where there is one: the record may come from an observer with another opinion.
ProbeOutcome origin_outcome(const JsonObject& probe) {
  const auto status = find_number(probe, "status");
  if (!status || *status == 0) return stated_outcome(probe);
  if (*status == 403) return ProbeOutcome::kPass;
  return success(*status) ? ProbeOutcome::kFail : ProbeOutcome::kNone;
}

ProbeOutcome host_outcome(const JsonObject& probe) {
  const ProbeOutcome stated = stated_outcome(probe);
  const auto status = find_number(probe, "status");
  // Whoever looked has decided; a status alone is only read where nobody did.
  if (find(probe, "outcome") != nullptr || !status) return stated;
  if (success(*status)) return ProbeOutcome::kFail;
  return *status >= 400 && *status < 500 ? ProbeOutcome::kPass : ProbeOutcome::kNone;
}

void read_challenges(const JsonObject& data, AuthView& out) {
  if (const JsonArray* challenges = find_array(data, "challenges")) {
    for (const Json& item : *challenges) {
      const JsonObject* challenge = item.if_object();
      if (challenge == nullptr) continue;
      out.challenged = true;
      out.bearer = out.bearer || ascii::equal_ignoring_case(find_string(*challenge, "scheme"), "bearer");
      const JsonObject* parameters = find_object(*challenge, "parameters");
      if (parameters != nullptr && !find_string(*parameters, "resource_metadata").empty())
        out.metadata_hint = true;
    }
  }
  if (const JsonArray* raw = find_array(data, "raw_challenges"))
    out.challenged = out.challenged || !raw->empty();
  if (const JsonObject* bearer = find_object(data, "bearer")) {
    out.challenged = out.bearer = true;
    if (!find_string(*bearer, "resource_metadata").empty()) out.metadata_hint = true;
  }
}

void read_documents(const JsonObject& data, AuthView& out) {
  if (const JsonObject* resource = find_object(data, "resource_metadata")) {
    out.resource_document = find_object(*resource, "document");
    out.resource_match = find_string(*resource, "resource_match");
  }
  if (out.resource_document != nullptr) {
    if (const JsonArray* servers = find_array(*out.resource_document, "authorization_servers")) {
      for (const Json& server : *servers) {
        if (server.is_string()) out.advertised.push_back(view(server.get_string()));
      }
    }
  }
  const JsonArray* issuers = find_array(data, "issuers");
  if (issuers == nullptr) return;
  for (std::size_t i = 0; i < issuers->size(); ++i) {
    const JsonObject* entry = (*issuers)[i].if_object();
    if (entry == nullptr) continue;
    out.issuers.push_back({i, find_string(*entry, "issuer"), find_string(*entry, "issuer_match"),
                           find_object(*entry, "document")});
  }
}

bool is_true(const JsonObject& object, std::string_view key) {
  return find_flag(object, key).value_or(false);
}

}  // namespace

std::optional<std::int64_t> find_number(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr) return std::nullopt;
  if (value->is_int64()) return value->get_int64();
  if (!value->is_uint64()) return std::nullopt;
  constexpr auto kLargest = std::numeric_limits<std::int64_t>::max();
  return value->get_uint64() > static_cast<std::uint64_t>(kLargest)
             ? kLargest
             : static_cast<std::int64_t>(value->get_uint64());
}

std::optional<bool> find_flag(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  if (value == nullptr || !value->is_bool()) return std::nullopt;
  return value->get_bool();
}

const JsonObject* facet_data(const Evidence& evidence, Facet facet) {
  return evidence.seen(facet) ? evidence.facet(facet).data.if_object() : nullptr;
}

TransportView transport_view(const Evidence& evidence) {
  TransportView out;
  out.data = facet_data(evidence, Facet::kTransport);
  if (out.data == nullptr) return out;
  const JsonObject& data = *out.data;
  out.url = find_string(data, "url");
  out.final_url = find_string(data, "final_url");
  out.scheme = find_string(data, "scheme");
  out.host = find_string(data, "host");
  if (out.scheme.empty()) out.scheme = out.url.substr(0, std::min(out.url.find("://"), out.url.size()));
  if (out.scheme.size() == out.url.size()) out.scheme = {};
  for (const std::string_view request : {"plain_get"sv, "mcp_post"sv}) {
    const JsonObject* made = find_object(data, request);
    if (made == nullptr) continue;
    out.asked = true;
    note_bound(find_string(*made, "error"), out);
  }
  if (const JsonArray* met = find_array(data, "limits_met")) {
    for (const Json& name : *met) {
      if (name.is_string()) note_bound(view(name.get_string()), out);
    }
  }
  if (const JsonObject* hsts = find_object(data, "hsts")) {
    out.hsts = find_flag(*hsts, "present");
    out.hsts_max_age = find_number(*hsts, "max_age").value_or(0);
  }
  if (const JsonObject* probe = find_object(data, "origin_probe")) {
    out.origin = origin_outcome(*probe);
    out.origin_answered = find_number(*probe, "status").value_or(0) > 0;
  }
  if (const JsonObject* probe = find_object(data, "host_probe")) out.foreign_host = host_outcome(*probe);
  return out;
}

TlsView tls_view(const Evidence& evidence) {
  TlsView out;
  out.data = facet_data(evidence, Facet::kTls);
  if (out.data == nullptr) return out;
  const JsonObject& data = *out.data;
  out.version = find_string(data, "version");
  out.handshake_error = find_string(data, "handshake_error");
  out.chain_error = find_string(data, "chain_error");
  out.common_name = find_string(data, "common_name");
  out.chain_valid = find_flag(data, "chain_valid");
  out.host_matches = find_flag(data, "host_matches");
  out.names = find_array(data, "names");
  const auto now = unix_seconds(evidence.observed_at);
  const auto until = unix_seconds(find_string(data, "not_after"));
  const auto since = unix_seconds(find_string(data, "not_before"));
  if (now && until) out.seconds_left = *until - *now;
  if (now && since) out.seconds_valid = *now - *since;
  return out;
}

bool AuthView::any_document() const {
  return std::any_of(issuers.begin(), issuers.end(),
                     [](const IssuerView& one) { return one.document != nullptr; });
}

bool AuthView::any_trusted() const {
  return std::any_of(issuers.begin(), issuers.end(), [](const IssuerView& one) { return one.trusted(); });
}

AuthView auth_view(const Evidence& evidence) {
  AuthView out;
  out.data = facet_data(evidence, Facet::kAuth);
  if (out.data == nullptr) return out;
  const JsonObject& data = *out.data;
  if (const JsonObject* trigger = find_object(data, "trigger")) {
    out.trigger_status = find_number(*trigger, "status").value_or(0);
  }
  read_challenges(data, out);
  read_documents(data, out);
  out.required =
      out.challenged || out.trigger_status == 401 || out.trigger_status == 403 || is_true(data, "required");
  out.legacy_fallback = is_true(data, "legacy_fallback");
  if (const JsonObject* credential = find_object(data, "credential")) {
    const std::string_view label = find_string(*credential, "label");
    if (!label.empty()) out.credential = label;
  }
  if (const JsonObject* dcr = find_object(data, "dcr")) {
    out.dcr_advertised = is_true(*dcr, "advertised");
    out.dcr_client_credentials = is_true(*dcr, "client_credentials");
  }
  return out;
}

bool ProtocolView::proves(std::string_view what) const {
  return proof != nullptr && std::any_of(proof->begin(), proof->end(), [&](const Json& item) {
           return item.is_string() && view(item.get_string()) == what;
         });
}

ProtocolView protocol_view(const Evidence& evidence) {
  ProtocolView out;
  out.data = facet_data(evidence, Facet::kProtocol);
  if (out.data == nullptr) return out;
  const JsonObject& data = *out.data;
  out.era = find_string(data, "era");
  out.wire = find_string(data, "wire");
  out.proof = find_array(data, "proof");
  out.capabilities = find_object(data, "capabilities");
  out.lists = find_object(data, "lists");
  out.session = find_object(data, "session");
  out.samples = find_array(data, "resource_samples");
  out.duration_ms = find_number(data, "duration_ms");
  if (const JsonObject* probe = find_object(data, "active_probe");
      probe != nullptr && is_true(*probe, "ran")) {
    out.calls = find_array(*probe, "calls");
  }
  return out;
}

}  // namespace mcpjury
