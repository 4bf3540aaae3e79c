#include "code/typed/literals.h"

#include <algorithm>
#include <vector>

#include "base/utf8.h"
#include "code/summary.h"
#include "code/typed/nodes.h"

namespace mcpjury {
namespace {

constexpr std::string_view kBlanks = " \t\r\n\f\v";

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::uint32_t read_hex(std::string_view text, std::size_t& at, std::size_t most) {
  std::uint32_t value = 0;
  for (std::size_t read = 0; read < most && at < text.size() && hex_digit(text[at]) >= 0; ++read, ++at) {
    value = value * 16 + static_cast<std::uint32_t>(hex_digit(text[at]));
  }
  return value;
}

// `at` stands on the letter after the backslash, and afterwards behind the escape.
void decode_hex(std::string_view text, std::size_t& at, std::string& out) {
  char kind = text[at++];
  bool braces = at < text.size() && text[at] == '{';
  if (braces) ++at;
  std::size_t most = braces ? 6 : kind == 'x' ? 2 : kind == 'U' ? 8 : 4;
  std::uint32_t point = read_hex(text, at, most);
  if (braces && at < text.size() && text[at] == '}') ++at;
  if (point >= 0xD800 && point < 0xDC00 && text.substr(at, 2) == "\\u") {
    std::size_t next = at + 2;
    std::uint32_t low = read_hex(text, next, 4);
    if (low >= 0xDC00 && low < 0xE000) {
      point = 0x10000 + ((point - 0xD800) << 10) + (low - 0xDC00);
      at = next;
    }
  }
  if (point > 0x10FFFF || (point >= 0xD800 && point < 0xE000)) point = 0xFFFD;
  append_utf8(out, point);
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  for (std::size_t from = 0;;) {
    std::size_t to = text.find('\n', from);
    lines.push_back(text.substr(from, to == std::string_view::npos ? to : to - from));
    if (to == std::string_view::npos) return lines;
    from = to + 1;
  }
}

std::string join(const std::vector<std::string>& lines) {
  std::string out;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    if (at > 0) out += '\n';
    out += lines[at];
  }
  return out;
}

// What stands between quotes of any length: """x""" -> x.
std::string_view inside(std::string_view text, std::size_t quotes) {
  if (text.size() < 2 * quotes) return {};
  return text.substr(quotes, text.size() - 2 * quotes);
}

std::string_view drop_first_line(std::string_view text) {
  std::size_t end = text.find('\n');
  return end == std::string_view::npos ? text : text.substr(end + 1);
}

std::string doubled_quotes(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    out += text[at];
    if (text[at] == '"' && at + 1 < text.size() && text[at + 1] == '"') ++at;
  }
  return out;
}

std::string csharp_raw(std::string_view text) {
  std::size_t quotes = std::min(text.find_first_not_of('"'), text.size());
  std::string_view content = inside(text, quotes);
  if (content.find('\n') == std::string_view::npos) return std::string(content);
  std::string out = dedent(drop_first_line(content), true);
  std::size_t end = out.rfind('\n');
  return end == std::string::npos ? out : out.substr(0, end);
}

// Kotlin's way of writing a dollar in a raw string is the only hole that is known.
std::optional<std::string> kotlin_string(const ParsedFile& file, TSNode node, bool raw) {
  std::string out;
  for (TSNode part : children(node)) {
    std::string_view text = file.text_of(part);
    if (is_type(part, "interpolation")) {
      if (text != "${'$'}") return std::nullopt;
      out += '$';
    } else {
      out += raw ? std::string(text) : decode_escapes(text, false);
    }
  }
  return out;
}

std::optional<std::string> python_string(const ParsedFile& file, TSNode node) {
  if (!ts_node_is_null(child_of_type(node, "interpolation"))) return std::nullopt;
  std::string_view text = file.text_of(node);
  std::size_t quote = text.find_first_of("\"'");
  if (quote == std::string_view::npos) return std::nullopt;
  bool raw = text.substr(0, quote).find_first_of("rR") != std::string_view::npos;
  text.remove_prefix(quote);
  bool triple = text.size() >= 6 && text[1] == text[0] && text[2] == text[0];
  text = inside(text, triple ? 3 : 1);
  return raw ? std::string(text) : decode_escapes(text, false);
}

