// Server text on its way into evidence: secrets replaced, invalid UTF-8 repaired, cut to a length.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "net/url.h"

namespace mcpjury {

// Redacts first and cuts second, so that no half secret is left.
std::string kept_text(std::string_view text, std::size_t max_chars);
// Keys of the query that carry credentials, as written: token, api_key, password …
std::vector<std::string_view> secret_query_keys(std::string_view query);
// A session id in the path or query of a URL.
bool has_session_key(const Url& url);

}  // namespace mcpjury
