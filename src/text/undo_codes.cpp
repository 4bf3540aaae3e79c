#include "text/undo_codes.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

#include "base/ascii.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxCodedBytes = 16 * 1024;
constexpr std::size_t kMaxTexts = 4;
// Fewer characters hold no order.
constexpr std::size_t kFewCharacters = 12;
constexpr std::size_t kLongRun = 24;
constexpr std::size_t kMorseSigns = 24;

bool readable(std::string_view text) {
  if (text.size() < kFewCharacters) return false;
  std::size_t letters = 0, blanks = 0;
  for (const char c : text) {
    if ((c < ' ' && c != '\n' && c != '\t') || static_cast<unsigned char>(c) > 126) return false;
    letters += ascii::is_letter(c) ? 1 : 0;
    blanks += c == ' ' ? 1 : 0;
  }
  return blanks > 0 && letters * 3 >= text.size() * 2 && blanks * 12 >= text.size();
}

std::optional<int> value_of(std::string_view digits, int base) {
  int value = 0;
  if (digits.empty() || digits.size() > 8) return std::nullopt;
  for (const char c : digits) {
    const int digit = ascii::is_digit(c) ? c - '0' : ascii::is_hex(c) ? (c | 0x20) - 'a' + 10 : 99;
    if (digit >= base) return std::nullopt;
    value = value * base + digit;
  }
  return value;
}

// "82 101 97", "0x52,0x65", "\122\145", "01010010 01100101": all the numbers of a row in one base.
std::string from_numbers(const std::vector<std::string_view>& row, int base) {
  std::string out;
  for (std::string_view number : row) {
    if (base == 16 && number.size() > 2 && number[0] == '0' && (number[1] | 0x20) == 'x')
      number.remove_prefix(2);
    const std::optional<int> value = value_of(number, base);
    if (!value || *value < 9 || *value > 126) return {};
    out += static_cast<char>(*value);
  }
  return out;
}

class CodeUndoer {
 public:
  explicit CodeUndoer(std::string_view text) : text_(text) {}

  std::vector<Unhidden> run(bool numbers, bool runs, bool signs) {
    if (numbers) rows_of_numbers();
    if (runs) long_runs();
    if (signs) morse();
    return std::move(out_);
  }

 private:
  void keep(std::string text, const char* how) {
    if (out_.size() < kMaxTexts && readable(text)) out_.push_back({std::move(text), how});
  }