std::optional<std::string> decode(const ParsedFile& file, TSNode node) {
  std::string_view type = ParsedFile::type_of(node), text = file.text_of(node);
  std::string plain;  // line ends of the file are no part of the text
  if (type.find("string") != std::string_view::npos && text.find("\r\n") != std::string_view::npos) {
    for (char c : text) {
      if (c != '\r') plain += c;
    }
    text = plain;
  }
  CodeLanguage language = file.language();
  if (type == "interpreted_string_literal") return decode_escapes(inside(text, 1), false);
  if (type == "raw_string_literal") {
    if (language == CodeLanguage::kGo) return std::string(inside(text, 1));
    if (language == CodeLanguage::kCSharp) return csharp_raw(text);
    std::size_t quote = text.find('"'), end = text.rfind('"');  // r#"…"#
    if (quote == std::string_view::npos || end <= quote) return std::nullopt;
    return std::string(text.substr(quote + 1, end - quote - 1));
  }
  if (type == "verbatim_string_literal")
    return doubled_quotes(inside(text.substr(std::min(text.find('"'), text.size())), 1));
  if (type == "multiline_string_literal") return kotlin_string(file, node, true);
  if (type == "string_literal") {
    if (language == CodeLanguage::kKotlin) return kotlin_string(file, node, false);
    if (text.starts_with("\"\"\"") && text.size() >= 6) {
      return decode_escapes(dedent(drop_first_line(inside(text, 3)), true), false);
    }
    return decode_escapes(inside(text, 1), language == CodeLanguage::kRust);
  }
  if (type == "interpolated_string_expression") {
    if (!ts_node_is_null(child_of_type(node, "interpolation"))) return std::nullopt;
    std::size_t quote = text.find('"');
    return quote == std::string_view::npos
               ? std::nullopt
               : std::optional(decode_escapes(inside(text.substr(quote), 1), false));
  }
  if (type == "string" && language == CodeLanguage::kPython) return python_string(file, node);
  if (type == "string") return decode_escapes(inside(text, 1), false);
  if (type == "template_string" && ts_node_is_null(child_of_type(node, "template_substitution"))) {
    return decode_escapes(inside(text, 1), false);
  }
  return std::nullopt;
}

}  // namespace

std::string_view trim(std::string_view text) {
  std::size_t from = text.find_first_not_of(kBlanks);
  if (from == std::string_view::npos) return {};
  return text.substr(from, text.find_last_not_of(kBlanks) - from + 1);
}

std::string decode_escapes(std::string_view text, bool skip_blanks_after_join) {
  std::string out;
  out.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    if (text[at] != '\\' || at + 1 >= text.size()) {
      out += text[at++];
      continue;
    }
    char kind = text[++at];
    if (kind == 'x' || kind == 'u' || kind == 'U') {
      decode_hex(text, at, out);
      continue;
    }
    ++at;
    if (kind == '\r' && at < text.size() && text[at] == '\n') ++at;
    if (kind == '\n' || kind == '\r') {
      if (skip_blanks_after_join) at = std::min(text.find_first_not_of(kBlanks, at), text.size());
      continue;
    }
    constexpr std::string_view kLetters = "ntr0bfvas", kMeanings("\n\t\r\0\b\f\v\a ", 9);
    std::size_t known = kLetters.find(kind);
    out += known == std::string_view::npos ? kind : kMeanings[known];
  }
  return out;
}

std::string dedent(std::string_view text, bool closing_line) {
  std::vector<std::string_view> lines = lines_of(text);
  std::size_t common = std::string_view::npos;
  for (std::size_t at = 0; at < lines.size(); ++at) {
    std::size_t indent = lines[at].find_first_not_of(" \t");
    bool blank = indent == std::string_view::npos || lines[at].substr(indent) == "\r";
    if (blank && !(closing_line && at + 1 == lines.size())) continue;
    common = std::min(common, blank ? lines[at].size() : indent);
  }
  if (common == std::string_view::npos) common = 0;
  std::vector<std::string> out;
  for (std::string_view line : lines) {
    line.remove_prefix(std::min(common, line.size()));
    std::size_t end = line.find_last_not_of(closing_line ? " \t\r" : "\r");
    out.emplace_back(line.substr(0, end == std::string_view::npos ? 0 : end + 1));
  }
  return join(out);
}

std::string trim_margin(std::string_view text) {
  std::vector<std::string> out;
  for (std::string_view line : lines_of(text)) {
    std::size_t at = line.find_first_not_of(" \t");
    if (at != std::string_view::npos && line[at] == '|') line.remove_prefix(at + 1);
    out.emplace_back(line);
  }
  return join(out);
}

std::optional<std::string> string_literal(const ParsedFile& file, TSNode node) {
  std::optional<std::string> text = decode(file, node);
  if (text && text->size() > kMaxCodeText) {
    text->resize(char_edge(*text, kMaxCodeText));
  }
  return text;
}

}  // namespace mcpjury
