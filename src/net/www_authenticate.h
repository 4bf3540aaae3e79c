// What a server demands in WWW-Authenticate, RFC 9110 section 11: a list of challenges.
//
// Pure; total on any bytes, linear, bounded. What real servers get wrong (values without quotes, blanks
// instead of commas) is read as meant and noted as `malformed`. The values are hostile text as sent.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace mcpjury {

inline constexpr std::size_t kMaxChallenges = 64;
inline constexpr std::size_t kMaxAuthParameters = 64;          // of one challenge
inline constexpr std::size_t kMaxAuthHeaderBytes = 16u << 10;  // of all lines together

struct AuthParameter {
  std::string name;   // lower case
  std::string value;  // without quotes and escapes
};

struct Challenge {
  std::string scheme;   // as sent; compared without case
  std::string token68;  // instead of parameters
  std::vector<AuthParameter> parameters;

  bool is(std::string_view wanted_scheme) const;
  // The first of that name (given in lower case); null when there is none. An empty value is a value.
  const std::string* parameter(std::string_view name) const;
};

struct Challenges {
  std::vector<Challenge> list;
  bool malformed = false;  // something departs from the grammar
  bool cut = false;        // one of the limits was reached

  // The first with that scheme; null when there is none.
  const Challenge* first(std::string_view scheme) const;
};

// Every WWW-Authenticate line of one answer, in order. A parameter at the beginning of a line belongs to the
// challenge before it, as RFC 9110 section 5.3 joins lines.
Challenges parse_www_authenticate(std::span<const std::string_view> lines);

}  // namespace mcpjury
