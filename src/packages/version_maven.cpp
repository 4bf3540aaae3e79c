#include <algorithm>
#include <string>

#include "packages/version_intervals.h"
#include "packages/version_schemes.h"
#include "packages/version_text.h"

namespace mcpjury::versions {
namespace {

struct Token {
  bool number = false;
  bool hyphen = false;  // the separator in front; a qualifier counts as after a hyphen whatever it follows
  std::string text;     // a number without leading zeros; a qualifier in lower case, "" for a release
};

std::string normal_qualifier(std::string word, bool digit_follows) {
  if (word == "ga" || word == "final" || word == "release") return "";
  if (word == "cr") return "rc";
  if (!digit_follows) return word;
  if (word == "a") return "alpha";
  if (word == "b") return "beta";
  if (word == "m") return "milestone";
  return word;
}

bool is_null(const Token& token) { return token.number ? token.text == "0" : token.text.empty(); }

// Null values in front of a hyphen, or at the end, do not count.
void trim_nulls(std::vector<Token>& tokens) {
  while (!tokens.empty() && is_null(tokens.back())) tokens.pop_back();
}

void add(std::vector<Token>& tokens, Token token) {
  if (token.hyphen) trim_nulls(tokens);
  tokens.push_back(std::move(token));
}

std::vector<Token> tokenise(std::string_view text) {
  std::vector<Token> tokens;
  bool hyphen = false;
  std::size_t at = 0;
  for (;;) {
    std::size_t end = at;
    const bool number = at < text.size() && is_digit(text[at]);
    while (end < text.size() && text[end] != '.' && text[end] != '-' && is_digit(text[end]) == number) ++end;
    const std::string_view part = text.substr(at, end - at);
    const bool digit_follows = end < text.size() && is_digit(text[end]);
    // "alpha-1" is "alpha1", but the letters a, b and m stand for a word only right before the digit.
    if (number || part.empty()) {
      add(tokens, {true, hyphen, normal_number(part)});
    } else {
      add(tokens, {false, true, normal_qualifier(lower(part), digit_follows)});
    }
    if (end == text.size()) break;
    const bool transition = text[end] != '.' && text[end] != '-';
    hyphen = transition || text[end] == '-';
    at = transition ? end : end + 1;
  }
  trim_nulls(tokens);
  return tokens;
}

int qualifier_rank(std::string_view word) {
  static constexpr std::string_view kOrder[] = {"alpha", "beta", "milestone", "rc", "snapshot", "", "sp"};
  const auto found = std::find(std::begin(kOrder), std::end(kOrder), word);
  return static_cast<int>(found - std::begin(kOrder));
}

// ".qualifier" = "-qualifier" < "-number" < ".number"
int kind_rank(const Token& token) { return !token.number ? 0 : token.hyphen ? 1 : 2; }

int compare_tokens(const Token& a, const Token& b) {
  if (const int order = kind_rank(a) - kind_rank(b); order != 0) return sign(order);
  if (a.number) return compare_numbers(a.text, b.text);
  if (const int order = qualifier_rank(a.text) - qualifier_rank(b.text); order != 0) return sign(order);
  return compare_text(a.text, b.text);
}

// The shorter sequence is filled with the null value of the same kind.
Token null_like(const Token& other) { return {other.number, other.hyphen, other.number ? "0" : ""}; }

Comparison compare(std::string_view a, std::string_view b) {
  a = trim(a);
  b = trim(b);
  if (a.empty() || b.empty()) return std::nullopt;
  const auto left = tokenise(a), right = tokenise(b);
  for (std::size_t i = 0; i < std::max(left.size(), right.size()); ++i) {
    const int order = i >= left.size()    ? compare_tokens(null_like(right[i]), right[i])
                      : i >= right.size() ? compare_tokens(left[i], null_like(left[i]))
                                          : compare_tokens(left[i], right[i]);
    if (order != 0) return order;
  }
  return 0;
}

}  // namespace

Comparison compare_maven(std::string_view a, std::string_view b) { return compare(a, b); }

Holds maven_range_holds(std::string_view range, std::string_view version) {
  range = trim(range);
  if (range.find_first_of("[]()") == std::string_view::npos) {
    if (range.find(',') != std::string_view::npos) return std::nullopt;
    const auto order = compare(range, version);
    if (!order) return std::nullopt;
    return *order == 0;
  }
  return intervals_hold(range, version, compare_maven);
}

}  // namespace mcpjury::versions
