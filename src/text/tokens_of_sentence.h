// The words of a sentence with what they mean, before anybody asks who does what. Private to the clause
// parser. Linear; pure.
#pragma once

#include <string_view>
#include <vector>

#include "text/clauses.h"

namespace mcpjury {

// Fills tokens with kind, meaning, clause and quoting; says whether the sentence is not English.
bool tokens_of_sentence(std::string_view sentence, std::vector<WordToken>& tokens);

}  // namespace mcpjury
