// The secrets of a folder and, on request, of its git history. Never a value: kind, tag, place.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/json.h"
#include "base/result.h"
#include "observe/source/source_tree.h"

namespace mcpjury {

struct SecretLookOptions {
  std::vector<std::string> rule_files;  // in gitleaks' format, besides the rules built in
  bool history = false;
  std::size_t commits = 10'000;
  std::uint64_t history_bytes = 1ull << 30;
  std::function<void()> file_read = {};  // told of each file of the tree; may be empty
};

// Where a value can be read again, for whoever may ask its provider about it.
struct SecretPlace {
  std::string file, blob;  // blob: of the history; empty for a file of the tree
  std::size_t begin = 0, end = 0;
};

struct SecretLook {
  JsonArray secrets;                // entries of source.secrets
  std::vector<SecretPlace> places;  // one for each
  JsonObject history;               // {commits, truncated}; empty when it was not asked for, or there is none
  bool truncated = false;           // more than the limit of secrets, or of bytes
};

inline constexpr std::size_t kMaxSecrets = 1000;

// kUsage and the like for a rule file that cannot be used.
Result<SecretLook> look_for_secrets(const SourceTree& tree, const SourceLimits& limits,
                                    const SecretLookOptions& options);

}  // namespace mcpjury
