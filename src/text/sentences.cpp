#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/one_of.h"
#include "base/utf8.h"
#include "text/line_shape.h"
#include "text/tokens.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxInlineCode = 256;
constexpr std::size_t kMaxAbbreviation = 8;

// Never the end of a sentence.
constexpr std::array<std::string_view, 11> kAlways = {"dr", "e.g", "eg",   "fig", "i.e", "ie",
                                                      "mr", "mrs", "prof", "viz", "vs"};
// The end of a sentence only when a capital or the end of the paragraph follows.
constexpr std::array<std::string_view, 17> kBeforeSmall = {"a.m",  "al",   "approx", "ca",  "cf",   "co",
                                                           "corp", "dept", "est",    "etc", "excl", "inc",
                                                           "incl", "ltd",  "max",    "min", "p.m"};
// Words that open a sentence glued to the one before ("subscriptions.This tool is"): templates that
// join texts without a blank do this. Other capitals after a dot are members ("pandas.Series").
constexpr std::array<std::string_view, 12> kGlued = {"Do",  "For",   "If",   "It",  "Note", "Returns",
                                                     "The", "These", "This", "Use", "When", "You"};

static_assert(std::is_sorted(kAlways.begin(), kAlways.end()));
static_assert(std::is_sorted(kBeforeSmall.begin(), kBeforeSmall.end()));
static_assert(std::is_sorted(kGlued.begin(), kGlued.end()));

// Also the danda of the scripts of India and the Arabic question mark.
bool is_cjk_end(char32_t c) {
  return c == U'。' || c == U'！' || c == U'？' || c == U'；' || c == U'｡' || c == 0x0964 || c == 0x061F;
}

bool is_closer(char32_t c) {
  switch (c) {
    case U'"':
    case U'\'':
    case U')':
    case U']':
    case U'}':
    case U'*':
    case U'_':
    case U'`':
    case U'”':
    case U'’':
    case U'»':
    case U'」':
    case U'』':
    case U'）':
    case U'】':
    case U'》':
      return true;
    default:
      return false;
  }
}

class Splitter {
 public:
  explicit Splitter(std::string_view text) : text_(text), tags_(text) {}

  std::vector<ByteRange> run() {
    std::size_t section = std::string_view::npos;
    for (std::size_t begin = 0; begin < text_.size();) {
      const std::size_t newline = text_.find('\n', begin);
      const std::size_t end = newline == std::string_view::npos ? text_.size() : newline + 1;
      const std::size_t content = newline == std::string_view::npos ? end : newline;
      const LineShape shape = shape_of_line(text_.substr(begin, content - begin), section);
      if (shape.blank) {
        cut(end);
      } else {
        if (shape.section) {
          section = shape.indent;
        } else if (section != std::string_view::npos && shape.indent <= section) {
          section = std::string_view::npos;
        }
        if (shape.starts) cut(begin);
        scan(begin + shape.text_at, end);
        if (shape.ends) cut(end);
      }
      begin = end;
    }
    cut(text_.size());
    return std::move(out_);
  }

 private:
  // Ends the current sentence before `at`. White space alone is no sentence: it joins the one before.
  void cut(std::size_t at) {
    if (at <= start_) return;
    std::size_t first = std::max(start_, leading_);
    while (first < at && ascii::is_space(text_[first])) ++first;
    if (first < at) {
      out_.push_back({start_, at});
    } else if (!out_.empty()) {
      out_.back().end = at;
    } else if (at == text_.size()) {
      out_.push_back({start_, at});
    } else {
      leading_ = at;  // stays with the first sentence; not looked at twice
      return;
    }
    start_ = at;
  }

  void scan(std::size_t at, std::size_t end) {
    const std::size_t text_begin = at;
    while (at < end) {
      const char c = text_[at];
      if (c == '`') {
        at = after_code(at, end);
      } else if (c == '<') {
        at = tag(at, end);
      } else if (c == '.' || c == '!' || c == '?') {
        at = stop(text_begin, at, end);
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        const DecodedChar here = decode_utf8(text_, at);
        if (here.code == U'…') {
          at = stop(text_begin, at, end);
        } else {
          at += here.bytes;
          if (is_cjk_end(here.code)) cut(at = after_closers(at, end));
        }
      } else {
        ++at;
      }
    }
  }

  // Dots inside `code` end nothing. A back quote without a partner on its line is an ordinary character.
  std::size_t after_code(std::size_t at, std::size_t end) const {
    const std::string_view rest = text_.substr(at + 1, std::min(end - at - 1, kMaxInlineCode));
    const std::size_t close = rest.find('`');
    return close == std::string_view::npos ? at + 1 : at + 2 + close;
  }

  std::size_t tag(std::size_t at, std::size_t end) {
    const std::size_t length = tag_length(text_.substr(at, end - at));
    if (length == 0) return at + 1;
    const std::string_view whole = text_.substr(at, length);
    const bool alone = only_space(at + length, end) && (at == 0 || text_[at - 1] == '\n' || only_indent(at));
    if (!alone && !tags_.separates(whole)) return at + length;
    cut(at);
    cut(skip_space(at + length, end));
    return at + length;
  }

