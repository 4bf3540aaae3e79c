// Private to secrets: do the allowlists of a rule or of the pack let a match pass? As gitleaks judges.
#pragma once

#include <string_view>
#include <vector>

#include "secrets/pack_parts.h"

namespace mcpjury {

struct SecretMatch {
  std::string_view path, commit;         // of the text
  std::string_view secret, match, line;  // line: all lines the match stands on
};

// By path and commit alone: the text need not be looked at.
bool is_text_allowed(const std::vector<SecretAllow>& allows, std::string_view path, std::string_view commit);
bool is_match_allowed(const std::vector<SecretAllow>& allows, std::string_view rule,
                      const SecretMatch& match);

}  // namespace mcpjury
