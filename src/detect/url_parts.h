// A URL taken apart, for judging what an evidence record holds; nothing is repaired, resolved or opened.
//
// Views into the text. Pure; thread safe; no allocation.
#pragma once

#include <string_view>

namespace mcpjury {

struct UrlParts {
  std::string_view scheme, userinfo, host, path, query;
  bool has_query = false, has_fragment = false;
};
UrlParts url_parts(std::string_view url);

// Whether a query key of that name carries a secret: token, api_key, apikey, access_token, refresh_token,
// password, secret, client_secret, without regard to case.
bool secret_query_key(std::string_view key);
// Whether it carries a session: sessionId, session_id, sid, jsessionid, phpsessid, mcp-session-id.
bool session_query_key(std::string_view key);

// Calls visit(key) for every key of a query.
template <class Visit>
void for_each_query_key(std::string_view query, Visit visit) {
  while (!query.empty()) {
    const std::size_t end = query.find_first_of("&;");
    const std::string_view pair = query.substr(0, end);
    if (!pair.empty()) visit(pair.substr(0, pair.find('=')));
    if (end == std::string_view::npos) break;
    query.remove_prefix(end + 1);
  }
}

// The registered domain, as far as it can be told without a list of all public suffixes: the last two labels;
// three where the top level is a country's and the label before it is a general one (co.uk, com.au); one more
// than the suffix under a platform of the catalogue (name.workers.dev). An address is its own site.
std::string_view site_of(std::string_view host);

}  // namespace mcpjury
