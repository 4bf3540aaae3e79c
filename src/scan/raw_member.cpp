#include "scan/raw_member.h"

#include <cstddef>

namespace mcpjury {
namespace {

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {
    if (text_.starts_with("\xEF\xBB\xBF")) at_ = 3;
  }

  bool take(char c) {
    blanks();
    if (at_ >= text_.size() || text_[at_] != c) return false;
    ++at_;
    return true;
  }

  // The inside of the string whose quote was just taken.
  std::string_view rest_of_string() {
    const std::size_t begin = at_;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') return text_.substr(begin, at_++ - begin);
      at_ += c == '\\' ? 2 : 1;
    }
    at_ = text_.size();
    return text_.substr(begin);
  }

  std::string_view value() {
    blanks();
    const std::size_t begin = at_;
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      switch (text_[at_]) {
        case '"':
          ++at_;
          rest_of_string();
          if (depth == 0) return text_.substr(begin, at_ - begin);
          continue;
        case '{':
        case '[':
          ++depth;
          break;
        case '}':
        case ']':
          if (depth == 0) return text_.substr(begin, at_ - begin);
          if (--depth == 0) {
            ++at_;
            return text_.substr(begin, at_ - begin);
          }
          break;
        case ',':
        case ' ':
        case '\t':
        case '\r':
        case '\n':
          if (depth == 0) return text_.substr(begin, at_ - begin);
          break;
        default:
          break;
      }
      ++at_;
    }
    return text_.substr(begin);
  }

 private:
  void blanks() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\t' || text_[at_] == '\r' || text_[at_] == '\n')) {
      ++at_;
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace

std::string_view raw_member(std::string_view text, std::string_view key) {
  Scanner scanner(text);
  if (!scanner.take('{')) return {};
  do {
    if (!scanner.take('"')) return {};
    const std::string_view name = scanner.rest_of_string();
    if (!scanner.take(':')) return {};
    const std::string_view value = scanner.value();
    if (name == key) return value;
  } while (scanner.take(','));
  return {};
}

}  // namespace mcpjury
