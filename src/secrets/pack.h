// Rule packs in gitleaks' TOML format, read as they are: [[rules]] with id, description, regex, path,
// secretGroup, entropy, keywords, tags, skipReport and allowlists; global allowlists; [extend].
//
// A pack is immutable and shared between threads. Expressions are RE2's, which is what Go's are. Of a tag
// "kind:NAME" a finding takes its kind (the rule's id otherwise), of "confidence:low|medium|high" its
// confidence. [extend] useDefault takes the rules built into this program, not those of gitleaks; path is
// honoured by read_secret_pack_file() for a plain name in the same folder; url is refused. Composite rules
// (required) are refused: half of such a rule would find other things than its author meant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "model/enums.h"

namespace mcpjury {

inline constexpr std::size_t kMaxSecretPackBytes = 4u << 20;
inline constexpr std::size_t kMaxSecretRules = 2'000;
inline constexpr std::size_t kMaxSecretAllowlists = 100;     // of one rule, and global
inline constexpr std::size_t kMaxSecretListEntries = 5'000;  // of one list of a rule or allowlist
inline constexpr std::size_t kMaxSecretRegexBytes = 64u << 10;
inline constexpr std::size_t kMaxSecretProgram = 4'000'000;  // instructions of all expressions together
inline constexpr std::int64_t kSecretRegexMemory = 8 << 20;  // of one expression, its automata included

class SecretPack {
 public:
  SecretPack(SecretPack&&) noexcept;
  SecretPack& operator=(SecretPack&&) noexcept;
  ~SecretPack();

  const std::string& name() const;
  std::size_t size() const;  // rules
  // What was not taken as it stands, one line each, escaped.
  const std::vector<std::string>& notes() const;
  // Rules of the pack that is built in also pass the judgement of harmless.h; rules of others do not.
  bool built_in(std::size_t rule) const;
  std::string_view rule_id(std::size_t rule) const;

  struct Parts;  // private to secrets
  const Parts& parts() const { return *parts_; }
  explicit SecretPack(std::unique_ptr<Parts> parts);

 private:
  std::unique_ptr<Parts> parts_;
};

// `name` stands in front of messages. kUsage with rule and reason, kNotJson for no TOML, kLimit. A pack that
// extends a file is refused here.
Result<SecretPack> read_secret_pack(std::string_view text, std::string_view name);
// The same from a file, whose [extend] path may name files of the same folder, two deep as in gitleaks.
Result<SecretPack> read_secret_pack_file(const std::string& path);
// The rules built in (catalog/secrets/default.toml).
Result<SecretPack> default_secret_pack();
std::string_view default_secret_pack_text();

}  // namespace mcpjury
