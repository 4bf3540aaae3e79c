// The pages as the server writes them: complete documents that can be read without a script. With one,
// web/app.js takes over <main> and reads the API.
//
// Pure functions of what the API answers, so that a page and the API cannot disagree. Everything that came
// from a server is escaped. No inline script or style: kPagePolicy forbids both.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.h"
#include "report/report.h"

namespace mcpjury {

inline constexpr std::string_view kPagePolicy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

// A page whose content only the script brings: a notice for readers without one. `title` is not escaped yet.
std::string page_shell(std::string_view title);
// The report of one scan; `stale` is its age in days when that is too much.
std::string page_report(const Reports& reports, std::string_view scan_id,
                        std::optional<std::int64_t> stale = {});
// GET /api/v1/servers as answered ({data: […], meta: {…}}); `query` is that of the page, for the links.
std::string page_directory(const Json& answer, std::string_view query);
// GET /api/v1/servers/{server} as answered.
std::string page_server(const Json& answer);
// What a reader sees instead of a page: 404, 410, 429 …
std::string page_error(int status, std::string_view sentence);

}  // namespace mcpjury
