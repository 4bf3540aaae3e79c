#include "net/url_host.h"

#include <unicode/uidna.h>

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/utf8.h"
#include "net/address_policy.h"
#include "net/url_text.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxHost = 253;  // RFC 1035 section 3.1, as text without the last dot
constexpr std::size_t kMaxLabel = 63;

UrlHost refused(std::string fault) {
  UrlHost host;
  host.fault = std::move(fault);
  return host;
}

UrlHost odd(std::string_view text) {
  UrlHost host = refused(clip(escape_terminal(text), 80));
  host.odd_number = true;
  return host;
}

// U+1E9E changed its mapping between Unicode versions ("ss", now U+00DF): two programs would reach two hosts.
bool has_unsettled_mapping(std::string_view text) { return text.find("\u1E9E") != std::string_view::npos; }

// UTS #46, non-transitional, every check on. Empty on any error.
std::string idna_ascii(std::string_view text) {
  struct Idna {
    UErrorCode status = U_ZERO_ERROR;
    UIDNA* handle = uidna_openUTS46(UIDNA_USE_STD3_RULES | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ |
                                        UIDNA_CHECK_CONTEXTO | UIDNA_NONTRANSITIONAL_TO_ASCII,
                                    &status);
    ~Idna() { uidna_close(handle); }
  };
  static const Idna kIdna;
  if (U_FAILURE(kIdna.status)) return {};
  std::array<char, 512> out;
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  UErrorCode status = U_ZERO_ERROR;
  const std::int32_t length =
      uidna_nameToASCII_UTF8(kIdna.handle, text.data(), static_cast<std::int32_t>(text.size()), out.data(),
                             static_cast<std::int32_t>(out.size()), &info, &status);
  if (U_FAILURE(status) || info.errors != 0 || length <= 0 ||
      length > static_cast<std::int32_t>(out.size())) {
    return {};
  }
  return {out.data(), static_cast<std::size_t>(length)};
}

bool has_ace_label(std::string_view lower) {
  return lower.starts_with("xn--") || lower.find(".xn--") != std::string_view::npos;
}

// Letters, digits, inner hyphens, and the underscore that some real names have. One dot at the end.
std::string_view name_fault(std::string_view name) {
  if (name.ends_with('.')) name.remove_suffix(1);
  if (name.size() > kMaxHost) return "a host name of more than 253 characters";
  while (true) {
    const std::size_t end = std::min(name.find('.'), name.size());
    const std::string_view label = name.substr(0, end);
    if (label.empty()) return "an empty label in the host";
    if (label.size() > kMaxLabel) return "a label of more than 63 characters in the host";
    if (label.front() == '-' || label.back() == '-') return "a hyphen at the edge of a label in the host";
    for (const char c : label) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
      if (!plain) return "a character that no host name has";
    }
    if (end == name.size()) return {};
    name.remove_prefix(end + 1);
  }
}

UrlHost read_bracketed(std::string_view text) {
  const std::string_view inner = text.substr(1, text.size() - 2);
  if (inner.find('%') != std::string_view::npos) return refused("a zone in an IPv6 address");
  const auto address = parse_ip(inner);
  if (!address || !address->v6) return refused("no IPv6 address between the brackets");
  UrlHost host;
  host.text = to_string(*address);
  host.is_ipv6 = true;
  return host;
}

}  // namespace

bool ends_in_number(std::string_view host) {
  if (host.ends_with('.')) host.remove_suffix(1);
  const std::size_t dot = host.rfind('.');
  std::string_view label = dot == std::string_view::npos ? host : host.substr(dot + 1);
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (label.empty()) return false;
  if (std::all_of(label.begin(), label.end(), is_digit)) return true;
  if (label.size() < 2 || label[0] != '0' || (label[1] | 0x20) != 'x') return false;
  label.remove_prefix(2);
  return std::all_of(label.begin(), label.end(),
                     [&](char c) { return is_digit(c) || ((c | 0x20) >= 'a' && (c | 0x20) <= 'f'); });
}

UrlHost read_host(std::string_view text) {
  if (text.empty()) return refused("no host");
  if (text.front() == '[' && text.back() == ']' && text.size() > 2) return read_bracketed(text);
  if (text.find_first_of("[]:") != std::string_view::npos) return refused("a bracket or colon in the host");
  if (text.find('%') != std::string_view::npos) {
    const std::string decoded = percent_decoded(text);
    const std::string mapped = is_ascii(decoded) ? decoded : idna_ascii(decoded);
    return ends_in_number(mapped) ? odd(text) : refused("an escape in the host");
  }
  UrlHost host;
  host.text = ascii::lowered(text);
  const bool ascii = is_ascii(text);
  if (!ascii || has_ace_label(host.text)) {
    if (!is_valid_utf8(text)) return refused("a host that is not UTF-8");
    if (has_unsettled_mapping(text)) return refused("a character with an unsettled mapping in the host");
    const std::string mapped = idna_ascii(text);
    if (mapped.empty()) return refused("an internationalized host name that is not valid");
    host.text = ascii::lowered(mapped);
  }
  if (ends_in_number(host.text)) {
    const auto address = parse_ip(host.text);
    if (!ascii || !address) return odd(text);
    host.is_ipv4 = true;
    return host;
  }
  host.fault = name_fault(host.text);
  return host;
}

}  // namespace mcpjury
