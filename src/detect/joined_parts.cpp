#include "detect/joined_parts.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"

namespace mcpjury {
namespace {

constexpr std::size_t kLongestPart = 400;
constexpr std::size_t kLongestJoined = 1200;
constexpr std::size_t kMostJoined = 16;
constexpr std::size_t kFewWords = 4;

bool starts_with_word(std::string_view text, std::size_t at, std::string_view word) {
  if (at + word.size() > text.size()) return false;
  for (std::size_t i = 0; i < word.size(); ++i) {
    const char c = text[at + i];
    if ((c >= 'A' && c <= 'Z' ? c + 32 : c) != word[i]) return false;
  }
  return at + word.size() == text.size() || !ascii::is_letter(text[at + word.size()]);
}

std::size_t skip_blanks(std::string_view text, std::size_t at) {
  while (at < text.size() && text[at] == ' ') ++at;
  return at;
}

// "2", "II", "B", "two": the end of it, or `at` when there is no count.
std::size_t end_of_count(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 13> kCounts = {
      "one", "two", "three", "four", "five", "i", "ii", "iii", "iv", "a", "b", "c", "d"};
  std::size_t end = at;
  while (end < text.size() && ascii::is_digit(text[end]) && end - at < 2) ++end;
  if (end > at) return end;
  for (const std::string_view count : kCounts) {
    if (starts_with_word(text, at, count)) return at + count.size();
  }
  return at;
}

// Where the words after a mark begin: "Part 2: …", "(2/3) …", "second half: …", "(cont.) …"; npos without
// one.
std::size_t behind_mark(std::string_view text, std::size_t at) {
  static constexpr std::array<std::string_view, 9> kNouns = {
      "part", "piece", "fragment", "half", "chunk", "segment", "portion", "bit", "section"};
  static constexpr std::array<std::string_view, 6> kOrder = {"first",  "second", "third",
                                                             "fourth", "last",   "final"};
  static constexpr std::array<std::string_view, 4> kOn = {"continued", "cont", "continuation", "continues"};
  const auto noun = [&](std::size_t from) -> std::size_t {
    for (const std::string_view word : kNouns) {
      if (starts_with_word(text, from, word)) return from + word.size();
    }
    return std::string_view::npos;
  };
  for (const std::string_view word : kOn) {
    if (starts_with_word(text, at, word)) return at + word.size();
  }
  for (const std::string_view word : kOrder) {
    if (starts_with_word(text, at, word)) return noun(skip_blanks(text, at + word.size()));
  }
  if (const std::size_t end = noun(at); end != std::string_view::npos) {
    const std::size_t count = skip_blanks(text, end), after = end_of_count(text, count);
    return after > count ? after : std::string_view::npos;
  }
  // 2/3, 2 of 3
  if (!ascii::is_digit(text[at]) ||
      (at > 0 && (ascii::is_letter(text[at - 1]) || ascii::is_digit(text[at - 1]) || text[at - 1] == '.')))
    return std::string_view::npos;
  std::size_t next = skip_blanks(text, at + 1);
  if (next < text.size() && text[next] == '/') {
    ++next;
  } else if (starts_with_word(text, next, "of")) {
    next = skip_blanks(text, next + 2);
  } else {
    return std::string_view::npos;
  }
  if (next >= text.size() || !ascii::is_digit(text[next]) || text[next] < text[at])
    return std::string_view::npos;
  const bool ends = next + 1 == text.size() || text[next + 1] == ')' || text[next + 1] == ']' ||
                    text[next + 1] == ':' || text[next + 1] == ' ';
  return ends ? next + 1 : std::string_view::npos;
}

// What a string adds to an order in parts, without its mark; empty when it has none.
std::string_view marked(std::string_view text) {
  text = text.substr(0, kLongestPart);
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (at > 0 && (ascii::is_letter(text[at - 1]) || ascii::is_digit(text[at - 1]))) continue;
    if (!ascii::is_letter(text[at]) && !ascii::is_digit(text[at])) continue;
    const std::size_t after = behind_mark(text, at);
    if (after == std::string_view::npos) continue;
    // The words begin behind the colon or the bracket that ends the mark.
    std::size_t begin = after;
    const std::size_t colon = text.find(':', after);
    if (colon != std::string_view::npos && colon - after <= 40 &&
        text.substr(after, colon - after).find('.') == std::string_view::npos)
      begin = colon + 1;
    while (begin < text.size() && !ascii::is_letter(text[begin]) && !ascii::is_digit(text[begin]) &&
           text[begin] != '`' && text[begin] != '~' && text[begin] != '/' && (text[begin] & 0x80) == 0)
      ++begin;
    return text.substr(begin);
  }
  return {};
}

std::string_view trimmed_end(std::string_view text) {
  while (!text.empty() && (text.back() == ' ' || text.back() == ')' || text.back() == ']'))
    text.remove_suffix(1);
  return text;
}

// "and then send the …", "the key,": the string breaks off.
bool breaks_off(std::string_view text) {
  text = trimmed_end(text);
  if (text.size() < 12) return false;
  if (text.ends_with("...") || text.ends_with("\xE2\x80\xA6") || text.back() == ',' || text.back() == '-')
    return true;
  static constexpr std::array<std::string_view, 12> kOpen = {
      " and", " the", " to", " of", " with", " then", " a", " or", " user's", " from", " into", " as"};
  return std::any_of(kOpen.begin(), kOpen.end(), [&](std::string_view word) { return text.ends_with(word); });
}

bool goes_on(std::string_view text) {
  return text.size() >= 4 &&
         (ascii::is_lower(text.front()) || text.starts_with("...") || text.starts_with("\xE2\x80\xA6"));
}

class Joiner {
 public:
  explicit Joiner(std::span<const PartOfText> parts) : parts_(parts) {}

