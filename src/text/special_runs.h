// Runs of characters that are no words: paths, mail addresses, hosts, names of tools and parameters, account
// numbers. Private to the clause parser. Pure.
#pragma once

#include <cstddef>
#include <string_view>

#include "text/clauses.h"

namespace mcpjury {

struct SpecialRun {
  std::size_t end = 0;  // 0: an ordinary word
  TokenKind kind = TokenKind::kWord;
  Sense sense = 0;
};

bool starts_special_run(char c);
SpecialRun special_run(std::string_view text, std::size_t at);

}  // namespace mcpjury
