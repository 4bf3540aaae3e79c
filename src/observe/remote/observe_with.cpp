#include "observe/remote/observe_with.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/redact.h"
#include "base/utf8.h"
#include "mcp/client.h"
#include "observe/remote/active_probe.h"
#include "observe/remote/auth_discovery.h"
#include "observe/remote/credential_echo.h"
#include "observe/remote/dcr.h"
#include "observe/remote/origin_probe.h"
#include "observe/remote/outcome.h"
#include "observe/remote/text_members.h"
#include "observe/remote/transport_look.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kSampleBytes = 8192;

// Failures that rules about bounds ask for.
constexpr std::array kBounds = {"too_large"sv,       "headers_too_large"sv, "ratio"sv,
                                "redirect_limit"sv,  "redirect_loop"sv,     "timeout"sv,
                                "connect_timeout"sv, "tls_timeout"sv,       "dns_timeout"sv};

ClientOptions client_options(const RemoteOptions& options) {
  ClientOptions out;
  out.client_version = options.client_version;
  out.json_depth = 64;
  const std::string& forced = options.forced_protocol_version;
  if (!forced.empty()) {
    const bool modern = forced >= "2026-07-28";
    out.era = modern ? Era::kModern : Era::kLegacy;
    (modern ? out.modern_version : out.legacy_version) = forced;
  }
  return out;
}

std::string target_key(const Url& url, std::string_view label) {
  std::string path = redact(url.path);
  if (path.ends_with('/')) path.pop_back();
  std::string key = url.scheme + "://" + (url.is_ipv6 ? "[" + url.host + "]" : url.host) + ":" +
                    std::to_string(url.port) + path;
  if (label != "none" && !label.empty()) key += " [" + std::string(label) + "]";
  return key;
}

bool find_flag(const JsonObject& object, std::string_view key) {
  const Json* value = find(object, key);
  return value != nullptr && value->is_bool() && value->get_bool();
}

// Redact first, cut second, on a character edge.
void cut_samples(JsonObject& protocol) {
  Json* samples = protocol.if_contains("resource_samples");
  if (samples == nullptr || !samples->is_array()) return;
  for (Json& item : samples->get_array()) {
    JsonObject* sample = item.if_object();
    if (sample == nullptr) continue;
    const std::string text = kept_text(find_string(*sample, "text"), 64u << 10);
    if (text.size() > kSampleBytes) (*sample)["truncated"] = true;
    (*sample)["text"] = text.substr(0, char_edge(text, std::min(text.size(), kSampleBytes)));
  }
}

class RemoteLook {
 public:
  RemoteLook(HttpClient& client, const AddressPolicy& policy, const RequestLog& log, const Url& url,
             const RemoteOptions& options)
      : client_(client), policy_(policy), log_(log), url_(url), options_(options) {
    const std::string_view query = url.query;
    for (const std::string_view key : secret_query_keys(query)) {
      const std::size_t begin = static_cast<std::size_t>(key.data() - query.data()) + key.size();
      const std::string_view pair = query.substr(begin, query.find('&', begin) - begin);
      if (pair.size() > 1) spent_.emplace_back(std::string(pair.substr(1)));
    }
  }

  RemoteOutcome run() {
    const TimePoint begun = Loop::now();
    Loop::Signal transport_done(client_.loop());
    client_.loop().spawn([this, &transport_done] {
      transport_ = look_at_transport(client_, url_);
      transport_done.raise();
    });
    // First as a stranger: what the server tells those without a credential is part of its posture.
    converse({});
    if (conversation_.auth || options_.always_discover) {
      discovery_ =
          discover_authorization(client_, policy_, url_, conversation_.auth ? &*conversation_.auth : nullptr);
    }
    if (!options_.credential.empty()) {
      repeat_with(credential_headers(), "api_key");
    } else if (options_.dcr && discovery_) {
      scan_with_registration();
    }
    // The fiber refers to this object: it must have ended, however long it takes; its own limits end it.
    while (!transport_done.wait_until(Loop::now() + Milliseconds(1000))) {
      if (transport_.answered) break;
    }
    if (conversation_.opening.http_status != 0) probe_origins();
    fill(std::chrono::duration_cast<Milliseconds>(Loop::now() - begun).count());
    forget_credentials();
    return std::move(outcome_);
  }

