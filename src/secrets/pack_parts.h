// Private to secrets: a compiled pack.
#pragma once

#include <re2/re2.h>

#include <memory>
#include <string>
#include <vector>

#include "secrets/pack.h"
#include "secrets/pack_text.h"
#include "text/pattern_set.h"

namespace mcpjury {

using SecretRegex = std::unique_ptr<re2::RE2>;

struct SecretAllow {
  AllowText text;  // its expressions moved away
  std::vector<SecretRegex> regexes, paths;
};

struct SecretRule {
  std::string id, kind;
  Confidence confidence = Confidence::kMedium;
  SecretRegex regex, path;  // one of them at least
  int secret_group = 0;
  double entropy = 0;
  std::vector<SecretAllow> allows;
  bool built_in = false;
  bool always = false;  // without keywords: tried on every text
};

struct SecretPack::Parts {
  std::string name;
  std::vector<std::string> notes;
  std::vector<SecretRule> rules;
  std::vector<SecretAllow> allows;
  std::vector<std::string> keywords;                      // as expressions, which the prefilter looks into
  std::vector<std::vector<std::uint32_t>> keyword_rules;  // rules by keyword
  std::unique_ptr<PatternSet> prefilter;                  // null without keywords
};

// `pack` has been extended already.
Result<SecretPack> compile_secret_pack(PackText pack, std::string_view name);

}  // namespace mcpjury
