// Where OAuth metadata may stand, in the order in which it is asked for (RFC 9728 section 3.1, RFC 8414
// section 3.1, OpenID Connect Discovery section 4, the MCP text), and how what a document says of itself
// compares with what was asked.
//
// Pure functions on the raw strings: `resource` and `issuer` are compared byte for byte. Nothing is fetched.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "net/address_policy.h"

namespace mcpjury {

struct MetadataUrl {
  std::string url;
  std::string_view via;  // as in the evidence
};

struct ResourceMetadataUrls {
  std::vector<MetadataUrl> urls;  // via "challenge", "insertion", "variant", "root"; no URL twice
  // Why the challenge's URL is not among them; empty when it is, or none was given.
  std::string challenge_fault;
};

// `challenge_url` is resource_metadata of the Bearer challenge. It must be absolute, and https unless its
// host is lifted.
ResourceMetadataUrls resource_metadata_urls(const Url& endpoint,
                                            const std::optional<std::string>& challenge_url,
                                            const AddressPolicy& policy);

// Why this text cannot be an issuer (https unless the host is lifted; no userinfo, query or fragment); empty
// when it can.
std::string issuer_fault(std::string_view issuer, const AddressPolicy& policy);

// via "oauth", "oidc_insertion", "oidc_suffix". Empty when the issuer is no URL.
std::vector<MetadataUrl> issuer_metadata_urls(std::string_view issuer);

enum class Match : std::uint8_t { kEqual, kPrefixSameOrigin, kTrailingSlashOnly, kDifferent, kMissing };
std::string_view name_of(Match match);  // "equal", "prefix_same_origin", …

// `expected` is what was asked, `written` what the document says, nothing when it says nothing (or no
// string). prefix_same_origin: the document speaks for the same origin and the same path or one above it, as
// the official SDKs accept.
Match match_resource(std::string_view expected, const std::optional<std::string>& written);
// Never kPrefixSameOrigin.
Match match_issuer(std::string_view expected, const std::optional<std::string>& written);

}  // namespace mcpjury
