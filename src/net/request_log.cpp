#include "net/guarded_client.h"

namespace mcpjury {

std::size_t RequestLog::begin(Entry entry) {
  entries_.push_back(std::move(entry));
  return entries_.size() - 1;
}

JsonArray RequestLog::to_json() const {
  JsonArray lines;
  lines.reserve(entries_.size());
  for (const auto& entry : entries_) {
    JsonObject line;
    line["purpose"] = entry.purpose;
    line["method"] = entry.method;
    line["url"] = entry.url;
    if (!entry.label.empty()) line["label"] = entry.label;
    line["status"] = entry.status;
    line["bytes"] = static_cast<std::int64_t>(entry.bytes);
    line["duration_ms"] = entry.duration_ms;
    if (!entry.failure.empty()) line["failure"] = entry.failure;
    if (!entry.detail.empty()) line["detail"] = entry.detail;
    lines.push_back(std::move(line));
  }
  return lines;
}

}  // namespace mcpjury
