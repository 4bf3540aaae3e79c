#include "detect/url_parts.h"

#include <algorithm>
#include <array>

#include "catalog/catalog.h"
#include "detect/uri_facts.h"

namespace mcpjury {
namespace {

using namespace std::string_view_literals;

constexpr std::array kSecretKeys = {"token"sv,         "api_key"sv,  "apikey"sv, "access_token"sv,
                                    "refresh_token"sv, "password"sv, "secret"sv, "client_secret"sv};
constexpr std::array kSessionKeys = {"sessionid"sv,  "session_id"sv, "session"sv,       "sid"sv,
                                     "jsessionid"sv, "phpsessid"sv,  "mcp-session-id"sv};
// Second labels under which countries register names for everybody.
constexpr std::array kGeneral = {"co"sv, "com"sv, "org"sv, "net"sv,  "gov"sv, "edu"sv, "ac"sv, "or"sv,
                                 "ne"sv, "go"sv,  "gob"sv, "gouv"sv, "nom"sv, "id"sv,  "mil"sv};

template <std::size_t N>
bool among(const std::array<std::string_view, N>& names, std::string_view name) {
  return std::any_of(names.begin(), names.end(),
                     [&](std::string_view known) { return equal_ignore_case(known, name); });
}

// The last `count` labels; the whole host when it has fewer.
std::string_view last_labels(std::string_view host, std::size_t count) {
  std::size_t at = host.size();
  while (count-- > 0) {
    at = at == 0 ? std::string_view::npos : host.rfind('.', at - 1);
    if (at == std::string_view::npos) return host;
  }
  return host.substr(at + 1);
}

}  // namespace

UrlParts url_parts(std::string_view url) {
  UrlParts parts;
  const UriParts basic = split_uri(url);
  parts.scheme = basic.scheme;
  parts.host = basic.host;
  if (const std::size_t hash = url.find('#'); hash != std::string_view::npos) {
    parts.has_fragment = true;
    url = url.substr(0, hash);
  }
  if (const std::size_t mark = url.find('?'); mark != std::string_view::npos) {
    parts.has_query = true;
    parts.query = url.substr(mark + 1);
    url = url.substr(0, mark);
  }
  const std::size_t slashes = url.find("//");
  if (parts.scheme.empty() || slashes != parts.scheme.size() + 1) return parts;
  std::string_view authority = url.substr(slashes + 2);
  if (const std::size_t slash = authority.find('/'); slash != std::string_view::npos) {
    parts.path = authority.substr(slash);
    authority = authority.substr(0, slash);
  }
  if (const std::size_t at = authority.rfind('@'); at != std::string_view::npos) {
    parts.userinfo = authority.substr(0, at + 1);  // with its sign, so that an empty one is not lost
  }
  return parts;
}

bool secret_query_key(std::string_view key) { return among(kSecretKeys, key); }
bool session_query_key(std::string_view key) { return among(kSessionKeys, key); }

std::string_view site_of(std::string_view host) {
  while (!host.empty() && host.back() == '.') host.remove_suffix(1);
  if (is_address(host)) return host;
  const auto under = [&](std::string_view suffix) {
    return host.size() > suffix.size() && host[host.size() - suffix.size() - 1] == '.' &&
           equal_ignore_case(host.substr(host.size() - suffix.size()), suffix);
  };
  std::size_t labels = 0;
  for (const auto& list : {catalog().shared_suffixes, catalog().tunnel_suffixes}) {
    for (const std::string_view suffix : list) {
      if (!under(suffix)) continue;
      const auto dots = static_cast<std::size_t>(std::count(suffix.begin(), suffix.end(), '.'));
      labels = std::max(labels, dots + 2);
    }
  }
  if (labels > 0) return last_labels(host, labels);
  const std::string_view top = last_labels(host, 1);
  const std::string_view two = last_labels(host, 2);
  const std::string_view second = two.substr(0, two.find('.'));
  return last_labels(host, top.size() == 2 && among(kGeneral, second) ? 3 : 2);
}

}  // namespace mcpjury