  void rows_of_numbers() {
    std::vector<std::string_view> row;
    const auto flush = [&] {
      if (row.size() >= kFewCharacters) {
        for (const int base : {10, 16, 8, 2}) {
          std::string decoded = from_numbers(row, base);
          if (readable(decoded)) {
            keep(std::move(decoded), "numbers for characters");
            break;
          }
        }
      }
      row.clear();
    };
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = at;
      while (end < text_.size() && (ascii::is_hex(text_[end]) || (text_[end] | 0x20) == 'x')) ++end;
      if (end > at && end - at <= 8) {
        row.push_back(text_.substr(at, end - at));
      } else if (end > at) {
        flush();
      }
      std::size_t gap = end;
      while (gap < text_.size() && (text_[gap] == ' ' || text_[gap] == ',' || text_[gap] == ';' ||
                                    text_[gap] == '\\' || text_[gap] == '-' || text_[gap] == ':')) {
        ++gap;
      }
      const bool broken = gap < text_.size() && gap == end && !ascii::is_hex(text_[gap]);
      if (broken || gap > end + 2) flush();
      at = std::max(gap, at + 1);
      if (broken) {
        // To the end of the word that is no number.
        while (at < text_.size() && (ascii::is_letter(text_[at]) || ascii::is_digit(text_[at]))) ++at;
      }
    }
    flush();
  }

  void long_runs() {
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = at;
      while (end < text_.size() && text_[end] > ' ' && static_cast<unsigned char>(text_[end]) < 127) ++end;
      if (end - at >= kLongRun) {
        const std::string_view run = text_.substr(at, end - at);
        keep(from_base32(run), "base32");
        keep(from_base85(run, false), "base85");
        keep(from_base85(run, true), "base85");
      }
      at = std::max(end, at + 1);
    }
  }

  static std::string from_base32(std::string_view run) {
    while (!run.empty() && (run.back() == '=' || run.back() == '.')) run.remove_suffix(1);
    std::string out;
    std::uint32_t bits = 0;
    int held = 0;
    for (const char c : run) {
      const int value = ascii::is_letter(c) ? (c | 0x20) - 'a' : c >= '2' && c <= '7' ? c - '2' + 26 : -1;
      if (value < 0) return {};
      bits = bits << 5 | static_cast<std::uint32_t>(value);
      held += 5;
      if (held >= 8) {
        held -= 8;
        out += static_cast<char>(bits >> held & 0xFF);
      }
    }
    return out;
  }

  // `adobe`: the alphabet that begins with '!', between <~ and ~>; else that of RFC 1924.
  static std::string from_base85(std::string_view run, bool adobe) {
    static constexpr std::string_view kAlphabet =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz!#$%&()*+-;<=>?@^_`{|}~";
    if (adobe && run.size() > 4 && run.substr(0, 2) == "<~") run.remove_prefix(2);
    if (adobe && run.size() > 4 && run.substr(run.size() - 2) == "~>") run.remove_suffix(2);
    std::string out;
    for (std::size_t at = 0; at < run.size(); at += 5) {
      const std::size_t count = std::min<std::size_t>(5, run.size() - at);
      if (count == 1) return {};
      std::uint64_t value = 0;
      for (std::size_t i = 0; i < 5; ++i) {
        std::size_t digit = 84;
        if (i < count)
          digit = adobe ? static_cast<std::size_t>(run[at + i] - '!') : kAlphabet.find(run[at + i]);
        if (digit > 84) return {};
        value = value * 85 + digit;
      }
      if (value > 0xFFFFFFFFu) return {};
      for (std::size_t i = 0; i + 1 < count; ++i) out += static_cast<char>(value >> (24 - 8 * i) & 0xFF);
      if (out.size() == kFewCharacters && !std::all_of(out.begin(), out.end(), [](char c) {
            return c >= ' ' && static_cast<unsigned char>(c) < 127;
          })) {
        return {};
      }
    }
    return out;
  }

  void morse() {
    static constexpr std::array<std::string_view, 26> kSigns = {
        ".-", "-...", "-.-.", "-..",  ".",   "..-.", "--.", "....", "..",   ".---", "-.-",  ".-..", "--",
        "-.", "---",  ".--.", "--.-", ".-.", "...",  "-",   "..-",  "...-", ".--",  "-..-", "-.--", "--.."};
    std::string out;
    for (std::size_t at = 0; at < text_.size();) {
      std::size_t end = at;
      while (end < text_.size() && (text_[end] == '.' || text_[end] == '-')) ++end;
      if (end == at) {
        if ((text_[at] == '/' || text_[at] == '|') && !out.empty()) out += ' ';
        if (text_[at] != '/' && text_[at] != '|' && text_[at] != ' ') {
          keep(std::move(out), "Morse");
          out.clear();
        }
        ++at;
        continue;
      }
      const auto sign = std::find(kSigns.begin(), kSigns.end(), text_.substr(at, end - at));
      if (sign != kSigns.end()) out += static_cast<char>('a' + (sign - kSigns.begin()));
      at = end;
    }
    keep(std::move(out), "Morse");
  }

  std::string_view text_;
  std::vector<Unhidden> out_;
};

}  // namespace

std::vector<Unhidden> undo_codes(std::string_view text) {
  text = text.substr(0, kMaxCodedBytes);
  if (text.size() < 2 * kFewCharacters) return {};
  std::size_t digits = 0, signs = 0, run = 0, longest = 0;
  for (const char c : text) {
    digits += ascii::is_digit(c) ? 1 : 0;
    signs += c == '.' || c == '-' ? 1 : 0;
    run = c > ' ' && static_cast<unsigned char>(c) < 127 ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  const bool numbers = digits >= 2 * kFewCharacters, runs = longest >= kLongRun, morse = signs >= kMorseSigns;
  if (!numbers && !runs && !morse) return {};
  return CodeUndoer(text).run(numbers, runs, morse);
}

}  // namespace mcpjury
