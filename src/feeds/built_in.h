// What is known against packages without any feed: the catalogue's list of malicious versions and its MCP
// advisories, as records like those of a feed. Built on first use; immutable and shared afterwards.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "packages/osv.h"

namespace mcpjury {

struct BuiltInRecord {
  OsvRecord record;
  std::string_view feed;    // kMaliciousFeed or kMcpFeed
  std::string_view action;  // "block", "warn", or empty
  int cvss_tenths = -1;     // stated by the list, where there is no vector
};

inline constexpr std::string_view kMaliciousFeed = "malicious-packages";
inline constexpr std::string_view kMcpFeed = "mcp-advisories";

class BuiltInRecords {
 public:
  static const BuiltInRecords& instance();
  // Null when nothing is known of the package.
  const std::vector<BuiltInRecord>* find(std::string_view ecosystem, std::string_view name) const;
  std::size_t malicious_entries() const { return malicious_; }
  std::size_t mcp_entries() const { return mcp_; }

 private:
  BuiltInRecords();
  void add_malicious();
  void add_mcp();

  std::unordered_map<std::string, std::vector<BuiltInRecord>> by_package_;
  std::size_t malicious_ = 0, mcp_ = 0;
};

}  // namespace mcpjury
