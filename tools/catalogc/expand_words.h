// Spells out patterns that are nothing but a list of whole words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace catalogc {

// True when the expression is \b…\b over plain letters and digits, alternatives and optional parts, and
// stands for at most 2,000 words; these are then in `words`. False for everything else.
bool expand_words(std::string_view expression, std::vector<std::string>& words);

}  // namespace catalogc
