#include "net/url.h"

#include <fmt/format.h>

#include "base/ascii.h"
#include "base/escape.h"
#include "net/url_host.h"
#include "net/url_text.h"

namespace mcpjury {
namespace {

Error no_url(std::string_view reason) { return {ErrorCode::kUsage, fmt::format("not a URL: {}", reason)}; }

// Decimal digits without leading zeros. Nothing behind the colon means the default port (RFC 3986 section
// 3.2.3).
bool read_port(std::string_view text, Url& url) {
  const std::uint16_t normal = url.scheme == "https" ? 443 : 80;
  url.port = normal;
  if (text.empty()) return true;
  if (text.size() > 5 || (text.size() > 1 && text[0] == '0')) return false;
  unsigned value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return false;
    value = value * 10 + static_cast<unsigned>(c - '0');
  }
  if (value > 65535) return false;
  url.port = static_cast<std::uint16_t>(value);
  url.port_written = url.port != normal;
  return true;
}

std::optional<Error> read_authority(std::string_view authority, Url& url) {
  if (const std::size_t sign = authority.find('@'); sign != std::string_view::npos) {
    // With a second "@" parsers disagree about where the host begins.
    if (authority.find('@', sign + 1) != std::string_view::npos) return no_url("more than one @");
    if (const auto fault = userinfo_fault(authority.substr(0, sign)); !fault.empty()) {
      return no_url(fmt::format("{} before the host", fault));
    }
    url.has_userinfo = true;
    authority.remove_prefix(sign + 1);
  }
  std::string_view port;
  const std::size_t bracket = authority.find(']');
  const std::size_t colon = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
  if (colon != std::string_view::npos) {
    port = authority.substr(colon + 1);
    authority = authority.substr(0, colon);
  }
  UrlHost host = read_host(authority);
  if (host.odd_number) return Error{ErrorCode::kUsage, fmt::format("{}: {}", kOddNumberForm, host.fault)};
  if (!host.fault.empty()) return no_url(host.fault);
  if (!read_port(port, url)) return no_url("a port that is no number from 0 to 65535");
  url.host = std::move(host.text);
  url.is_ipv4 = host.is_ipv4;
  url.is_ipv6 = host.is_ipv6;
  return std::nullopt;
}

}  // namespace

std::string Url::authority() const {
  std::string out = is_ipv6 ? "[" + host + "]" : host;
  if (port_written) out += ":" + std::to_string(port);
  return out;
}

std::string Url::origin() const { return scheme + "://" + authority(); }

std::string Url::dial() const {
  std::string out = origin();
  out += path.empty() ? "/" : path;
  if (has_query) out += "?" + query;
  return out;
}

bool Url::same_origin(const Url& other) const {
  return scheme == other.scheme && host == other.host && port == other.port;
}

Result<Url> parse_url(std::string_view text) {
  if (text.size() > kMaxUrlLength) return no_url(fmt::format("more than {} characters", kMaxUrlLength));
  const UrlParts parts = split_reference(text);
  Url url;
  if (parts.scheme) url.scheme = ascii::lowered(*parts.scheme);
  if (parts.scheme && url.scheme != "http" && url.scheme != "https") {
    return Error{ErrorCode::kUnknownScheme,
                 fmt::format("the scheme {} is not known here; use http or https", clip(url.scheme, 40))};
  }
  if (const auto fault = common_fault(text); !fault.empty()) return no_url(fmt::format("{} in it", fault));
  if (!parts.scheme) return no_url("no scheme; it begins with http:// or https://");
  if (!parts.authority) return no_url("no // behind the scheme");
  for (const auto& part : {std::optional(parts.path), parts.query, parts.fragment}) {
    if (const auto fault = tail_fault(part.value_or("")); !fault.empty()) {
      return no_url(fmt::format("{} behind the host", fault));
    }
  }
  if (auto fault = read_authority(*parts.authority, url)) return *std::move(fault);
  url.raw = text;
  url.path = parts.path;
  url.query = parts.query.value_or("");
  url.has_query = parts.query.has_value();
  url.has_fragment = parts.fragment.has_value();
  return url;
}

}  // namespace mcpjury
