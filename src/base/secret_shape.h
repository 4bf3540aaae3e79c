// For redaction and for the rules of secrets: does a run of characters look like a real secret, or like a
// sample of one?
//
// All are pure and linear in the length of the run.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

// Samples and fillers: "xxxx", "your-key", "EXAMPLE", "1234567890", "abcdef", one character again and again.
bool is_sample(std::string_view body);

// A value that names no real password: empty, the word "password" itself, "<…>", "${…}", "***".
bool is_sample_password(std::string_view user, std::string_view password);

// Characters drawn at random rather than words: digits and letters, many of them distinct, changing
// class often. `min_digits` is 1 or more where only the shape tells a secret from a name.
bool looks_random(std::string_view body, int min_digits);

// Capitals and digits only, many of them distinct.
bool is_upper_key(std::string_view body);

// A JOSE header: base64url of a JSON object with an "alg" member.
bool is_jwt_header(std::string_view part);

// Base64 of printable "user:password" (RFC 7617).
bool is_basic_credentials(std::string_view token);

}  // namespace mcpjury
