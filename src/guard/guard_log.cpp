#include "guard/guard_log.h"

#include <boost/json/serialize.hpp>
#include <utility>

#include "mcp/jsonrpc.h"

namespace mcpjury {

void GuardLog::say(std::string_view event, const JsonObject& members) {
  JsonObject line{{"time", clock_()}, {"event", event}};
  for (const auto& [key, value] : members) line.insert_or_assign(key, value);
  const std::string text = boost::json::serialize(line) + "\n";
  const std::lock_guard lock(mutex_);
  write_(text);
}

void GuardLog::say_often(std::string_view event, JsonObject members, std::uint64_t& count) {
  ++count;
  if (count > 8 && (count & (count - 1)) != 0) return;
  members["count"] = count;
  say(event, std::move(members));
}

std::string shown_name(std::string_view text) { return shown_text(text, 80); }

}  // namespace mcpjury