 private:
  std::vector<HttpHeader> credential_headers() const {
    std::vector<HttpHeader> headers;
    for (const SecretHeader& header : options_.credential) {
      headers.push_back({header.name, std::string(header.value.reveal())});
    }
    return headers;
  }

  void converse(std::vector<HttpHeader> credential) {
    ClientOptions options = client_options(options_);
    // Three calls a scan, not a conversation.
    if (!find_flag(probe_, "ran")) {
      options.before_close = [&](Channel& channel, const Conversation& so_far) {
        probe_ = run_active_probe(channel, so_far, options_.active_probe);
      };
    }
    HttpEndpoint endpoint{url_, std::move(credential)};
    conversation_ = talk_over_http(client_, endpoint, options);
    for (HttpHeader& header : endpoint.credential) {
      add_header_secret(header.name, header.value, spent_);
      Secret(std::move(header.value)).wipe();
    }
    if (!probe_.empty()) conversation_.protocol["active_probe"] = probe_;
  }

  // The same once more with a credential. What the stranger saw stays when that does not work.
  void repeat_with(std::vector<HttpHeader> credential, std::string_view label) {
    Conversation stranger = std::move(conversation_);
    converse(std::move(credential));
    if (conversation_.handshake) {
      label_ = label;
    } else if (stranger.opening.http_status != 0) {
      conversation_ = std::move(stranger);
    }
  }

  void scan_with_registration() {
    DcrClient dcr(client_, policy_, discovery_->offer, url_);
    const bool obtained = dcr.obtain();
    for (Secret& secret : dcr.secrets()) spent_.push_back(std::move(secret));
    if (obtained) repeat_with({{"Authorization", "Bearer " + std::string(dcr.token().reveal())}}, "dcr");
    dcr.forget();
    discovery_->auth["dcr"] = dcr.record();
  }

  void probe_origins() {
    const std::string_view era_name = find_string(conversation_.protocol, "era");
    const bool modern = era_name == "modern" || era_name == "dual";
    // In the modern era the answered version is the first of the server's list, perhaps of the other era.
    const std::string_view version =
        find_string(conversation_.protocol, modern ? "requested_version" : "answered_version");
    const bool local = !private_host_reason(url_).empty();
    // Where a redirect leads is where the server is; asked at the door before it, it could dodge.
    const HttpHead& seen_head = transport_.head;
    const bool moved = transport_.answered && !seen_head.hops.empty() && seen_head.hops.back().followed;
    OpeningProbe opening;
    opening.url = moved ? seen_head.final_url : url_;
    opening.era = modern ? Era::kModern : Era::kLegacy;
    opening.version = std::string(version);
    opening.client_version = options_.client_version;
    opening.http_sse = find_string(conversation_.protocol, "wire") == "http_sse";
    OriginProbe probe = probe_origin(client_, opening, local);
    if (!probe.second_session.empty() && !conversation_.session_ids.empty()) {
      if (Json* session = conversation_.protocol.if_contains("session");
          session != nullptr && session->is_object()) {
        const auto& seen = conversation_.session_ids;
        const bool repeated =
            session->get_object().contains("distinct") && !find_flag(session->get_object(), "distinct");
        session->get_object()["distinct"] =
            !repeated && std::find(seen.begin(), seen.end(), probe.second_session) == seen.end();
      }
    }
    origin_ = std::move(probe);
  }

  void fill(std::int64_t duration_ms) {
    Evidence& evidence = outcome_.evidence;
    evidence.target = {TargetKind::kRemote, target_key(url_, label_), shown_url(url_)};
    evidence.observed_at = options_.observed_at;
    outcome_.ended = ended_as(conversation_);
    fill_transport(duration_ms);
    fill_tls();
    fill_auth();
    fill_protocol();
    fill_definition();
    for (const auto& [what, limit] : conversation_.limits) evidence.limits.push_back({what, {}, limit});
    if (outcome_.anything_to_grade && outcome_.ended != "ok" && conversation_.limits.empty() &&
        !conversation_.auth) {
      evidence.limits.push_back({outcome_.ended, {}, 0});
    }
    outcome_.message = outcome_message(outcome_.ended, failure_detail(), shown_url(url_));
    evidence.request_log = log_.to_json();
  }

