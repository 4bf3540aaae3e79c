#include "text/line_shape.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/one_of.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMaxTag = 120;
constexpr std::size_t kMaxTagNames = 64;
constexpr std::size_t kMaxLabel = 40;

bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v'; }
bool is_word(char c) { return ascii::is_letter(c) || ascii::is_digit(c) || c == '_'; }

constexpr std::array<std::string_view, 24> kSections = {
    "arg",          "args",   "arguments", "attributes", "example", "examples",   "input",   "inputs",
    "keyword args", "note",   "notes",     "output",     "outputs", "parameters", "params",  "raises",
    "required",     "return", "returns",   "see also",   "throws",  "usage",      "warning", "yields"};
constexpr std::array<std::string_view, 17> kInlineTags = {"a",    "abbr",   "b",   "br",  "code", "del",
                                                          "em",   "i",      "img", "kbd", "mark", "small",
                                                          "span", "strong", "sub", "sup", "u"};

static_assert(std::is_sorted(kSections.begin(), kSections.end()));
static_assert(std::is_sorted(kInlineTags.begin(), kInlineTags.end()));

// Length of a list mark with the blank after it ("- ", "* ", "• ", "12. ", "(a) ", "３、"), or 0.
std::size_t list_mark(std::string_view text) {
  const auto followed = [&text](std::size_t at) { return at >= text.size() || is_blank(text[at]); };
  const char first = text[0];
  if ((first == '-' || first == '*' || first == '+') && followed(1))
    return std::min<std::size_t>(2, text.size());
  std::size_t at = first == '(' ? 1 : 0;
  std::size_t digits = at;
  while (digits < text.size() && digits < at + 3 && ascii::is_digit(text[digits])) ++digits;
  if (digits == at && digits < text.size() && ascii::is_letter(text[digits])) {
    // A lettered item needs a bracket: "a) x", "(b) y"; "a. x" could end a sentence.
    ++digits;
    return digits < text.size() && text[digits] == ')' && followed(digits + 1) ? digits + 1 : 0;
  }
  if (digits > at && digits < text.size()) {
    if ((text[digits] == '.' || text[digits] == ')') && followed(digits + 1)) return digits + 1;
    const DecodedChar mark = decode_utf8(text, digits);
    if (mark.code == U'、' || mark.code == U'．' || mark.code == U'）') return digits + mark.bytes;
    return 0;
  }
  if (static_cast<unsigned char>(first) < 0x80) return 0;
  const DecodedChar mark = decode_utf8(text, 0);
  const char32_t c = mark.code;
  const bool dash = c == U'–' || c == U'—' || c == U'·' || c == U'―';
  // Arrows, shapes, dingbats and pictographs are used as bullets with or without a blank.
  const bool symbol = (c >= 0x2190 && c <= 0x2BFF) || (c >= 0x1F000 && c <= 0x1FAFF) || c == U'•' ||
                      c == U'‣' || c == U'⁃' || c == U'・' || c == U'※' || c == 0x2139;
  if (dash && !followed(mark.bytes)) return 0;
  return dash || symbol ? mark.bytes : 0;
}

bool is_rule(std::string_view text) {
  const char first = text[0];
  if (first != '-' && first != '=' && first != '*' && first != '_' && first != '~') return false;
  std::size_t marks = 0;
  for (const char c : text) {
    if (c == first) {
      ++marks;
    } else if (!is_blank(c)) {
      return false;
    }
  }
  return marks >= 3;
}

// Length of "name:", "name (type):", "**Label:**", "Two Words:" at the start of a line, or 0.
std::size_t label_length(std::string_view text, bool capital, bool blanks) {
  std::size_t at = 0;
  while (at < text.size() && (text[at] == '*' || text[at] == '`')) ++at;
  if (at >= text.size() || !(ascii::is_letter(text[at]) || text[at] == '_')) return 0;
  if (capital && !ascii::is_upper(text[at])) return 0;
  const std::size_t end = std::min(text.size(), at + kMaxLabel);
  bool bracket = false;
  for (; at < end; ++at) {
    const char c = text[at];
    if (c == ':') {
      ++at;
      while (at < text.size() && (text[at] == '*' || text[at] == '`')) ++at;
      return at >= text.size() || is_blank(text[at]) ? at : 0;
    }
    if (c == '(') bracket = true;
    if (!bracket && is_blank(c) && !blanks) {
      if (at + 1 >= end || text[at + 1] != '(') return 0;
    }
    const bool plain =
        is_word(c) || c == '-' || c == '.' || c == '*' || c == '`' || c == '/' || c == '[' || c == ']';
    if (!bracket && !plain && !is_blank(c)) return 0;
  }
  return 0;
}

