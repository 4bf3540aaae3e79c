// Words of a request line: percent escapes, the parameters of a query, the opaque key of a server in a path.
// Pure.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mcpjury {

// Nothing when an escape is broken, or the result is not UTF-8 or holds a NUL.
std::optional<std::string> percent_decoded(std::string_view text, bool plus_is_blank);
std::string percent_encoded(std::string_view text);

using QueryWords = std::vector<std::pair<std::string, std::string>>;
// Nothing as above, and when a name stands twice or there are more than 32.
std::optional<QueryWords> query_words(std::string_view query);

// History keys are URLs, names and paths; in an address of ours they stand in base64url.
std::string server_key_of(std::string_view target_key);
std::optional<std::string> target_key_of(std::string_view server_key);

}  // namespace mcpjury