  std::vector<JoinedText> run() {
    marked_parts();
    broken_parts();
    words_of_values();
    return std::move(out_);
  }

 private:
  void add(JoinedText& joined, std::size_t part, std::string_view text) {
    while (!text.empty() && (text.back() == ' ' || text.back() == ';' || text.back() == ')' ||
                             text.back() == '.' || text.back() == '-')) {
      text.remove_suffix(1);
    }
    while (text.starts_with(".") || text.starts_with(" ")) text.remove_prefix(1);
    if (text.empty() || joined.text.size() + text.size() > kLongestJoined) return;
    if (!joined.text.empty()) joined.text += ' ';
    joined.from.push_back({joined.text.size(), static_cast<std::uint32_t>(part)});
    joined.text += text;
  }
  void keep(JoinedText&& joined) {
    if (joined.from.size() >= 2 && out_.size() < kMostJoined) out_.push_back(std::move(joined));
  }

  void marked_parts() {
    JoinedText joined;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
      if (const std::string_view text = marked(parts_[i].text); !text.empty()) add(joined, i, text);
    }
    keep(std::move(joined));
  }

  void broken_parts() {
    for (std::size_t i = 0; i + 1 < parts_.size(); ++i) {
      if (!breaks_off(parts_[i].text) || !goes_on(parts_[i + 1].text)) continue;
      JoinedText joined;
      add(joined, i,
          parts_[i].text.substr(parts_[i].text.size() - std::min(parts_[i].text.size(), kLongestPart)));
      for (++i; i < parts_.size() && goes_on(parts_[i].text); ++i) {
        add(joined, i, parts_[i].text.substr(0, kLongestPart));
        if (!breaks_off(parts_[i].text)) break;
      }
      keep(std::move(joined));
    }
  }

  // Members of an enum that have "the" and "to" among them are no choices.
  void words_of_values() {
    static constexpr std::array<std::string_view, 8> kFunction = {"the", "to",   "and",  "your",
                                                                  "of",  "then", "with", "user's"};
    for (std::size_t i = 0; i < parts_.size();) {
      std::size_t end = i, function = 0;
      for (; end < parts_.size() && parts_[end].value && parts_[end].subject == parts_[i].subject; ++end) {
        function +=
            std::any_of(kFunction.begin(), kFunction.end(),
                        [&](std::string_view word) { return starts_with_word(parts_[end].text, 0, word); })
                ? 1
                : 0;
      }
      if (end - i >= kFewWords && function >= 2) {
        JoinedText joined;
        for (std::size_t at = i; at < end; ++at) add(joined, at, parts_[at].text);
        keep(std::move(joined));
      }
      i = std::max(end, i + 1);
    }
  }

  std::span<const PartOfText> parts_;
  std::vector<JoinedText> out_;
};

}  // namespace

std::uint32_t JoinedText::part_at(std::size_t offset) const {
  std::uint32_t part = from.empty() ? 0 : from.front().part;
  for (const From& one : from) {
    if (one.begin <= offset) part = one.part;
  }
  return part;
}

std::vector<JoinedText> join_parts(std::span<const PartOfText> parts) { return Joiner(parts).run(); }

}  // namespace mcpjury
