// How a look ended, in the words of the report: "family:detail".
//
// Pure. The families are unreachable, timeout, refused, limit, protocol-error, http and ok.
#pragma once

#include <string>
#include <string_view>

#include "mcp/client.h"
#include "net/http.h"

namespace mcpjury {

std::string ended_as(HttpFailure failure, std::string_view detail, bool any_head);
// Of a whole conversation; "ok" when everything that was asked was answered.
std::string ended_as(const Conversation& conversation);
// One line for people: what happened and what to try next. `host` is shown escaped.
std::string outcome_message(std::string_view ended, std::string_view detail, std::string_view shown_url);

}  // namespace mcpjury
