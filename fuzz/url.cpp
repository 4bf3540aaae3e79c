// parse_url, resolve_url, shown_url, parse_ip and the address policy: a URL that is accepted means one host,
// however often it is written and read again.
#include "net/url.h"

#include <algorithm>
#include <string>

#include "base/utf8.h"
#include "check.h"
#include "net/address_policy.h"
#include "net/well_known.h"

using namespace mcpjury;

namespace {

void check_shown(std::string_view text) {
  const std::string shown = shown_url(text);
  fuzz::check(is_valid_utf8(shown), "a shown URL is UTF-8");
  const bool clean = std::all_of(shown.begin(), shown.end(),
                                 [](char c) { return static_cast<unsigned char>(c) >= 0x20 && c != 0x7F; });
  fuzz::check(clean, "no control in a shown URL");
}

void check_error(const Error& error) {
  fuzz::check(!error.message.empty(), "a refusal has a message");
  fuzz::check(error.message.find('\n') == std::string::npos, "a message is one line");
  fuzz::check(refused_url(error).detail == error.message, "a refusal says what was wrong");
}

void check_url(const Url& url) {
  const bool plain = std::all_of(url.host.begin(), url.host.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '.' || c == '-' || c == '_' ||
           (url.is_ipv6 && c == ':');
  });
  fuzz::check(plain && !url.host.empty(), "a host is plain");
  const auto address = parse_ip(url.host);
  fuzz::check(address.has_value() == (url.is_ipv4 || url.is_ipv6), "an address is known as one");
  if (address) fuzz::check(to_string(*address) == url.host, "an address has one spelling");

  const auto again = parse_url(url.dial());
  // The canonical form may be longer than what was given (ASCII of an international name).
  if (!again) {
    fuzz::check(url.dial().size() > kMaxUrlLength, "what is dialled is a URL");
    return;
  }
  fuzz::check(again->same_origin(url) && again->dial() == url.dial(), "what is dialled is what was read");
  const AddressPolicy policy;
  fuzz::check(!again->has_userinfo, "credentials are not dialled");
  fuzz::check(policy.check(*again).has_value() || private_host_reason(url).empty(),
              "a private host is refused");
  fuzz::check(!AddressPolicy({url.host}).check(*again), "a lifted host passes");
  resource_metadata_urls(url, url.raw, policy);
  issuer_fault(url.raw, policy);
  issuer_metadata_urls(url.raw);
  fuzz::check(match_resource(url.raw, url.raw) == Match::kEqual, "a resource equals itself");
}

}  // namespace

// The first line is a URL, the rest a reference against it.
int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size > fuzz::kMaxInput) return 0;
  const std::string_view text = fuzz::as_text(data, size);
  check_shown(text);
  const std::size_t end = std::min(text.find('\n'), text.size());
  const auto base = parse_url(text.substr(0, end));
  if (!base) {
    check_error(base.error());
    return 0;
  }
  check_url(*base);
  if (end == text.size()) return 0;
  const auto resolved = resolve_url(*base, text.substr(end + 1));
  if (!resolved) {
    check_error(resolved.error());
    return 0;
  }
  check_url(*resolved);
  const auto same = resolve_url(*base, resolved->raw);
  fuzz::check(same.ok() && same->raw == resolved->raw, "a resolved URL resolves to itself");
  return 0;
}
