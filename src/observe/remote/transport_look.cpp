#include "observe/remote/transport_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>

#include "base/escape.h"
#include "base/redact.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kGetBodyBytes = 16u << 10;
constexpr std::size_t kMaxCookies = 20;

// Headers that rules and readers of a report want; everything else is left out.
constexpr std::array kKeptHeaders = {"server"sv,
                                     "via"sv,
                                     "strict-transport-security"sv,
                                     "content-type"sv,
                                     "allow"sv,
                                     "retry-after"sv,
                                     "access-control-allow-origin"sv,
                                     "access-control-allow-credentials"sv,
                                     "access-control-expose-headers"sv,
                                     "x-frame-options"sv,
                                     "x-powered-by"sv,
                                     "content-security-policy"sv,
                                     "cache-control"sv,
                                     "mcp-protocol-version"sv};

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return out;
}

JsonArray cookies_json(const HttpHead& head) {
  JsonArray out;
  for (std::string_view line : head.header_lines("set-cookie")) {
    if (out.size() == kMaxCookies) break;
    const std::string text = lower(line);
    JsonObject cookie{
        {"name", kept_text(line.substr(0, std::min(line.find('='), line.size())), 100)},
        {"secure", text.find("; secure") != std::string::npos || text.find(";secure") != std::string::npos},
        {"http_only", text.find("httponly") != std::string::npos}};
    const std::size_t same_site = text.find("samesite=");
    if (same_site != std::string::npos) {
      const std::size_t begin = same_site + 9;
      cookie["same_site"] = kept_text(text.substr(begin, text.find(';', begin) - begin), 20);
    }
    out.push_back(std::move(cookie));
  }
  return out;
}

JsonObject headers_json(const HttpHead& head) {
  JsonObject out;
  for (std::string_view name : kKeptHeaders) {
    const std::string_view value = head.header(name);
    if (!value.empty()) out[name] = kept_text(value, 400);
  }
  return out;
}

}  // namespace

JsonObject hsts_json(std::string_view header) {
  JsonObject out{{"present", !header.empty()}};
  if (header.empty()) return out;
  out["raw"] = kept_text(header, 200);
  const std::string text = lower(header);
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(';', begin), text.size());
    std::string_view directive = std::string_view(text).substr(begin, end - begin);
    while (!directive.empty() && (directive.front() == ' ' || directive.front() == '\t'))
      directive.remove_prefix(1);
    while (!directive.empty() && (directive.back() == ' ' || directive.back() == '\t'))
      directive.remove_suffix(1);
    if (directive.starts_with("max-age") && !out.contains("max_age")) {
      std::size_t at = directive.find('=');
      std::string_view digits = at == std::string_view::npos ? std::string_view() : directive.substr(at + 1);
      while (!digits.empty() && (digits.front() == ' ' || digits.front() == '"')) digits.remove_prefix(1);
      std::uint64_t seconds = 0;
      const auto read = std::from_chars(digits.data(), digits.data() + digits.size(), seconds);
      if (read.ec == std::errc()) out["max_age"] = std::min<std::uint64_t>(seconds, 1u << 31);
    } else if (directive == "includesubdomains") {
      out["include_subdomains"] = true;
    } else if (directive == "preload") {
      out["preload"] = true;
    }
    begin = end + 1;
  }
  return out;
}

