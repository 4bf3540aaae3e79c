#include "expand_words.h"

#include <algorithm>

namespace catalogc {
namespace {

constexpr std::size_t kMaxWords = 2000;

// alternatives := sequence ('|' sequence)* ; sequence := (item '?'?)* ; item := letter | '(' '?:'?
// alternatives ')'
class Expander {
 public:
  explicit Expander(std::string_view text) : text_(text) {}

  bool run(std::vector<std::string>& words) {
    words = alternatives();
    return ok_ && at_ == text_.size();
  }

 private:
  std::vector<std::string> alternatives() {
    std::vector<std::string> all = sequence();
    while (ok_ && at_ < text_.size() && text_[at_] == '|') {
      ++at_;
      for (std::string& word : sequence()) all.push_back(std::move(word));
      ok_ = ok_ && all.size() <= kMaxWords;
    }
    return all;
  }

  std::vector<std::string> sequence() {
    std::vector<std::string> prefixes = {""};
    while (ok_ && at_ < text_.size() && text_[at_] != '|' && text_[at_] != ')') {
      std::vector<std::string> parts = item();
      if (at_ < text_.size() && text_[at_] == '?') {
        ++at_;
        parts.push_back("");
      }
      std::vector<std::string> joined;
      for (const std::string& prefix : prefixes) {
        for (const std::string& part : parts) joined.push_back(prefix + part);
      }
      ok_ = ok_ && joined.size() <= kMaxWords;
      prefixes = std::move(joined);
    }
    return prefixes;
  }

  std::vector<std::string> item() {
    const char c = text_[at_];
    if (c == '(') {
      ++at_;
      if (text_.substr(at_, 2) == "?:") at_ += 2;
      std::vector<std::string> inner = alternatives();
      ok_ = ok_ && at_ < text_.size() && text_[at_] == ')';
      ++at_;
      return inner;
    }
    ok_ = ok_ && ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_');
    ++at_;
    return {std::string(1, static_cast<char>(c >= 'A' && c <= 'Z' ? c | 0x20 : c))};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  bool ok_ = true;
};

}  // namespace

bool expand_words(std::string_view expression, std::vector<std::string>& words) {
  if (expression.size() < 5 || expression.substr(0, 2) != "\\b" ||
      expression.substr(expression.size() - 2) != "\\b") {
    return false;
  }
  if (!Expander(expression.substr(2, expression.size() - 4)).run(words)) return false;
  // \b(a|b)\b binds the boundaries to the group; \ba|b\b does not.
  const std::string_view inner = expression.substr(2, expression.size() - 4);
  int depth = 0;
  for (char c : inner) {
    depth += c == '(' ? 1 : c == ')' ? -1 : 0;
    if (c == '|' && depth == 0) return false;
  }
  std::sort(words.begin(), words.end());
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return !words.empty() && !words.front().empty();
}

}  // namespace catalogc
