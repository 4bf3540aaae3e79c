#include "serve/caller.h"

#include <openssl/rand.h>

#include <array>
#include <cstdlib>

#include "base/ascii.h"
#include "base/sha256.h"

namespace mcpjury {
namespace {

struct ScopeName {
  KeyScope scope;
  std::string_view name;
};
constexpr std::array kScopeNames = {ScopeName{kRead, "read"},       ScopeName{kScan, "scan"},
                                    ScopeName{kJudge, "judge"},     ScopeName{kProbe, "probe"},
                                    ScopeName{kPublish, "publish"}, ScopeName{kFeedback, "feedback"},
                                    ScopeName{kMetrics, "metrics"}};

}  // namespace

std::string_view scope_name(KeyScope scope) {
  for (const ScopeName& entry : kScopeNames) {
    if (entry.scope == scope) return entry.name;
  }
  return "none";
}

KeyRing::KeyRing(const std::vector<ServeKey>& keys, std::uint32_t anonymous) {
  anonymous_.scopes = anonymous;
  for (const ServeKey& key : keys) {
    Caller caller{key.name, 0, key.scans_per_minute};
    for (const std::string& scope : key.scopes) {
      for (const ScopeName& entry : kScopeNames) {
        if (entry.name == scope) caller.scopes |= entry.scope;
      }
    }
    by_hash_[key.sha256] = std::move(caller);
  }
}

std::optional<Caller> KeyRing::caller(std::string_view authorization) const {
  if (authorization.empty()) return anonymous_;
  constexpr std::string_view kScheme = "bearer ";
  if (authorization.size() <= kScheme.size() ||
      !ascii::equal_ignoring_case(authorization.substr(0, kScheme.size()), kScheme)) {
    return std::nullopt;
  }
  const auto found = by_hash_.find(sha256_hex(ascii::trimmed(authorization.substr(kScheme.size()))));
  if (found == by_hash_.end()) return std::nullopt;
  return found->second;
}

std::uint32_t anonymous_scopes(const std::string& setting, bool loopback) {
  if (setting == "none") return kNoScope;
  if (setting == "read" || (setting.empty() && !loopback)) return kRead;
  if (loopback) return kRead | kScan | kFeedback | kPublish | kMetrics;
  return kRead | kScan | kFeedback;
}

std::string random_hex(std::size_t bytes) {
  std::array<unsigned char, 64> raw = {};
  bytes = std::min(bytes, raw.size());
  // Without chance there are no unguessable names; nothing sensible can follow.
  if (RAND_bytes(raw.data(), static_cast<int>(bytes)) != 1) std::abort();
  std::string out;
  for (std::size_t i = 0; i < bytes; ++i) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    out += kDigits[raw[i] >> 4];
    out += kDigits[raw[i] & 15];
  }
  return out;
}

NewKey new_api_key() {
  NewKey made;
  made.key = "mj_" + random_hex(32);
  made.sha256 = sha256_hex(made.key);
  return made;
}

}  // namespace mcpjury
