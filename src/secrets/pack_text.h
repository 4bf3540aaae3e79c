// Private to secrets: a rule pack as its file says it, checked but not compiled, so that one pack can extend
// another before any expression is compiled. Values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace mcpjury {

enum class AllowTarget : std::uint8_t { kSecret, kMatch, kLine };

struct AllowText {
  bool all = false;  // condition = "AND": every kind of test that is given must hold
  AllowTarget target = AllowTarget::kSecret;
  std::vector<std::string> regexes, paths;
  std::vector<std::string> stopwords, commits;  // in lower case
  std::vector<std::string> target_rules;        // of a global one: only these rules
};

struct RuleText {
  std::string id, description, regex, path;
  std::uint32_t secret_group = 0;
  double entropy = 0;                 // 0: not asked
  std::vector<std::string> keywords;  // in lower case
  std::vector<std::string> tags;
  std::vector<AllowText> allows;
  bool skip_report = false;
  bool built_in = false;  // of the pack that is built in, its expression unchanged
};

struct PackText {
  std::vector<RuleText> rules;
  std::vector<AllowText> allows;
  std::vector<std::string> disabled;  // rules of the pack that is extended
  bool extends_default = false;
  std::string extends_path;
  std::vector<std::string> notes;
};

Result<PackText> read_pack_text(std::string_view text, std::string_view name);
// Rules of `base` that `pack` does not disable come first; a rule both have takes what `pack` says and keeps
// the rest, with keywords, tags and allowlists of both.
void extend_pack(PackText& pack, PackText base);

}  // namespace mcpjury
