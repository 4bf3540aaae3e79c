// The reports of this session, for get_report: the newest ones, by a short id. Thread safe.
//
// Kept as JSON documents, which every format can be made from again; a report that is too large is not kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

namespace mcpjury {

class KeptReports {
 public:
  explicit KeptReports(std::size_t most = 64, std::size_t bytes = 64u << 20) : most_(most), bytes_(bytes) {}

  std::string add(std::string document);  // its id: "s1", "s2", …
  std::optional<std::string> find(std::string_view id) const;

 private:
  struct Entry {
    std::string id, document;
  };
  const std::size_t most_, bytes_;
  mutable std::mutex mutex_;
  std::deque<Entry> entries_;
  std::size_t held_ = 0;
  std::uint64_t last_ = 0;
};

}  // namespace mcpjury
