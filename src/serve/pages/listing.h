// Private to the pages: rows of the directory and of a history, as the API has them.
#pragma once

#include <string>
#include <string_view>

#include "base/json.h"

namespace mcpjury {

// Percent-encoded for one segment of a path or a value of a query.
std::string url_part(std::string_view text);
// What a methodology said in the fewest words: "C review", "amber", "dangerous".
std::string mark_words(std::string_view methodology, const JsonObject& mark);
// <td>s for the five, in the order of kFive; "not run" where there is none.
std::string mark_cells(const JsonObject* marks);
std::string mark_heads();
// The verdict as a word with its colour and shape.
std::string verdict_word(std::string_view word);
// "2026-11-15 14:49", of an RFC 3339 time in UTC; escaped.
std::string short_time(std::string_view time);

// For a scan that is too old to be taken for the present.
std::string stale_notice(std::int64_t days);

}  // namespace mcpjury