  bool only_space(std::size_t at, std::size_t end) const { return skip_space(at, end) == end; }
  bool only_indent(std::size_t at) const {
    while (at > 0 && (text_[at - 1] == ' ' || text_[at - 1] == '\t')) --at;
    return at == 0 || text_[at - 1] == '\n';
  }
  std::size_t skip_space(std::size_t at, std::size_t end) const {
    while (at < end && ascii::is_space(text_[at])) ++at;
    return at;
  }

  std::size_t after_closers(std::size_t at, std::size_t end) const {
    while (at < end) {
      const DecodedChar next = decode_utf8(text_, at);
      if (!is_closer(next.code) && !is_cjk_end(next.code)) break;
      // No blank is needed here, so a quote or back quote may just as well open what follows.
      const bool both_ways = next.bytes == 1 && next.code != U')' && next.code != U']' && next.code != U'}';
      if (both_ways && at + 1 < end && !ascii::is_space(text_[at + 1])) break;
      at += next.bytes;
    }
    return skip_space(at, end);
  }

  // At the first of a run of stops. Returns where to go on.
  std::size_t stop(std::size_t text_begin, std::size_t at, std::size_t end) {
    std::size_t after = at;
    bool hard = false;  // ! and ? need no care for abbreviations
    bool ellipsis = false;
    while (after < end) {
      const char c = text_[after];
      if (c == '.' || c == '!' || c == '?') {
        hard = hard || c != '.';
        ++after;
      } else if (const DecodedChar wide = decode_utf8(text_, after); wide.code == U'…') {
        ellipsis = true;
        after += wide.bytes;
      } else {
        break;
      }
    }
    ellipsis = ellipsis || after - at > 1;
    std::size_t closed = after;
    while (closed < end) {
      const DecodedChar next = decode_utf8(text_, closed);
      if (!is_closer(next.code)) break;
      closed += next.bytes;
    }
    if (closed < end && !ascii::is_space(text_[closed])) {
      if (after == at + 1 && text_[at] == '.' && glued(at, end)) cut(after);
      return after;
    }
    const std::size_t next = skip_space(closed, end);
    const char follows = next < end ? text_[next] : follow_up(next);
    const bool small = ascii::is_lower(follows);
    if (small && (ellipsis ? !hard : closed > after)) return after;  // "wait... then", 'ask "why?" first'
    if (!hard && !ellipsis && after == at + 1 && abbreviated(text_begin, at, follows)) return after;
    cut(next);
    return next;
  }

  // The first character of the next line, or a blank when the paragraph ends there.
  char follow_up(std::size_t at) const {
    const std::size_t stop_at = std::min(text_.size(), at + 64);
    while (at < stop_at && (text_[at] == ' ' || text_[at] == '\t')) ++at;
    return at < stop_at ? text_[at] : ' ';
  }

  bool abbreviated(std::size_t text_begin, std::size_t dot, char follows) const {
    std::size_t begin = dot;
    while (begin > text_begin && dot - begin <= kMaxAbbreviation &&
           (ascii::is_lower(text_[begin - 1]) || ascii::is_upper(text_[begin - 1]) ||
            ascii::is_digit(text_[begin - 1]) || text_[begin - 1] == '.')) {
      --begin;
    }
    std::string word(text_.substr(begin, dot - begin));
    if (word.empty() || word.size() > kMaxAbbreviation) return false;
    // "1. First" where a sentence starts: the dot belongs to the number.
    if (std::all_of(word.begin(), word.end(), ascii::is_digit)) return skip_space(start_, begin) == begin;
    for (char& c : word) c = ascii::is_upper(c) ? static_cast<char>(c + 32) : c;
    const bool letter = ascii::is_lower(word.back()) && (word.size() == 1 || word[word.size() - 2] == '.');
    const bool foreign = begin > 0 && static_cast<unsigned char>(text_[begin - 1]) >= 0x80;
    if (letter && !foreign && word != "a.m" && word != "p.m") return true;  // initials, "e.g", "U.S"
    if (word == "no") return ascii::is_digit(follows);
    if (one_of_sorted(std::string_view(word), kAlways)) return true;
    return (ascii::is_lower(follows) || ascii::is_digit(follows)) &&
           one_of_sorted(std::string_view(word), kBeforeSmall);
  }

  bool glued(std::size_t dot, std::size_t end) const {
    std::size_t begin = dot;
    while (begin > 0 && dot - begin < 24 && ascii::is_lower(text_[begin - 1])) --begin;
    if (dot - begin < 2) return false;
    const char before = begin > 0 ? text_[begin - 1] : ' ';
    if (!ascii::is_space(before) && before != '-' && before != ')') return false;
    std::size_t last = dot + 1;
    while (last < end && last - dot <= kMaxAbbreviation &&
           (ascii::is_lower(text_[last]) || ascii::is_upper(text_[last])))
      ++last;
    return last < end && text_[last] == ' ' && one_of_sorted(text_.substr(dot + 1, last - dot - 1), kGlued);
  }

  std::string_view text_;
  ClosingTags tags_;
  std::vector<ByteRange> out_;
  std::size_t start_ = 0;
  std::size_t leading_ = 0;
};

}  // namespace

std::vector<ByteRange> split_sentences(std::string_view text) { return Splitter(text).run(); }

}  // namespace mcpjury
