#include "guard/list_walk.h"

namespace mcpjury {

bool ListWalk::cut(const char* why) {
  listed_.complete = false;
  listed_.incomplete = why;
  return false;
}

bool ListWalk::add(const JsonObject& result, std::size_t bytes, const ListLimits& limits) {
  if (++pages_ == 1) {
    first_ = result;
    first_.erase("tools");
    first_.erase("nextCursor");
  }
  bytes_ += bytes;
  const JsonArray* tools = find_array(result, "tools");
  if (tools == nullptr) return cut("a page without tools");
  for (const Json& tool : *tools) {
    if (listed_.tools.size() == limits.tools) return cut("more tools than are read");
    listed_.tools.push_back(tool);
  }
  // An empty cursor is one: only its absence ends the list.
  const Json* next = find(result, "nextCursor");
  if (next == nullptr || next->is_null()) return false;
  if (!next->is_string()) return cut("a cursor that is no text");
  cursor_ = std::string(view(next->get_string()));
  if (!cursors_.insert(cursor_).second) return cut("the pages go in a circle");
  if (pages_ >= limits.pages || bytes_ > limits.bytes) return cut("more pages than are read");
  return true;
}

JsonObject page_params(const ListWalk& walk, const JsonObject& meta) {
  JsonObject params;
  if (walk.pages() > 0) params.emplace("cursor", walk.cursor());
  if (!meta.empty()) params.emplace("_meta", meta);
  return params;
}

JsonObject meta_of(const JsonObject* params) {
  const JsonObject* given = params != nullptr ? find_object(*params, "_meta") : nullptr;
  JsonObject meta = given != nullptr ? *given : JsonObject{};
  meta.erase("progressToken");
  return meta;
}

}  // namespace mcpjury
