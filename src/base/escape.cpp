#include "base/escape.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "base/ascii.h"
#include "base/utf8.h"

namespace mcpjury {
namespace {

struct Range {
  char32_t low;
  char32_t high;
};

// Controls, Default_Ignorable_Code_Point of Unicode 15, the line and paragraph separators, interlinear
// annotation marks and the object replacement mark: all that acts on a display instead of appearing on it.
// Also the two noncharacters that XML 1.0 forbids.
constexpr Range kUnseen[] = {
    {0x0000, 0x001F}, {0x007F, 0x009F}, {0x00AD, 0x00AD},   {0x034F, 0x034F},   {0x061C, 0x061C},
    {0x115F, 0x1160}, {0x17B4, 0x17B5}, {0x180B, 0x180F},   {0x200B, 0x200F},   {0x2028, 0x202E},
    {0x2060, 0x206F}, {0x3164, 0x3164}, {0xFE00, 0xFE0F},   {0xFEFF, 0xFEFF},   {0xFFA0, 0xFFA0},
    {0xFFF0, 0xFFFC}, {0xFFFE, 0xFFFF}, {0x1BCA0, 0x1BCA3}, {0x1D173, 0x1D17A}, {0xE0000, 0xE0FFF},
};

bool is_unseen(char32_t code) {
  if (code >= 0x20 && code < 0x7F) return false;
  const auto* range = std::lower_bound(std::begin(kUnseen), std::end(kUnseen), code,
                                       [](const Range& r, char32_t c) { return r.high < c; });
  return range != std::end(kUnseen) && range->low <= code;
}

void write_number(std::string& out, char32_t code) {
  fmt::format_to(std::back_inserter(out), "<U+{:04X}>", static_cast<std::uint32_t>(code));
}

// `layout(c)` may write the form of tab, CR or LF itself and return true.
template <class Layout, class Unseen>
std::string shown(std::string_view text, Layout layout, Unseen unseen) {
  std::string out;
  out.reserve(text.size() + text.size() / 8);
  for (std::size_t at = 0; at < text.size();) {
    std::size_t plain = at;
    while (plain < text.size() && text[plain] >= 0x20 && text[plain] < 0x7F) ++plain;
    out.append(text, at, plain - at);
    at = plain;
    if (at == text.size()) break;
    const DecodedChar c = decode_utf8(text, at);
    at += c.bytes;
    if ((c.code == '\n' || c.code == '\r' || c.code == '\t') && layout(out, static_cast<char>(c.code), at))
      continue;
    if (is_unseen(c.code)) {
      unseen(out, c.code);
    } else {
      append_utf8(out, c.code);
    }
  }
  return out;
}

template <class Layout>
std::string shown(std::string_view text, Layout layout) {
  return shown(text, layout, write_number);
}

// Characters that only mean something in one position are left alone elsewhere, to keep text readable:
// list and heading marks at the start, "." after a number or "www", ":" inside a link or emoji name.
bool is_markdown_mark(std::string_view line, std::size_t at, std::size_t text_begin) {
  static constexpr std::string_view kAlways = "\\`*_{}[]#!|~@$^";
  const char c = line[at];
  if (kAlways.find(c) != std::string_view::npos) return true;
  const char before = at > 0 ? line[at - 1] : ' ';
  const char after = at + 1 < line.size() ? line[at + 1] : ' ';
  switch (c) {
    case '-':
    case '+':
    case '=':
      return at < text_begin;
    case '.':
      return (before >= '0' && before <= '9') || before == 'w' || before == 'W';
    case ')':
      return before >= '0' && before <= '9';
    case ':':
      return after == '/' || ascii::is_alnum(after);
    default:
      return false;
  }
}

bool as_blank(std::string& out, char c, std::string_view text, std::size_t next) {
  if (c == '\r') return next < text.size() && text[next] == '\n';  // the LF that follows gives the blank
  out.push_back(' ');
  return true;
}

void append_html(std::string& out, char c) {
  switch (c) {
    case '&':
      out += "&amp;";
      break;
    case '<':
      out += "&lt;";
      break;
    case '>':
      out += "&gt;";
      break;
    case '"':
      out += "&quot;";
      break;
    case '\'':
      out += "&#39;";
      break;
    default:
      out.push_back(c);
  }
}

// Spreadsheets of East Asian locales read the full-width forms as formulas too.
bool starts_formula(std::string_view cell) {
  for (const std::string_view start :
       {"=", "+", "-", "@", "\t", "\r", "\n", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"}) {
    if (cell.starts_with(start)) return true;
  }
  return false;
}

std::string escape_ci(std::string_view text, bool property) {
  const std::string safe = shown(text, [](std::string& out, char c, std::size_t) {
    out.push_back(c);
    return true;
  });
  std::string out;
  for (char c : safe) {
    switch (c) {
      case '%':
        out += "%25";
        break;
      case '\r':
        out += "%0D";
        break;
      case '\n':
        out += "%0A";
        break;
      case '\t':
        out.push_back(' ');
        break;
      case ':':
        out += property ? "%3A" : ":";
        break;
      case ',':
        out += property ? "%2C" : ",";
        break;
      default:
        out.push_back(c);
    }
  }
  return out;
}

}  // namespace

std::string escape_terminal(std::string_view text) {
  return shown(text,
               [&](std::string& out, char c, std::size_t next) { return as_blank(out, c, text, next); });
}

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : escape_terminal(text)) append_html(out, c);
  return out;
}

