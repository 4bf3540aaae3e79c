#include <fmt/format.h>

#include <algorithm>

#include "base/ascii.h"
#include "base/escape.h"
#include "base/redact.h"
#include "base/sha256.h"
#include "net/url.h"
#include "net/url_text.h"

namespace mcpjury {
namespace {

// Compared in lower case without "_", "-" and ".": api_key, X-Api-Key and apiKey are one name.
constexpr std::string_view kSecretKeys[] = {"key", "sig",  "code", "session",       "sid",    "jwt", "auth",
                                            "pwd", "pass", "pw",   "authorization", "bearer", "otp", "pin"};
constexpr std::string_view kSecretEndings[] = {
    "token",      "secret",     "password",  "passwd",    "passphrase",  "apikey",         "accesskey",
    "secretkey",  "privatekey", "authkey",   "clientkey", "signature",   "credential",     "credentials",
    "sessionkey", "sessionid",  "assertion", "verifier",  "accesskeyid", "subscriptionkey"};

bool is_secret_key(std::string_view written) {
  std::string name = ascii::lowered(percent_decoded(written));
  std::erase_if(name, [](char c) { return c == '_' || c == '-' || c == '.'; });
  const std::string_view view = name;
  return std::find(std::begin(kSecretKeys), std::end(kSecretKeys), view) != std::end(kSecretKeys) ||
         std::any_of(std::begin(kSecretEndings), std::end(kSecretEndings),
                     [&](std::string_view ending) { return view.ends_with(ending); });
}

std::string masked(std::string_view kind, std::string_view secret) {
  return fmt::format("[{}:{}]", kind, std::string_view(sha256_hex(secret)).substr(0, 6));
}

// A query, or a fragment, which carries the token in the implicit flow.
std::string shown_pairs(std::string_view text) {
  std::string out;
  while (true) {
    const std::size_t end = std::min(text.find_first_of("&;"), text.size());
    const std::string_view pair = text.substr(0, end);
    const std::size_t equals = pair.find('=');
    if (equals != std::string_view::npos && equals + 1 < pair.size() &&
        is_secret_key(pair.substr(0, equals))) {
      out.append(pair.substr(0, equals + 1)).append(masked("url-secret", pair.substr(equals + 1)));
    } else {
      out += redact(pair);
    }
    if (end == text.size()) return out;
    out += text[end];
    text.remove_prefix(end + 1);
  }
}

}  // namespace

std::string shown_url(std::string_view raw) {
  const UrlParts parts = split_reference(raw.substr(0, kMaxUrlLength));
  std::string out;
  if (parts.scheme) out.append(*parts.scheme).append(":");
  if (parts.authority) {
    out += "//";
    std::string_view host = *parts.authority;
    // The last "@": nothing that some parser takes for a password is left.
    if (const std::size_t sign = host.rfind('@'); sign != std::string_view::npos) {
      out.append(masked("url-userinfo", host.substr(0, sign))).append("@");
      host.remove_prefix(sign + 1);
    }
    out += host;
  }
  std::string_view path = parts.path;
  // "http:/user:password@host" and the like: no URL, yet the password was meant as one.
  const std::size_t sign = path.rfind('@');
  if (parts.scheme && !parts.authority && sign != std::string_view::npos) {
    out.append(masked("url-userinfo", path.substr(0, sign)));
    path.remove_prefix(sign);
  }
  out += redact(path);
  if (parts.query) out.append("?").append(shown_pairs(*parts.query));
  if (parts.fragment) out.append("#").append(shown_pairs(*parts.fragment));
  if (raw.size() > kMaxUrlLength) out += "…";
  return escape_terminal(out);
}

std::string shown_url(const Url& url) { return shown_url(std::string_view(url.raw)); }

}  // namespace mcpjury