  // Where a redirect leads is what the user needs to know when it was not followed.
  std::string failure_detail() const {
    const auto& hops = transport_.head.hops;
    const bool concerns = outcome_.ended.starts_with("refused:") || outcome_.ended.starts_with("http:3");
    if (!concerns || hops.empty() || hops.back().followed) return conversation_.failure_detail;
    const std::string& reason = hops.back().reason;
    return "it redirects to " + hops.back().to + (reason.empty() ? "" : ", " + reason);
  }

  // Whatever the server repeated of what we sent it. At the end, in one place, so that nothing is missed.
  void forget_credentials() {
    if (spent_.empty()) return;
    Evidence& evidence = outcome_.evidence;
    for (FacetRecord& facet : evidence.facets) {
      remove_echo(facet.data, spent_);
      facet.reason = without_echo(facet.reason, spent_);
    }
    Json log(std::move(evidence.request_log));
    remove_echo(log, spent_);
    evidence.request_log = std::move(log.get_array());
    outcome_.message = without_echo(outcome_.message, spent_);
    spent_.clear();
  }

  void fill_transport(std::int64_t duration_ms) {
    FacetRecord& facet = outcome_.evidence.facet(Facet::kTransport);
    if (!transport_.answered && conversation_.opening.http_status == 0) {
      facet.state = FacetState::kCouldNotSee;
      facet.reason = outcome_.ended == "ok" ? "no HTTP answer came" : outcome_.ended;
      return;
    }
    JsonObject data = describe_url(url_);
    for (auto& member : transport_.transport) data[member.key()] = std::move(member.value());
    JsonArray addresses;
    // Name servers rotate their answers; the record does not.
    std::sort(transport_.head.addresses.begin(), transport_.head.addresses.end());
    for (const std::string& text : transport_.head.addresses) {
      JsonObject entry{{"address", text}};
      if (const auto address = parse_ip(text)) entry["class"] = address_class(*address);
      addresses.push_back(std::move(entry));
    }
    if (!addresses.empty()) data["addresses"] = std::move(addresses);
    JsonArray redirects;
    for (const RedirectHop& hop : transport_.head.hops) {
      JsonObject entry{{"from", kept_text(hop.from, 2048)},
                       {"to", kept_text(hop.to, 2048)},
                       {"status", hop.status},
                       {"followed", hop.followed}};
      if (!hop.reason.empty()) entry["reason"] = kept_text(hop.reason, 200);
      redirects.push_back(std::move(entry));
    }
    data["redirects"] = std::move(redirects);
    const Reply& opening = conversation_.opening;
    JsonObject post{
        {"status", opening.http_status}, {"bytes", opening.bytes}, {"duration_ms", opening.duration_ms}};
    if (!opening.media_type.empty()) post["content_type"] = kept_text(opening.media_type, 100);
    if (!opening.failure.empty()) post["error"] = kept_text(opening.failure, 200);
    if (!opening.retry_after.empty()) post["retry_after"] = kept_text(opening.retry_after, 100);
    data["mcp_post"] = std::move(post);
    if (opening.http_status == 429) data["rate_limited"] = true;
    if (conversation_.tools_listed) data["repeat_differs"] = conversation_.repeat_differs;
    if (conversation_.session_in_url) data["session_in_url"] = true;
    if (const auto& endpoint = conversation_.sse_endpoint) {
      data["sse_endpoint"] =
          JsonObject{{"raw", kept_text(endpoint->raw, 300)}, {"same_origin", endpoint->same_origin}};
    }
    if (origin_) {
      data["origin_probe"] = std::move(origin_->origin);
      if (!origin_->host.empty()) data["host_probe"] = std::move(origin_->host);
      if (!origin_->cors.empty()) data["cors"] = std::move(origin_->cors);
    }
    data["limits_met"] = bounds_met();
    data["duration_ms"] = duration_ms;
    facet = {FacetState::kSeen, {}, std::move(data)};
  }

