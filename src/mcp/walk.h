// Walking one list of a server page by page, under caps.
//
// Private to mcp. Plain functions; bounded by ClientOptions. What was gathered before a failure is kept.
#pragma once

#include <array>
#include <string>
#include <string_view>

#include "mcp/talk.h"

namespace mcpjury {

struct ListKind {
  Method method;
  std::string_view member;      // of the result
  std::string_view facet;       // of the definition facet and of protocol.lists
  std::string_view capability;  // that announces it
};
inline constexpr std::array<ListKind, 4> kListKinds = {{
    {Method::kListTools, "tools", "tools", "tools"},
    {Method::kListPrompts, "prompts", "prompts", "prompts"},
    {Method::kListResources, "resources", "resources", "resources"},
    {Method::kListTemplates, "resourceTemplates", "templates", "resources"},
}};

struct Walk {
  JsonArray items;
  bool listed = false;    // at least one page held an array
  bool complete = false;  // and the last page was seen
  bool asked = false;
  int pages = 0;
  std::size_t bytes = 0;
  std::int64_t duration_ms = 0;
  std::string cap;  // "pages", "items" or "cursor loop"
  Reply trouble;    // the reply that ended it, when it was no result
  bool failed = false;
  JsonObject record;  // list_walk of the evidence schema
};

Walk walk_list(Talk& talk, const ListKind& kind, bool announced);
// The record of a list nobody asked for.
Walk list_not_asked(bool announced);
// Is this a result we can use: an object, complete, of a known kind? Notes what is wrong with it.
bool usable_result(Talk& talk, Method method, const Reply& reply);

}  // namespace mcpjury
