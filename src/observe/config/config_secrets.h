// What in a configuration is a secret, and how the rest may be shown.
//
// Values never leave: a secret is its place, its kind and the tag redact() would write. Hiding goes further
// than finding: a value is hidden when its name or its look says that it might be a credential, and only
// those that are credentials for sure, or by a name that says so, become findings. One object a thread.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "model/enums.h"
#include "secrets/scanner.h"

namespace mcpjury {

struct ConfigSecret {
  std::string where;  // "environment", "argument", "header", "url"
  std::string name;   // of the variable, option or header; empty: none
  std::string kind, tag;
  Confidence confidence = Confidence::kMedium;
};

class ConfigSecrets {
 public:
  ConfigSecrets();
  ~ConfigSecrets();

  // Nothing for references (${input:x}, $TOKEN, {env:X}, op://…), samples, paths and plain words.
  std::optional<ConfigSecret> judge(std::string_view where, std::string_view name, std::string_view value);

  // The words of a command without what is or may be secret; what is secret is added to `found`.
  std::vector<std::string> shown_words(const std::vector<std::string>& words,
                                       std::vector<ConfigSecret>& found);
  std::string shown_address(std::string_view url, std::vector<ConfigSecret>& found);

 private:
  std::vector<std::string> shown_all(const std::vector<std::string>& words, std::vector<ConfigSecret>& found,
                                     int depth);
  std::string shown_word(std::string_view word, std::vector<ConfigSecret>& found, int depth);
  std::string shown_pair(std::string_view name, std::string_view between, std::string_view value,
                         std::vector<ConfigSecret>& found, int depth);

  std::optional<SecretPack> pack_;
  std::unique_ptr<SecretScanner> scanner_;
};

// "reference", "secret" (it is or may be one), "empty" or "plain"; for variables and headers, whose values
// are never shown.
std::string_view value_state(std::string_view name, std::string_view value, bool is_secret);

// A name whose value is a credential: API_KEY, accessToken, X-Auth-Token; not KEY_PATH, TOKEN_LIMIT.
bool names_secret(std::string_view name);

}  // namespace mcpjury