  JsonArray bounds_met() const {
    std::vector<std::string_view> met;
    for (const RequestLog::Entry& entry : log_.entries()) {
      for (const std::string_view bound : kBounds) {
        if (entry.failure == bound && std::find(met.begin(), met.end(), bound) == met.end())
          met.push_back(bound);
      }
    }
    std::sort(met.begin(), met.end());
    JsonArray out;
    for (const std::string_view bound : met) out.push_back(Json(std::string(bound)));
    return out;
  }

  void fill_tls() {
    FacetRecord& facet = outcome_.evidence.facet(Facet::kTls);
    if (url_.scheme != "https") {
      facet = {FacetState::kAbsent, "plain http", {}};
    } else if (transport_.tls.empty()) {
      facet = {FacetState::kCouldNotSee,
               outcome_.ended == "ok" ? "no TLS session came about" : outcome_.ended,
               {}};
    } else {
      facet = {FacetState::kSeen, {}, std::move(transport_.tls)};
    }
  }

  void fill_auth() {
    FacetRecord& facet = outcome_.evidence.facet(Facet::kAuth);
    const JsonObject credential{{"label", label_}};
    if (discovery_) {
      proof_ = std::move(discovery_->proof);
      discovery_->auth["credential"] = credential;
      facet = {FacetState::kSeen, {}, std::move(discovery_->auth)};
    } else if (!conversation_.answered) {
      facet = {FacetState::kCouldNotSee, outcome_.ended, {}};
    } else if (label_ != "none") {
      facet = {FacetState::kSeen, {}, JsonObject{{"required", false}, {"credential", credential}}};
    } else {
      facet = {FacetState::kAbsent, "no 401 or 403 was seen", {}};
    }
  }

  void fill_protocol() {
    JsonArray& proof = conversation_.protocol["proof"].is_array()
                           ? conversation_.protocol["proof"].get_array()
                           : conversation_.protocol["proof"].emplace_array();
    for (const std::string& one : proof_) {
      if (std::find(proof.begin(), proof.end(), Json(one)) == proof.end()) proof.push_back(Json(one));
    }
    outcome_.anything_to_grade = !proof.empty();
    cut_samples(conversation_.protocol);
    FacetRecord& facet = outcome_.evidence.facet(Facet::kProtocol);
    if (outcome_.anything_to_grade || conversation_.answered) {
      facet = {FacetState::kSeen, {}, std::move(conversation_.protocol)};
    } else {
      facet = {FacetState::kCouldNotSee, outcome_.ended, {}};
    }
  }

  void fill_definition() {
    FacetRecord& facet = outcome_.evidence.facet(Facet::kDefinition);
    if (conversation_.handshake || conversation_.tools_listed) {
      // A list that was cut must not be taken for the whole.
      if (conversation_.tools_listed && !conversation_.tools_complete)
        conversation_.definition["truncated"] = true;
      facet = {FacetState::kSeen, {}, std::move(conversation_.definition)};
      if (!conversation_.tools_listed) facet.reason = why_no_tools(facet.data.get_object());
    } else {
      facet = {
          FacetState::kCouldNotSee, conversation_.auth ? "authorization is required" : outcome_.ended, {}};
    }
  }

  std::string why_no_tools(const JsonObject& definition) const {
    if (conversation_.auth) return "tools/list needs authorization";
    const JsonObject* error = find_object(definition, "tools_error");
    if (error == nullptr) return outcome_.ended;
    const Json* code = find(*error, "code");
    const std::string number =
        code != nullptr && code->is_int64() ? std::to_string(code->get_int64()) + " " : "";
    return "tools/list failed: " + number + kept_text(find_string(*error, "message"), 120);
  }

  HttpClient& client_;
  const AddressPolicy& policy_;
  const RequestLog& log_;
  const Url& url_;
  const RemoteOptions& options_;
  std::string label_ = "none";
  TransportLook transport_;
  Conversation conversation_;
  std::optional<AuthDiscovery> discovery_;
  std::optional<OriginProbe> origin_;
  std::vector<std::string> proof_;
  JsonObject probe_;
  std::vector<Secret> spent_;  // every credential a request carried
  RemoteOutcome outcome_;
};

}  // namespace

RemoteOutcome observe_with(HttpClient& client, const AddressPolicy& policy, const RequestLog& log,
                           const Url& url, const RemoteOptions& options) {
  return RemoteLook(client, policy, log, url, options).run();
}

}  // namespace mcpjury
