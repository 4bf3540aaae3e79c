// The pages of one tool list, as they are read by the guard: bounded in pages, tools and bytes, and not
// fooled by cursors that lead in a circle. A value; used from one thread.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>

#include "guard/surface_verdict.h"

namespace mcpjury {

struct ListLimits {
  int pages = 100;
  std::size_t tools = 5'000;
  std::size_t bytes = 64u << 20;
  std::int64_t time_ms = 30'000;
  int again = 2;  // how often a list is read anew that changes while it is read
};

class ListWalk {
 public:
  // The page's result. True: there is another page, at cursor().
  bool add(const JsonObject& result, std::size_t bytes, const ListLimits& limits);
  int pages() const { return pages_; }
  const std::string& cursor() const { return cursor_; }
  ListedSurface& listed() { return listed_; }
  // The result of the first page without tools and cursor: what else the server says with its list.
  JsonObject& first() { return first_; }

 private:
  bool cut(const char* why);

  ListedSurface listed_;
  JsonObject first_;
  std::set<std::string, std::less<>> cursors_;
  std::string cursor_;
  int pages_ = 0;
  std::size_t bytes_ = 0;
};

// The params of a request for a page: in the modern era with the `_meta` of the request that made us ask.
JsonObject page_params(const ListWalk& walk, const JsonObject& meta);
// The `_meta` of a request, without what belongs to that request alone.
JsonObject meta_of(const JsonObject* params);

}  // namespace mcpjury
