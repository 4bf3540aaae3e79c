// The text forms OAuth needs: form encoding, queries, PKCE. Pure, apart from the random bytes.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpjury {

using FormFields = std::vector<std::pair<std::string, std::string>>;

// Everything but RFC 3986 unreserved characters as %XX.
std::string form_encode(std::string_view text);
std::string form_text(const FormFields& fields);
// The decoded value; nothing when the name is absent or occurs twice (RFC 6749 section 3.1).
std::optional<std::string> query_value(std::string_view query, std::string_view name);

std::string base64url(std::string_view bytes);
// 32 random bytes, as base64url.
std::string random_text();
// code_challenge of RFC 7636, method S256.
std::string s256_challenge(std::string_view verifier);

// "a b c" as a list, and back.
std::vector<std::string> scope_list(std::string_view text);
std::string scope_text(const std::vector<std::string>& scopes);
bool contains(const std::vector<std::string>& list, std::string_view one);

}  // namespace mcpjury