std::string escape_html_marked(std::string_view text) {
  // Control characters never come out of shown(), so they can stand for the ends of a mark until the rest is
  // escaped.
  static constexpr char kBegin = 1, kEnd = 2;
  const std::string safe = shown(
      text, [&](std::string& out, char c, std::size_t next) { return as_blank(out, c, text, next); },
      [](std::string& out, char32_t code) {
        fmt::format_to(std::back_inserter(out), "{}U+{:04X}{}", kBegin, static_cast<std::uint32_t>(code),
                       kEnd);
      });
  std::string out;
  for (const char c : safe) {
    if (c == kBegin) {
      out += "<span class=\"unseen\">";
    } else if (c == kEnd) {
      out += "</span>";
    } else {
      append_html(out, c);
    }
  }
  return out;
}

std::string escape_csv(std::string_view text) {
  std::string cell = shown(text, [](std::string& out, char c, std::size_t) {
    out.push_back(c);
    return true;
  });
  if (starts_formula(cell)) cell.insert(cell.begin(), '\'');
  const bool edge_blank = !cell.empty() && (cell.front() == ' ' || cell.back() == ' ');
  if (!edge_blank && cell.find_first_of("\",;\t\r\n") == std::string::npos) return cell;
  std::string out = "\"";
  for (char c : cell) {
    if (c == '"') out.push_back('"');
    out.push_back(c);
  }
  out.push_back('"');
  return out;
}

std::string escape_markdown(std::string_view text) {
  const std::string line = escape_terminal(text);
  const std::size_t text_begin = std::min(line.find_first_not_of(" -+="), line.size());
  std::string out;
  out.reserve(line.size() + line.size() / 8);
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (c == '<') {
      out += "&lt;";
    } else if (c == '>') {
      out += "&gt;";
    } else if (c == '&') {
      out += "&amp;";
    } else {
      if (is_markdown_mark(line, at, text_begin)) out.push_back('\\');
      out.push_back(c);
    }
  }
  return out;
}

std::string escape_ci_data(std::string_view text) { return escape_ci(text, false); }
std::string escape_ci_property(std::string_view text) { return escape_ci(text, true); }

std::string clip(std::string_view text, std::size_t max_chars) {
  static constexpr std::string_view kEllipsis = "\xE2\x80\xA6";
  std::string out;
  std::size_t before_last = 0;  // size of `out` without the last character that fits
  std::size_t chars = 0;
  for (std::size_t at = 0; at < text.size(); ++chars) {
    if (chars == max_chars) {
      if (max_chars == 0) return {};
      out.resize(before_last);
      out += kEllipsis;
      return out;
    }
    const DecodedChar c = decode_utf8(text, at);
    before_last = out.size();
    append_utf8(out, c.code);
    at += c.bytes;
  }
  return out;
}

}  // namespace mcpjury
