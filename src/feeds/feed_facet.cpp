#include "feeds/feed_facet.h"

#include "base/escape.h"
#include "catalog/catalog.h"
#include "feeds/built_in.h"

namespace mcpjury {
namespace {

std::optional<long> number_at(std::string_view text, std::size_t at, std::size_t digits) {
  if (text.size() < at + digits) return std::nullopt;
  long value = 0;
  for (std::size_t i = at; i < at + digits; ++i) {
    if (text[i] < '0' || text[i] > '9') return std::nullopt;
    value = value * 10 + (text[i] - '0');
  }
  return value;
}

// Days since 1970 in the Gregorian calendar.
std::optional<long> day_number(std::string_view time) {
  const auto year = number_at(time, 0, 4), month = number_at(time, 5, 2), day = number_at(time, 8, 2);
  if (!year || !month || !day || time[4] != '-' || time[7] != '-' || *month < 1 || *month > 12 || *day < 1 ||
      *day > 31) {
    return std::nullopt;
  }
  const long shifted = *month <= 2 ? *year - 1 : *year;
  const long from_march = (*month + 9) % 12;
  return 365 * shifted + shifted / 4 - shifted / 100 + shifted / 400 + (from_march * 306 + 5) / 10 + *day -
         719'469;
}

JsonObject built_in_feed(std::string_view name, std::size_t entries) {
  return {{"name", name},
          {"kind", "built-in"},
          {"version", catalog().version},
          {"sha256", catalog().sha256},
          {"entries", entries},
          {"source", "catalogue"}};
}

void set_age(JsonObject& feed, std::string_view as_of, const MatchOptions& options) {
  if (const auto days = days_between(as_of, options.now)) feed["stale"] = *days > options.stale_days;
}

}  // namespace

std::optional<long> days_between(std::string_view from, std::string_view to) {
  const auto first = day_number(from), last = day_number(to);
  if (!first || !last) return std::nullopt;
  return *last - *first;
}

JsonArray feeds_facet(const FeedIndex& index, const MatchOptions& options) {
  JsonArray out;
  out.push_back(built_in_feed(kMaliciousFeed, BuiltInRecords::instance().malicious_entries()));
  out.push_back(built_in_feed(kMcpFeed, BuiltInRecords::instance().mcp_entries()));
  for (const FeedInfo& info : index.feeds()) {
    JsonObject feed{{"name", clip(info.name, 200)},    {"kind", info.kind},       {"sha256", info.sha256},
                    {"fetched_at", info.imported_at},  {"entries", info.entries}, {"rejected", info.rejected},
                    {"source", clip(info.source, 300)}};
    // Single records speak for no ecosystem.
    if (info.kind != kPartialKind) {
      JsonArray ecosystems;
      for (const std::string& ecosystem : info.ecosystems) ecosystems.push_back(Json(ecosystem));
      feed["ecosystems"] = std::move(ecosystems);
    }
    if (!info.version.empty()) feed["version"] = info.version;
    if (!info.as_of.empty()) feed["as_of"] = info.as_of;
    set_age(feed, info.as_of, options);
    out.push_back(std::move(feed));
  }
  if (options.online != nullptr) {
    std::size_t records = 0;
    for (const auto& entry : options.online->records) records += entry.second.size();
    out.push_back(JsonObject{{"name", options.online->name},
                             {"kind", "osv-api"},
                             {"as_of", options.online->as_of},
                             {"entries", records},
                             {"source", clip(options.online->source, 300)}});
  }
  return out;
}

}  // namespace mcpjury