JsonObject tls_json(const TlsFacts& facts) {
  JsonObject out;
  const auto put = [&out](std::string_view key, const std::string& value) {
    if (!value.empty()) out[key] = kept_text(value, 300);
  };
  if (!facts.handshake_error.empty()) {
    put("handshake_error", facts.handshake_error);
    if (facts.version.empty() && facts.chain.empty()) return out;
  }
  put("version", facts.version);
  put("cipher", facts.cipher);
  put("alpn", facts.alpn);
  out["chain_valid"] = facts.chain_valid;
  put("chain_error", facts.chain_error);
  out["host_matches"] = facts.host_matches;
  out["self_signed"] = facts.self_signed;
  put("common_name", facts.common_name);
  JsonArray names;
  for (const std::string& name : facts.names) {
    if (names.size() == 200) break;
    names.push_back(Json(kept_text(name, 300)));
  }
  out["names"] = std::move(names);
  put("not_before", facts.not_before);
  put("not_after", facts.not_after);
  JsonArray chain;
  for (const CertificateFacts& one : facts.chain) {
    JsonObject entry;
    const auto add = [&entry](std::string_view key, const std::string& value) {
      if (!value.empty()) entry[key] = kept_text(value, 300);
    };
    add("subject", one.subject);
    add("issuer", one.issuer);
    add("serial", one.serial);
    add("not_before", one.not_before);
    add("not_after", one.not_after);
    add("key_type", one.key_type);
    if (one.key_bits > 0) entry["key_bits"] = one.key_bits;
    add("signature", one.signature);
    add("sha256", one.sha256);
    chain.push_back(std::move(entry));
  }
  if (!chain.empty()) out["certificates"] = std::move(chain);
  return out;
}

JsonObject describe_url(const Url& url) {
  JsonObject out{{"url", shown_url(url)}, {"scheme", url.scheme},
                 {"host", url.host},      {"port", url.port},
                 {"path", url.path},      {"host_is_ip_literal", url.is_ipv4 || url.is_ipv6}};
  JsonArray credentials;
  if (url.has_userinfo) credentials.push_back("userinfo");
  for (std::string_view key : secret_query_keys(url.query))
    credentials.push_back(Json("query:" + lower(key)));
  if (!credentials.empty()) out["url_credentials"] = std::move(credentials);
  out["session_in_url"] = has_session_key(url);
  return out;
}

TransportLook look_at_transport(HttpClient& client, const Url& url) {
  TransportLook look;
  HttpRequest request;
  request.url = url;
  request.purpose = Purpose::kTransport;
  request.label = "plain GET";
  request.limits.body_bytes = kGetBodyBytes;
  const TimePoint begun = Loop::now();
  std::unique_ptr<HttpStream> stream = client.open(std::move(request));
  look.head = stream->head();
  const HttpHead& head = look.head;
  look.answered = head.status != 0;
  JsonObject get;
  if (look.answered) {
    get["status"] = head.status;
    get["content_type"] = kept_text(head.header("content-type"), 100);
    const bool event_stream = lower(head.media_type()) == "text/event-stream";
    if (event_stream) get["stream"] = true;
    if (!head.header("allow").empty()) get["allow"] = kept_text(head.header("allow"), 100);
    JsonArray challenges;
    for (std::string_view line : head.header_lines("www-authenticate"))
      challenges.push_back(Json(kept_text(line, 400)));
    if (!challenges.empty()) get["www_authenticate"] = std::move(challenges);
  }
  if (head.failure != HttpFailure::kNone) {
    get["error"] = kept_text(fmt::format("{}{}{}", name_of(head.failure),
                                          head.failure_detail.empty() ? "" : ": ", head.failure_detail),
                              300);
  }
  get["duration_ms"] = std::chrono::duration_cast<Milliseconds>(Loop::now() - begun).count();
  look.transport["plain_get"] = std::move(get);
  if (!look.answered && !head.tls) return look;
  if (!head.http_version.empty()) look.transport["http_version"] = head.http_version;
  if (look.answered) {
    look.transport["final_url"] = shown_url(head.final_url);
    look.transport["hsts"] = hsts_json(head.header("strict-transport-security"));
    look.transport["headers"] = headers_json(head);
    if (JsonArray cookies = cookies_json(head); !cookies.empty())
      look.transport["cookies"] = std::move(cookies);
    if (has_session_key(head.final_url)) look.transport["session_in_url"] = true;
  }
  if (head.tls) look.tls = tls_json(*head.tls);
  return look;
}

}  // namespace mcpjury
