// Private to report: package URLs, by the types of the purl specification.
#pragma once

#include <string>
#include <string_view>

namespace mcpjury {

// `ecosystem` as OSV writes it; "generic" for those without a type of their own. Empty without a name.
std::string purl_of(std::string_view ecosystem, std::string_view name, std::string_view version);

// Percent-encoded, all but letters, digits and -._~ and the characters of `keep`.
std::string percent_encoded(std::string_view text, std::string_view keep);

}  // namespace mcpjury
