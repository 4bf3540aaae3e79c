#include "mcpserver/kept_reports.h"

#include <utility>

namespace mcpjury {

std::string KeptReports::add(std::string document) {
  const std::lock_guard lock(mutex_);
  std::string id = "s" + std::to_string(++last_);
  held_ += document.size();
  entries_.push_back({id, std::move(document)});
  while (!entries_.empty() && (entries_.size() > most_ || held_ > bytes_)) {
    held_ -= entries_.front().document.size();
    entries_.pop_front();
  }
  return id;
}

std::optional<std::string> KeptReports::find(std::string_view id) const {
  const std::lock_guard lock(mutex_);
  for (const Entry& entry : entries_) {
    if (entry.id == id) return entry.document;
  }
  return std::nullopt;
}

}  // namespace mcpjury
