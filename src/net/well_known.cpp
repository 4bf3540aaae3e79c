#include "net/well_known.h"

#include <fmt/format.h>

#include <algorithm>

namespace mcpjury {
namespace {

constexpr std::string_view kResource = "/.well-known/oauth-protected-resource";
constexpr std::string_view kOauth = "/.well-known/oauth-authorization-server";
constexpr std::string_view kOpenid = "/.well-known/openid-configuration";

std::string_view without_last_slash(std::string_view path) {
  if (path.ends_with('/')) path.remove_suffix(1);
  return path;
}

void add(std::vector<MetadataUrl>& urls, std::string url, std::string_view via) {
  const bool known =
      std::any_of(urls.begin(), urls.end(), [&](const MetadataUrl& each) { return each.url == url; });
  if (!known) urls.push_back({std::move(url), via});
}

bool differ_by_last_slash(std::string_view a, std::string_view b) {
  const std::string_view longer = a.size() > b.size() ? a : b;
  const std::string_view shorter = a.size() > b.size() ? b : a;
  return longer.size() == shorter.size() + 1 && longer.back() == '/' && longer.starts_with(shorter);
}

// Whole segments: "/a" stands above "/a/b", not above "/ab".
bool stands_above(std::string_view upper, std::string_view path) {
  upper = without_last_slash(upper);
  return path.starts_with(upper) && (path.size() == upper.size() || path[upper.size()] == '/');
}

}  // namespace

ResourceMetadataUrls resource_metadata_urls(const Url& endpoint,
                                            const std::optional<std::string>& challenge_url,
                                            const AddressPolicy& policy) {
  ResourceMetadataUrls out;
  if (challenge_url) {
    const auto url = parse_url(*challenge_url);
    if (!url) {
      out.challenge_fault = url.error().message;
    } else if (url->scheme != "https" && !policy.lifted_for(url->host)) {
      out.challenge_fault = "not https";
    } else {
      add(out.urls, url->raw, "challenge");
    }
  }
  const std::string root = endpoint.origin().append(kResource);
  const std::string query = endpoint.has_query ? "?" + endpoint.query : std::string();
  const std::string_view path = endpoint.path == "/" ? std::string_view() : endpoint.path;
  if (path.empty() && query.empty()) {
    add(out.urls, root, "root");
    return out;
  }
  add(out.urls, fmt::format("{}{}{}", root, path, query), "insertion");
  if (path.ends_with('/')) {
    add(out.urls, fmt::format("{}{}{}", root, without_last_slash(path), query), "variant");
  }
  add(out.urls, root, "root");
  return out;
}

std::string issuer_fault(std::string_view issuer, const AddressPolicy& policy) {
  const auto url = parse_url(issuer);
  if (!url) return url.error().message;
  if (url->has_userinfo) return "credentials in the issuer";
  if (url->has_query) return "a query in the issuer";
  if (url->has_fragment) return "a fragment in the issuer";
  if (url->scheme != "https" && !policy.lifted_for(url->host)) return "not https";
  return {};
}

std::vector<MetadataUrl> issuer_metadata_urls(std::string_view issuer) {
  std::vector<MetadataUrl> urls;
  const auto url = parse_url(issuer);
  if (!url) return urls;
  const std::string origin = url->origin();
  // RFC 8414 section 3.1: the terminating slash goes. The root document is never asked for an issuer with a
  // path, since another tenant may own it.
  const std::string_view path = without_last_slash(url->path);
  add(urls, fmt::format("{}{}{}", origin, kOauth, path), "oauth");
  add(urls, fmt::format("{}{}{}", origin, kOpenid, path), path.empty() ? "oidc_suffix" : "oidc_insertion");
  add(urls, fmt::format("{}{}{}", origin, path, kOpenid), "oidc_suffix");
  return urls;
}

std::string_view name_of(Match match) {
  switch (match) {
    case Match::kEqual:
      return "equal";
    case Match::kPrefixSameOrigin:
      return "prefix_same_origin";
    case Match::kTrailingSlashOnly:
      return "trailing_slash_only";
    case Match::kDifferent:
      return "different";
    case Match::kMissing:
      return "missing";
  }
  return "different";
}

Match match_issuer(std::string_view expected, const std::optional<std::string>& written) {
  if (!written) return Match::kMissing;
  if (*written == expected) return Match::kEqual;
  return differ_by_last_slash(*written, expected) ? Match::kTrailingSlashOnly : Match::kDifferent;
}

Match match_resource(std::string_view expected, const std::optional<std::string>& written) {
  const Match match = match_issuer(expected, written);
  if (match != Match::kDifferent) return match;
  const auto asked = parse_url(expected);
  const auto said = parse_url(*written);
  if (!asked || !said || !asked->same_origin(*said)) return match;
  if (said->has_userinfo || said->has_query || said->has_fragment) return match;
  return stands_above(said->path, asked->path) ? Match::kPrefixSameOrigin : match;
}

}  // namespace mcpjury
