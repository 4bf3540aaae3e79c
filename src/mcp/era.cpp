#include "mcp/era.h"

#include <algorithm>
#include <array>
#include <utility>

#include "mcp/failure.h"
#include "mcp/jsonrpc.h"
#include "mcp/walk.h"

namespace mcpjury {
namespace {

constexpr std::array<std::string_view, 5> kLegacyVersions = {"2025-11-25", "2025-06-18", "2025-03-26",
                                                             "2024-11-05", "2024-10-07"};
constexpr std::string_view kServerInfoKey = "io.modelcontextprotocol/serverInfo";
constexpr std::int64_t kHeaderMismatch = -32020, kNeedsCapability = -32021, kVersionUnsupported = -32022,
                       kInvalidParams = -32602, kMethodNotFound = -32601;
constexpr std::size_t kMaxVersions = 32;

bool is_legacy_version(std::string_view version) {
  return std::find(kLegacyVersions.begin(), kLegacyVersions.end(), version) != kLegacyVersions.end();
}

bool has_code(const Reply& reply, std::int64_t code) {
  return reply.state == Reply::State::kError && reply.error.code == code;
}

bool is_modern_error(const Reply& reply) {
  return has_code(reply, kHeaderMismatch) || has_code(reply, kNeedsCapability) ||
         has_code(reply, kVersionUnsupported);
}

std::vector<std::string> strings_of(const Json* value) {
  std::vector<std::string> out;
  if (value == nullptr || !value->is_array()) return out;
  for (const Json& entry : value->get_array()) {
    if (out.size() == kMaxVersions) break;
    if (entry.is_string()) out.push_back(shown_text(view(entry.get_string()), 64));
  }
  return out;
}

// What an error says the server would rather speak; only the codes that carry it.
std::vector<std::string> supported_of(const Reply& reply) {
  if (!has_code(reply, kVersionUnsupported) && !has_code(reply, kInvalidParams)) return {};
  return strings_of(find(reply.error.data, "supported"));
}

bool contains(const std::vector<std::string>& list, std::string_view version) {
  return std::find(list.begin(), list.end(), version) != list.end();
}

// The newest version of the old era that both know; empty when there is none.
std::string mutual_legacy(const std::vector<std::string>& supported) {
  for (const std::string_view version : kLegacyVersions) {
    if (contains(supported, version)) return std::string(version);
  }
  return {};
}

void add_proof(Opening& out, std::string_view what) {
  if (!contains(out.proof, what)) out.proof.emplace_back(what);
}

Json member_of(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr ? *value : Json();
}

bool take_discover(Talk& talk, Reply& reply, Opening& out) {
  if (!usable_result(talk, Method::kDiscover, reply)) return false;
  const JsonObject& result = reply.result.get_object();
  // An echo server answers anything with something; one of the two members must be there.
  if (find_array(result, "supportedVersions") == nullptr && find_object(result, "capabilities") == nullptr) {
    return false;
  }
  out.era = Era::kModern;
  out.opened = true;
  out.supported = strings_of(find(result, "supportedVersions"));
  if (out.supported.empty()) talk.violation("missing_supported_versions", Method::kDiscover);
  out.answered = out.supported.empty() ? out.requested : out.supported.front();
  out.legacy_too = !mutual_legacy(out.supported).empty();
  out.capabilities = member_of(result, "capabilities");
  if (!out.capabilities.is_object()) talk.violation("missing_capabilities", Method::kDiscover);
  out.instructions = member_of(result, "instructions");
  if (const JsonObject* meta = find_object(result, "_meta"))
    out.server_info = member_of(*meta, kServerInfoKey);
  if (out.server_info.is_null()) out.server_info = member_of(result, "serverInfo");
  if (find(result, "ttlMs") == nullptr || find(result, "cacheScope") == nullptr) {
    talk.violation("missing_cache_hints", Method::kDiscover);
  }
  add_proof(out, "discover");
  return true;
}

// One try with the modern opening, and one more when the server names a version we share.
void try_modern(Talk& talk, const std::string& version, Opening& out) {
  out.requested = version;
  for (int round = 0; round < 2; ++round) {
    talk.use(Era::kModern, version);
    out.last = talk.ask(Method::kDiscover);
    if (take_discover(talk, out.last, out)) return;
    if (!is_modern_error(out.last)) return;
    out.modern_error = true;
    add_proof(out, "modern_error");
    out.supported = supported_of(out.last);
    // Even when the version we used is in the list: the suite refuses the first request on purpose.
    if (!has_code(out.last, kVersionUnsupported) || !contains(out.supported, version)) return;
  }
}

bool take_initialize(Talk& talk, Reply& reply, Opening& out) {
  if (!usable_result(talk, Method::kInitialize, reply)) return false;
  const JsonObject& result = reply.result.get_object();
  const std::string_view version = find_string(result, "protocolVersion");
  const bool has_info = find_object(result, "serverInfo") != nullptr;
  const bool has_capabilities = find_object(result, "capabilities") != nullptr;
  if (version.empty() && !has_info && !has_capabilities) return false;
  if (version.empty()) talk.violation("missing_protocol_version", Method::kInitialize);
  if (!has_info) talk.violation("missing_server_info", Method::kInitialize);
  if (!has_capabilities) talk.violation("missing_capabilities", Method::kInitialize);
  if (!version.empty() && !is_legacy_version(version)) {
    talk.violation("unknown_version", Method::kInitialize, version);
  }
  out.era = Era::kLegacy;
  out.opened = true;
  out.answered = shown_text(version, 64);
  out.capabilities = member_of(result, "capabilities");
  out.server_info = member_of(result, "serverInfo");
  out.instructions = member_of(result, "instructions");
  add_proof(out, "initialize");
  return true;
}

void try_legacy(Talk& talk, std::string version, Opening& out) {
  const ClientOptions& options = talk.options();
  for (int round = 0; round < 2; ++round) {
    out.requested = version;
    talk.use(Era::kLegacy, "");
    out.last = talk.ask(
        Method::kInitialize,
        {{"protocolVersion", version},
         {"capabilities", JsonObject()},
         {"clientInfo", JsonObject{{"name", options.client_name}, {"version", options.client_version}}}});
    if (take_initialize(talk, out.last, out)) {
      // A version that never existed is not repeated in a header: it could hold anything.
      talk.use(Era::kLegacy, is_legacy_version(out.answered) ? out.answered : version);
      const Reply told = talk.tell(Method::kInitialized);
      out.initialized_status = told.http_status;
      const int status = told.http_status;
      if (status != 0 && status != 200 && status != 202 && status != 204) {
        talk.violation("initialized_status", Method::kInitialized, std::to_string(status));
      }
      return;
    }
    const std::vector<std::string> supported = supported_of(out.last);
    if (!supported.empty()) out.supported = supported;
    const std::string mutual = mutual_legacy(supported);
    if (mutual.empty()) return;
    version = mutual;
  }
}

void fail_on_bad_result(Opening& out) {
  if (out.opened || out.last.state != Reply::State::kResult) return;
  out.last.state = Reply::State::kNone;
  out.last.failure = failure::kBadResult;
}

}  // namespace

bool is_outage(const Reply& reply) {
  static constexpr std::array<HttpFailure, 15> kOutages = {
      HttpFailure::kRefused,         HttpFailure::kDns,
      HttpFailure::kDnsTimeout,      HttpFailure::kConnect,
      HttpFailure::kConnectTimeout,  HttpFailure::kTls,
      HttpFailure::kTlsTimeout,      HttpFailure::kBadHttp,
      HttpFailure::kHeadersTooLarge, HttpFailure::kBadEncoding,
      HttpFailure::kRatio,           HttpFailure::kRedirectLimit,
      HttpFailure::kRedirectLoop,    HttpFailure::kStopped,
      HttpFailure::kTooLarge};
  if (reply.failure.empty()) return false;
  if (reply.failure == failure::kExited || reply.failure == failure::kClosed ||
      reply.failure == failure::kFlood || reply.failure == failure::kSseLine ||
      reply.failure == failure::kSseEvent) {
    return true;
  }
  return std::any_of(kOutages.begin(), kOutages.end(),
                     [&](HttpFailure outage) { return reply.failure == name_of(outage); });
}

Opening open_legacy(Talk& talk) {
  Opening out;
  try_legacy(talk, talk.options().legacy_version, out);
  fail_on_bad_result(out);
  return out;
}

Opening open_conversation(Talk& talk, bool patient) {
  const ClientOptions& options = talk.options();
  if (options.era == Era::kLegacy) return open_legacy(talk);
  Opening out;
  try_modern(talk, options.modern_version, out);
  const bool legacy_named = !mutual_legacy(out.supported).empty();
  if (out.opened || is_outage(out.last)) return out;
  if (options.era == Era::kModern || (out.modern_error && !legacy_named)) {
    out.era = Era::kModern;
    fail_on_bad_result(out);
    return out;
  }
  const Reply discover = out.last;
  const bool unknown_method = discover.http_status == 404 && has_code(discover, kMethodNotFound);
  try_legacy(talk, legacy_named ? mutual_legacy(out.supported) : options.legacy_version, out);
  if (out.opened) return out;

  // A modern-only server that did not understand the first question, or was not yet awake to answer it.
  const bool says_modern = is_modern_error(out.last);
  const bool was_asleep =
      patient && discover.failure == failure::kResponseTimeout && out.last.state == Reply::State::kError;
  if (says_modern || was_asleep) {
    Opening modern;
    Reply refused = std::move(out.last);
    if (says_modern) add_proof(modern, "modern_error");
    try_modern(talk, options.modern_version, modern);
    if (modern.opened || says_modern) {
      modern.era = Era::kModern;
      modern.modern_error = true;
      if (modern.supported.empty()) modern.supported = std::move(out.supported);
      fail_on_bad_result(modern);
      return modern;
    }
    out.last = std::move(refused);
  } else if (unknown_method && out.last.http_status == 404 && has_code(out.last, kMethodNotFound)) {
    // Neither opening exists, both said so in the manner of the modern era: lists are asked without one.
    talk.violation("discover_missing", Method::kDiscover);
    out.era = Era::kModern;
    out.requested = options.modern_version;
    talk.use(Era::kModern, options.modern_version);
  }
  fail_on_bad_result(out);
  return out;
}

bool answers_initialize(Talk& talk) {
  const ClientOptions& options = talk.options();
  talk.use(Era::kLegacy, "");
  Reply reply = talk.ask(
      Method::kInitialize,
      {{"protocolVersion", options.legacy_version},
       {"capabilities", JsonObject()},
       {"clientInfo", JsonObject{{"name", options.client_name}, {"version", options.client_version}}}});
  const JsonObject* result = reply.result.if_object();
  return reply.state == Reply::State::kResult && result != nullptr &&
         !find_string(*result, "protocolVersion").empty();
}

}  // namespace mcpjury
