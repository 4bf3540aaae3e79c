#include "markdown.h"

#include <fmt/format.h>
#include <unicode/uchar.h>

#include <algorithm>

#include "base/canonical_json.h"
#include "base/escape.h"
#include "base/json.h"
#include "base/utf8.h"

namespace mcpjury::docs {
namespace {

bool unseen(char32_t code) {
  if (code == ' ') return false;
  switch (u_charType(static_cast<UChar32>(code))) {
    case U_CONTROL_CHAR:
    case U_FORMAT_CHAR:
    case U_PRIVATE_USE_CHAR:
    case U_UNASSIGNED:
    case U_LINE_SEPARATOR:
    case U_PARAGRAPH_SEPARATOR:
    case U_SPACE_SEPARATOR:
      return true;
    default:
      return u_hasBinaryProperty(static_cast<UChar32>(code), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
  }
}

// Line breaks and tabs become blanks.
std::string seen_text(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar next = decode_utf8(text, at);
    if (next.code == '\n' || next.code == '\r' || next.code == '\t') {
      out += ' ';
    } else if (next.valid && unseen(next.code)) {
      out += fmt::format("<U+{:04X}>", static_cast<unsigned>(next.code));
    } else {
      append_utf8(out, next.code);
    }
    at += next.bytes;
  }
  const std::size_t last = out.find_last_not_of(' ');
  out.resize(last == std::string::npos ? 0 : last + 1);
  return out;
}

void append_json_escape(std::string& out, char32_t code) {
  const auto value = static_cast<unsigned>(code);
  if (value < 0x10000) {
    out += fmt::format("\\u{:04x}", value);
  } else {
    out += fmt::format("\\u{:04x}\\u{:04x}", 0xD800 + ((value - 0x10000) >> 10),
                       0xDC00 + ((value - 0x10000) & 0x3FF));
  }
}

// Outside of strings laid-out JSON has only blanks and line breaks, so each escape lands in a string.
std::string seen_json(std::string_view json) {
  std::string out;
  for (std::size_t at = 0; at < json.size();) {
    const DecodedChar next = decode_utf8(json, at);
    if (next.code != '\n' && next.valid && unseen(next.code)) {
      append_json_escape(out, next.code);
    } else {
      append_utf8(out, next.code);
    }
    at += next.bytes;
  }
  return out;
}

constexpr std::size_t kStringShown = 600;  // characters
constexpr std::size_t kItemsShown = 6;     // of a list or of an object

void shorten(Json& value) {
  if (auto* text = value.if_string()) {
    if (text->size() > kStringShown) {
      const std::string cut = clip(view(*text), kStringShown);
      if (cut.size() < text->size()) value = fmt::format("{} ({} bytes in all)", cut, text->size());
    }
  } else if (auto* list = value.if_array()) {
    const std::size_t size = list->size();
    if (size > kItemsShown + 1) {
      list->resize(kItemsShown);
      list->push_back(Json(fmt::format("… {} more", size - kItemsShown)));
    }
    for (Json& item : *list) shorten(item);
  } else if (auto* object = value.if_object()) {
    const std::size_t size = object->size();
    if (size > 2 * kItemsShown) {
      JsonObject kept;
      for (const auto& member : *object) {
        if (kept.size() == kItemsShown) break;
        kept.emplace(member.key(), member.value());
      }
      kept["…"] = fmt::format("{} more", size - kItemsShown);
      *object = std::move(kept);
    }
    for (auto& member : *object) shorten(member.value());
  }
}

std::size_t longest_run(std::string_view text, char mark) {
  std::size_t longest = 0, run = 0;
  for (const char c : text) {
    run = c == mark ? run + 1 : 0;
    longest = std::max(longest, run);
  }
  return longest;
}

}  // namespace

std::string prose(std::string_view text) { return escape_markdown(seen_text(text)); }

std::string code(std::string_view text, bool in_table) {
  std::string inside = seen_text(text);
  if (inside.empty()) return {};
  const std::string fence(longest_run(inside, '`') + 1, '`');
  if (in_table) {
    for (std::size_t at = 0; (at = inside.find('|', at)) != std::string::npos; at += 2)
      inside.insert(at, 1, '\\');
  }
  const bool pad = inside.front() == '`' || inside.back() == '`';
  return fmt::format("{0}{1}{2}{1}{0}", fence, pad ? " " : "", inside);
}

std::string json_block(std::string_view json) {
  const std::string inside = seen_json(json);
  const std::string fence(std::max<std::size_t>(longest_run(inside, '`') + 1, 3), '`');
  return fmt::format("{}json\n{}\n{}\n", fence, inside, fence);
}

std::string laid_out(std::string_view json) {
  auto parsed = parse_json(json, "example", {});
  if (!parsed) return std::string(json);
  shorten(parsed->value);
  return pretty_json(parsed->value);
}

std::string link(std::string_view text, std::string_view url) {
  if (!url.starts_with("https://") && !url.starts_with("http://")) return prose(text);
  std::string address;
  for (const char c : url) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte <= 0x20 || byte >= 0x7F || c == '<' || c == '>' || c == '\\' || c == '|') {
      address += fmt::format("%{:02X}", byte);
    } else {
      address += c;
    }
  }
  return fmt::format("[{}](<{}>)", prose(text), address);
}

std::string row(std::initializer_list<std::string> cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += fmt::format(" {} |", cell);
  return out + "\n";
}

std::string table_head(std::initializer_list<std::string_view> names) {
  std::string out = "|", rule = "|";
  for (const std::string_view name : names) {
    out += fmt::format(" {} |", name);
    rule += " --- |";
  }
  return out + "\n" + rule + "\n";
}

std::string section(std::string_view heading, std::string_view text) {
  return text.empty() ? std::string() : fmt::format("## {}\n\n{}\n\n", heading, prose(text));
}

std::string opening(std::string_view edit) {
  return fmt::format("<!-- Written by mcpjury_docs. Edit {} and run make docs. -->\n", edit);
}

}  // namespace mcpjury::docs
