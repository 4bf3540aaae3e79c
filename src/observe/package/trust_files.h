// Keys and authorities that the operator gives as files; nothing is trusted that was not given.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

// A key that signs what a registry serves, or a transparency log.
struct TrustedKey {
  std::string id;   // npm: "SHA256:…"; logs: base64 of the log's id
  std::string der;  // SubjectPublicKeyInfo
};

struct TrustFiles {
  std::vector<TrustedKey> registry_keys;
  bool keys_given = false;
  std::vector<std::string> authorities;  // certificates in DER
  std::vector<TrustedKey> logs;
  bool root_given = false;
};

// --registry-keys: {"keys": [{"keyid", "key" (base64 DER)}]}, as the keys endpoint of npm registries answers.
Result<std::vector<TrustedKey>> read_registry_keys(std::string_view text);
// --trusted-root: a sigstore trusted_root.json, or PEM certificates (then no log is known, and the time of a
// signature cannot be proved).
Status read_trusted_root(std::string_view text, TrustFiles& trust);
// Both files; an empty name is passed over.
Result<TrustFiles> load_trust_files(const std::string& keys_file, const std::string& root_file);

}  // namespace mcpjury
