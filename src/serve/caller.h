// Who asks: a key of the operator's configuration, or nobody in particular. Keys are random (256 bits), so
// their plain SHA-256 is enough to keep; the key itself is never held. Immutable after construction.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "settings/serve_settings.h"

namespace mcpjury {

enum KeyScope : std::uint32_t {
  kNoScope = 0,
  kRead = 1,      // directory, reports, catalogue
  kScan = 2,      // ask for a scan
  kJudge = 4,     // language-model judges
  kProbe = 8,     // the active probe
  kPublish = 16,  // make uploads and scans with a credential public, and see those that are
  kFeedback = 32,
  kMetrics = 64,
};
std::string_view scope_name(KeyScope scope);

struct Caller {
  std::string name;  // of the key; empty: nobody in particular
  std::uint32_t scopes = 0;
  std::int64_t scans_per_minute = 0;
  bool may(KeyScope scope) const { return (scopes & scope) == scope; }
};

class KeyRing {
 public:
  KeyRing(const std::vector<ServeKey>& keys, std::uint32_t anonymous);
  // Of the Authorization header; nothing when it is there and no key of ours.
  std::optional<Caller> caller(std::string_view authorization) const;

 private:
  std::unordered_map<std::string, Caller> by_hash_;
  Caller anonymous_;
};

// What callers without a key may do. On loopback the user of this machine asks.
std::uint32_t anonymous_scopes(const std::string& setting, bool loopback);

struct NewKey {
  std::string key, sha256;
};
NewKey new_api_key();
// `bytes` random bytes as hex.
std::string random_hex(std::size_t bytes);

}  // namespace mcpjury
