#include "observe/remote/transport_look.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "observe/remote/text_members.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::size_t kGetBodyBytes = 16u << 10;
constexpr std::size_t kMaxCookies = 20;
constexpr std::uint64_t kMaxAge = std::uint64_t{1} << 31;

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

std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// "name=value" of a header that is a list between semicolons.
struct Directive {
  std::string_view name, value;
  bool has_value = false;
};

template <class Visit>
void each_directive(std::string_view header, Visit visit) {
  for (std::size_t begin = 0; begin <= header.size();) {
    const std::size_t end = std::min(header.find(';', begin), header.size());
    const std::string_view part = header.substr(begin, end - begin);
    const std::size_t sign = part.find('=');
    const bool has_value = sign != std::string_view::npos;
    visit(Directive{trimmed(part.substr(0, std::min(sign, part.size()))),
                    has_value ? trimmed(part.substr(sign + 1)) : std::string_view(), has_value});
    begin = end + 1;
  }
}

// RFC 6265: the pair comes first; without "=" it is all value, and a value is never kept.
JsonObject cookie_json(std::string_view line) {
  JsonObject cookie{{"name", ""}, {"secure", false}, {"http_only", false}};
  bool first = true;
  each_directive(line, [&](const Directive& directive) {
    if (std::exchange(first, false)) {
      if (directive.has_value) cookie["name"] = kept_text(directive.name, 100);
      return;
    }
    const std::string name = ascii::lowered(directive.name);
    if (name == "secure") cookie["secure"] = true;
    if (name == "httponly") cookie["http_only"] = true;
    if (name == "samesite") cookie["same_site"] = kept_text(ascii::lowered(directive.value), 20);
  });
  return cookie;
}

JsonArray cookies_json(const HttpHead& head) {
  JsonArray out;
  for (std::string_view line : head.header_lines("set-cookie")) {
    if (out.size() == kMaxCookies) break;
    out.push_back(cookie_json(line));
  }
  return out;
}

// RFC 6797 section 6.1.1: digits, perhaps quoted. More than 64 bits is still a long time.
std::optional<std::uint64_t> seconds_of(std::string_view text) {
  if (text.size() >= 2 && text.front() == '"' && text.back() == '"') text = text.substr(1, text.size() - 2);
  if (text.empty() || text.find_first_not_of("0123456789") != std::string_view::npos) return std::nullopt;
  std::uint64_t seconds = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), seconds);
  return std::min(read.ec == std::errc() ? seconds : kMaxAge, kMaxAge);
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
  const std::string text = ascii::lowered(header);
  bool aged = false;
  each_directive(text, [&](const Directive& directive) {
    if (directive.name == "max-age" && !std::exchange(aged, true)) {
      if (const auto seconds = seconds_of(directive.value)) out["max_age"] = *seconds;
    }
    if (directive.name == "includesubdomains") out["include_subdomains"] = true;
    if (directive.name == "preload") out["preload"] = true;
  });
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
  JsonObject out{{"url", shown_url(url)},
                 {"scheme", url.scheme},
                 {"host", url.host},
                 {"port", url.port},
                 {"path", kept_text(url.path, kMaxUrlLength)},
                 {"host_is_ip_literal", url.is_ipv4 || url.is_ipv6}};
  JsonArray credentials;
  if (url.has_userinfo) credentials.push_back("userinfo");
  for (std::string_view key : secret_query_keys(url.query))
    credentials.push_back(Json("query:" + ascii::lowered(key)));
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
    const bool event_stream = ascii::lowered(head.media_type()) == "text/event-stream";
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