bool is_section(std::string_view text) {
  std::size_t end = text.size();
  while (end > 0 && (is_blank(text[end - 1]) || text[end - 1] == '*')) --end;
  if (end == 0 || text[end - 1] != ':' || end > kMaxLabel) return false;
  std::size_t begin = 0;
  while (begin < end && (text[begin] == '*' || text[begin] == '#' || is_blank(text[begin]))) ++begin;
  if (begin + 1 >= end) return false;
  return one_of_sorted(ascii::lowered(text.substr(begin, end - 1 - begin)), kSections);
}

}  // namespace

LineShape shape_of_line(std::string_view line, std::size_t section_indent) {
  LineShape shape;
  std::size_t at = 0;
  while (at < line.size() && is_blank(line[at])) {
    shape.indent += line[at] == '\t' ? 4 : 1;
    ++at;
  }
  shape.text_at = at;
  std::string_view text = line.substr(at);
  while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
  if (text.empty()) {
    shape.blank = true;
    return shape;
  }
  const char first = text[0];
  if (is_rule(text) || text.substr(0, 3) == "```" || first == '|') {
    shape.starts = shape.ends = true;
    return shape;
  }
  if (first == '#') {
    const std::size_t marks = std::min(text.find_first_not_of('#'), text.size());
    if (marks <= 6 && (marks == text.size() || is_blank(text[marks]))) {
      shape.starts = shape.ends = true;
      shape.text_at += marks;
      return shape;
    }
  }
  shape.section = is_section(text);
  if (const std::size_t mark = list_mark(text)) {
    shape.starts = true;
    shape.text_at += std::min(mark, text.size());
  } else if (tag_length(text) != 0) {
    shape.starts = true;
  } else if (first == '@' || first == ':') {
    // "@param x", ":param x:", the fields of other docstring styles.
    shape.starts = text.size() > 1 && ascii::is_letter(text[1]);
  } else if (first == '>' && text.size() > 1 && is_blank(text[1])) {
    shape.starts = true;
  } else if (text.substr(0, 3) == "\xE3\x80\x90") {  // 【: a heading of CJK texts
    shape.starts = true;
  } else {
    const bool field = section_indent != std::string_view::npos && shape.indent > section_indent;
    shape.starts = shape.section || label_length(text, !field, !field) != 0;
  }
  shape.ends = text.back() == ':' || (text.size() > 3 && text.substr(text.size() - 3) == ":**") ||
               (text.size() > 3 && text.substr(text.size() - 3) == "：");
  return shape;
}

std::size_t tag_length(std::string_view text) {
  if (text.size() < 3 || text[0] != '<') return 0;
  std::size_t at = text[1] == '/' ? 2 : 1;
  if (at >= text.size() || !ascii::is_letter(text[at])) return 0;
  while (at < text.size() && at < kMaxTag && (is_word(text[at]) || text[at] == '-' || text[at] == ':')) ++at;
  if (at >= text.size()) return 0;
  if (text[at] != '>' && text[at] != '/' && !is_blank(text[at])) return 0;
  for (; at < text.size() && at < kMaxTag; ++at) {
    if (text[at] == '>') return at + 1;
    if (text[at] == '<' || text[at] == '\n') return 0;
  }
  return 0;
}

std::string_view tag_name(std::string_view tag) {
  const std::size_t begin = tag.size() > 1 && tag[1] == '/' ? 2 : 1;
  std::size_t end = begin;
  while (end < tag.size() && (is_word(tag[end]) || tag[end] == '-' || tag[end] == ':')) ++end;
  return tag.substr(begin, end - begin);
}

ClosingTags::ClosingTags(std::string_view text) {
  for (std::size_t at = text.find("</"); at != std::string_view::npos && names_.size() < kMaxTagNames;
       at = text.find("</", at + 2)) {
    const std::size_t length = tag_length(text.substr(at));
    if (length == 0) continue;
    std::string name = ascii::lowered(tag_name(text.substr(at, length)));
    const auto place = std::lower_bound(names_.begin(), names_.end(), name);
    if (place == names_.end() || *place != name) names_.insert(place, std::move(name));
  }
}

bool ClosingTags::separates(std::string_view tag) const {
  const std::string name = ascii::lowered(tag_name(tag));
  if (one_of_sorted(name, kInlineTags)) return false;
  return tag[1] == '/' || std::binary_search(names_.begin(), names_.end(), name);
}

}  // namespace mcpjury
