#include "base/canonical_json.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

namespace mcpjury {
namespace {

constexpr std::int64_t kExact = std::int64_t{1} << 53;  // integers up to here are doubles exactly

// Order of UTF-16 code units, told from UTF-8: it differs from byte order only where a surrogate pair
// (lead byte F0 and up) meets U+E000 to U+FFFF (lead byte EE or EF), which sort after it.
bool utf16_less(std::string_view a, std::string_view b) {
  const auto [x, y] = std::mismatch(a.begin(), a.end(), b.begin(), b.end());
  if (y == b.end()) return false;
  if (x == a.end()) return true;
  const auto left = static_cast<unsigned char>(*x);
  const auto right = static_cast<unsigned char>(*y);
  if (left >= 0xEE && right >= 0xEE && (left >= 0xF0) != (right >= 0xF0)) return left >= 0xF0;
  return left < right;
}

using Member = JsonObject::value_type;

std::string_view key_of(const Member& member) { return {member.key().data(), member.key().size()}; }

void append_integer(std::string& out, std::int64_t number) {
  char digits[24];
  const auto end = std::to_chars(digits, digits + sizeof digits, number).ptr;
  out.append(digits, end);
}

void append_scalar(std::string& out, const Json& value) {
  switch (value.kind()) {
    case boost::json::kind::bool_:
      out += value.get_bool() ? "true" : "false";
      return;
    case boost::json::kind::int64: {
      const std::int64_t number = value.get_int64();
      if (number >= -kExact && number <= kExact) return append_integer(out, number);
      return append_number(out, static_cast<double>(number));
    }
    case boost::json::kind::uint64: {
      const std::uint64_t number = value.get_uint64();
      if (number <= static_cast<std::uint64_t>(kExact))
        return append_integer(out, static_cast<std::int64_t>(number));
      return append_number(out, static_cast<double>(number));
    }
    case boost::json::kind::double_:
      return append_number(out, value.get_double());
    case boost::json::kind::string:
      return append_json_string(out, view(value.get_string()));
    default:
      out += "null";
  }
}

void append_pretty(std::string& out, const Json& value, std::size_t indent) {
  const auto line = [&](std::size_t blanks) {
    out.push_back('\n');
    out.append(blanks, ' ');
  };
  bool first = true;
  if (const JsonObject* object = value.if_object()) {
    out.push_back('{');
    for (const Member& member : *object) {
      if (!first) out.push_back(',');
      first = false;
      line(indent + 2);
      append_json_string(out, key_of(member));
      out += ": ";
      append_pretty(out, member.value(), indent + 2);
    }
    if (!first) line(indent);
    out.push_back('}');
  } else if (const JsonArray* array = value.if_array()) {
    out.push_back('[');
    for (const Json& element : *array) {
      if (!first) out.push_back(',');
      first = false;
      line(indent + 2);
      append_pretty(out, element, indent + 2);
    }
    if (!first) line(indent);
    out.push_back(']');
  } else {
    append_scalar(out, value);
  }
}

}  // namespace

// ECMA-262 Number::toString: the shortest digits that read back as the same double, in the notation
// its steps 6 to 12 choose from the position of the decimal point.
void append_number(std::string& out, double number) {
  if (!std::isfinite(number)) {
    out += "null";  // JSON has no such number; parse_json() lets none in
    return;
  }
  if (number == 0) {
    out.push_back('0');
    return;
  }
  if (number < 0) out.push_back('-');
  char buffer[32];
  const char* end =
      std::to_chars(buffer, buffer + sizeof buffer, std::fabs(number), std::chars_format::scientific).ptr;
  const char* mark = std::find(static_cast<const char*>(buffer), end, 'e');
  std::string digits(1, buffer[0]);
  if (mark - buffer > 2) digits.append(buffer + 2, static_cast<std::size_t>(mark - buffer - 2));
  int exponent = 0;
  std::from_chars(mark + (mark[1] == '+' ? 2 : 1), end, exponent);

  const int count = static_cast<int>(digits.size());
  const int point = exponent + 1;  // digits before the decimal point
  if (count <= point && point <= 21) {
    out += digits;
    out.append(static_cast<std::size_t>(point - count), '0');
  } else if (0 < point && point <= 21) {
    out.append(digits, 0, static_cast<std::size_t>(point));
    out.push_back('.');
    out.append(digits, static_cast<std::size_t>(point));
  } else if (-6 < point && point <= 0) {
    out += "0.";
    out.append(static_cast<std::size_t>(-point), '0');
    out += digits;
  } else {
    out.push_back(digits[0]);
    if (count > 1) {
      out.push_back('.');
      out.append(digits, 1);
    }
    out += exponent < 0 ? "e-" : "e+";
    append_integer(out, std::abs(exponent));
  }
}

void append_json_string(std::string& out, std::string_view text) {
  static constexpr char kHex[] = "0123456789abcdef";
  out.push_back('"');
  std::size_t plain = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(text[i]);
    if (c >= 0x20 && c != '"' && c != '\\') continue;
    out.append(text, plain, i - plain);
    plain = i + 1;
    out.push_back('\\');
    switch (c) {
      case '"':
      case '\\':
        out.push_back(static_cast<char>(c));
        break;
      case '\b':
        out.push_back('b');
        break;
      case '\f':
        out.push_back('f');
        break;
      case '\n':
        out.push_back('n');
        break;
      case '\r':
        out.push_back('r');
        break;
      case '\t':
        out.push_back('t');
        break;
      default:
        out += "u00";
        out.push_back(kHex[c >> 4]);
        out.push_back(kHex[c & 15u]);
    }
  }
  out.append(text, plain);
  out.push_back('"');
}

void append_canonical(std::string& out, const Json& value) {
  bool first = true;
  if (const JsonObject* object = value.if_object()) {
    std::vector<const Member*> members;
    members.reserve(object->size());
    for (const Member& member : *object) members.push_back(&member);
    std::sort(members.begin(), members.end(),
              [](const Member* a, const Member* b) { return utf16_less(key_of(*a), key_of(*b)); });
    out.push_back('{');
    for (const Member* member : members) {
      if (!first) out.push_back(',');
      first = false;
      append_json_string(out, key_of(*member));
      out.push_back(':');
      append_canonical(out, member->value());
    }
    out.push_back('}');
  } else if (const JsonArray* array = value.if_array()) {
    out.push_back('[');
    for (const Json& element : *array) {
      if (!first) out.push_back(',');
      first = false;
      append_canonical(out, element);
    }
    out.push_back(']');
  } else {
    append_scalar(out, value);
  }
}

std::string canonical_json(const Json& value) {
  std::string out;
  append_canonical(out, value);
  return out;
}

std::string pretty_json(const Json& value) {
  std::string out;
  append_pretty(out, value, 0);
  return out;
}

}  // namespace mcpjury
