#include "base/json_fault.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>

#include "base/ascii.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

// True when the literal is 1 or more: tells overflow from underflow, which from_chars does not.
bool is_large(std::string_view literal) {
  std::int64_t exponent = 0;
  const std::size_t e = literal.find_first_of("eE");
  if (e != std::string_view::npos) {
    std::string_view digits = literal.substr(e + 1);
    const bool negative = !digits.empty() && digits[0] == '-';
    if (!digits.empty() && !ascii::is_digit(digits[0])) digits.remove_prefix(1);
    constexpr std::int64_t kFar = std::int64_t{1} << 40;  // beyond any count of digits that fits in memory
    for (char c : digits) exponent = std::min(kFar, exponent * 10 + (c - '0'));
    if (negative) exponent = -exponent;
  }
  const std::string_view mantissa = literal.substr(0, e);
  const std::size_t first = mantissa.find_first_of("123456789");
  if (first == std::string_view::npos) return false;
  const std::size_t point = std::min(mantissa.find('.'), mantissa.size());
  const std::int64_t power = first < point ? static_cast<std::int64_t>(point - first) - 1
                                           : -static_cast<std::int64_t>(first - point);
  return power + exponent >= 0;
}

class FaultScan {
 public:
  FaultScan(std::string_view text, std::size_t begin, std::size_t max_depth)
      : text_(text), at_(begin), max_depth_(max_depth) {}

  std::optional<JsonFault> run() {
    skip_blank();
    if (at_ == text_.size()) {
      fail(at_, "the text is empty");
    } else {
      scan();
    }
    return std::move(fault_);
  }

 private:
  bool fail(std::size_t offset, std::string reason) {
    fault_ = JsonFault{offset, std::move(reason), false};
    return false;
  }

  // A byte that cannot stand here, named so that a terminal may show it.
  bool unexpected(std::string_view wanted) {
    if (at_ >= text_.size())
      return fail(text_.size(), fmt::format("the text ends where {} should be", wanted));
    const DecodedChar c = decode_utf8(text_, at_);
    if (!c.valid) return fail(at_, fmt::format("not valid UTF-8 at byte {}", at_));
    if (c.code > 0x20 && c.code < 0x7F)
      return fail(at_, fmt::format("unexpected '{}', {} should be here", text_[at_], wanted));
    return fail(at_, fmt::format("unexpected U+{:04X}, {} should be here", static_cast<std::uint32_t>(c.code),
                                 wanted));
  }

  void skip_blank() {
    while (at_ < text_.size() &&
           (text_[at_] == ' ' || text_[at_] == '\n' || text_[at_] == '\r' || text_[at_] == '\t'))
      ++at_;
  }

  bool next_is(char c) const { return at_ < text_.size() && text_[at_] == c; }

  bool open(char bracket) {
    if (open_.size() >= max_depth_) {
      fault_ = JsonFault{at_, fmt::format("nested deeper than {} levels", max_depth_), true};
      return false;
    }
    open_.push_back(bracket);
    ++at_;
    skip_blank();
    return true;
  }

  bool member_name() {
    if (!next_is('"')) return unexpected("a member name in quotes");
    if (!string()) return false;
    skip_blank();
    if (!next_is(':')) return unexpected("':'");
    ++at_;
    skip_blank();
    return true;
  }

  // After a complete value: closes what ends here and stands before the next value, or at the end.
  bool after_value(bool& more) {
    for (;;) {
      skip_blank();
      if (open_.empty()) {
        more = false;
        return at_ == text_.size() ? true : trailing();
      }
      const bool object = open_.back() == '{';
      if (next_is(',')) {
        ++at_;
        skip_blank();
        more = true;
        if (object) return member_name();
        return next_is(']') ? unexpected("a value") : true;
      }
      if (!next_is(object ? '}' : ']')) return unexpected(object ? "',' or '}'" : "',' or ']'");
      ++at_;
      open_.pop_back();
    }
  }

  bool trailing() {
    if (!decode_utf8(text_, at_).valid) return unexpected("the end");
    return fail(at_, "text after the end of the JSON value");
  }

  bool scan() {
    bool more = true;
    while (more) {
      bool complete = true;
      if (next_is('{')) {
        if (!open('{')) return false;
        if (next_is('}')) {
          ++at_;
          open_.pop_back();
        } else {
          if (!member_name()) return false;
          complete = false;
        }
      } else if (next_is('[')) {
        if (!open('[')) return false;
        if (next_is(']')) {
          ++at_;
          open_.pop_back();
        } else {
          complete = false;
        }
      } else if (!scalar()) {
        return false;
      }
      if (complete && !after_value(more)) return false;
    }
    return true;
  }

  bool scalar() {
    if (at_ >= text_.size()) return unexpected("a value");
    const char c = text_[at_];
    if (c == '"') return string();
    if (c == '-' || ascii::is_digit(c)) return number();
    for (std::string_view word : {"true", "false", "null"}) {
      if (c != word[0]) continue;
      for (char letter : word) {
        if (!next_is(letter)) return unexpected(fmt::format("\"{}\"", word));
        ++at_;
      }
      return true;
    }
    return unexpected("a value");
  }

  bool digits() {
    if (at_ >= text_.size() || !ascii::is_digit(text_[at_])) return unexpected("a digit");
    while (at_ < text_.size() && ascii::is_digit(text_[at_])) ++at_;
    return true;
  }

  bool number() {
    const std::size_t begin = at_;
    if (next_is('-')) ++at_;
    if (next_is('0')) {
      ++at_;
      if (at_ < text_.size() && ascii::is_digit(text_[at_]))
        return fail(at_, "a number may not begin with 0");
    } else if (!digits()) {
      return false;
    }
    if (next_is('.')) {
      ++at_;
      if (!digits()) return false;
    }
    if (next_is('e') || next_is('E')) {
      ++at_;
      if (next_is('+') || next_is('-')) ++at_;
      if (!digits()) return false;
    }
    if (!read_json_number(text_.substr(begin, at_ - begin)))
      return fail(begin, "number is too large, it would be infinite");
    return true;
  }

  // The four hexadecimal digits at `at`, or nothing.
  std::optional<std::uint32_t> hex4(std::size_t at) const {
    std::uint32_t code = 0;
    if (at + 4 > text_.size()) return std::nullopt;
    const char* end = text_.data() + at + 4;
    const auto read = std::from_chars(text_.data() + at, end, code, 16);
    if (read.ec != std::errc() || read.ptr != end) return std::nullopt;
    return code;
  }

  bool escape() {
    const std::size_t begin = at_++;
    if (at_ >= text_.size()) return fail(at_, "the text ends inside a string");
    if (std::string_view("\"\\/bfnrt").find(text_[at_]) != std::string_view::npos) {
      ++at_;
      return true;
    }
    if (text_[at_] != 'u') return fail(begin, "unknown escape in a string");
    const auto unit = hex4(at_ + 1);
    if (!unit) return fail(begin, "\\u is not followed by four hexadecimal digits");
    at_ += 5;
    if (*unit < 0xD800 || *unit > 0xDFFF) return true;
    const bool pair = *unit < 0xDC00 && text_.substr(at_, 2) == "\\u";
    const auto second = pair ? hex4(at_ + 2) : std::nullopt;
    if (!second || *second < 0xDC00 || *second > 0xDFFF)
      return fail(begin, fmt::format("lone surrogate escape \\u{:04x}", *unit));
    at_ += 6;
    return true;
  }

  bool string() {
    ++at_;
    for (;;) {
      if (at_ >= text_.size()) return fail(at_, "the text ends inside a string");
      const unsigned char c = static_cast<unsigned char>(text_[at_]);
      if (c == '"') {
        ++at_;
        return true;
      }
      if (c == '\\') {
        if (!escape()) return false;
      } else if (c < 0x20) {
        return fail(at_, fmt::format("control character U+{:04X} in a string", c));
      } else {
        const DecodedChar decoded = decode_utf8(text_, at_);
        if (!decoded.valid) return fail(at_, fmt::format("not valid UTF-8 at byte {}", at_));
        at_ += decoded.bytes;
      }
    }
  }

  std::string_view text_;
  std::size_t at_;
  std::size_t max_depth_;
  std::string open_;
  std::optional<JsonFault> fault_;
};

}  // namespace

std::optional<double> read_json_number(std::string_view literal) {
  double number = 0;
  const auto read = std::from_chars(literal.data(), literal.data() + literal.size(), number);
  if (read.ec == std::errc() && std::isfinite(number)) return number;
  if (is_large(literal)) return std::nullopt;
  return literal[0] == '-' ? -0.0 : 0.0;
}

std::optional<JsonFault> find_json_fault(std::string_view text, std::size_t begin, std::size_t max_depth) {
  return FaultScan(text, begin, max_depth).run();
}

}  // namespace mcpjury
