#include <algorithm>
#include <array>
#include <string>

#include "base/utf8.h"
#include "text/units.h"

namespace mcpjury {
namespace {

struct Entity {
  std::string_view name;
  char32_t code;
};

// The named entities that can stand for something a pattern looks for; accented letters hide nothing.
constexpr std::array<Entity, 44> kEntities = {{
    {"NewLine", '\n'}, {"Tab", '\t'},    {"ZeroWidthSpace", 0x200B},
    {"amp", '&'},      {"apos", '\''},   {"ast", '*'},
    {"bsol", '\\'},    {"colon", ':'},   {"comma", ','},
    {"commat", '@'},   {"dollar", '$'},  {"emsp", 0x2003},
    {"ensp", 0x2002},  {"equals", '='},  {"excl", '!'},
    {"grave", '`'},    {"gt", '>'},      {"hyphen", 0x2010},
    {"lbrace", '{'},   {"lbrack", '['},  {"lcub", '{'},
    {"lowbar", '_'},   {"lpar", '('},    {"lrm", 0x200E},
    {"lsqb", '['},     {"lt", '<'},      {"nbsp", 0xA0},
    {"num", '#'},      {"percnt", '%'},  {"period", '.'},
    {"plus", '+'},     {"quest", '?'},   {"quot", '"'},
    {"rbrace", '}'},   {"rbrack", ']'},  {"rcub", '}'},
    {"rlm", 0x200F},   {"rpar", ')'},    {"rsqb", ']'},
    {"semi", ';'},     {"shy", 0xAD},    {"sol", '/'},
    {"vert", '|'},     {"zwnj", 0x200C},
}};
static_assert(std::is_sorted(kEntities.begin(), kEntities.end(),
                             [](const Entity& a, const Entity& b) { return a.name < b.name; }));

int digit_value(char32_t code) {
  if (code >= '0' && code <= '9') return static_cast<int>(code - '0');
  if ((code | 0x20) >= 'a' && (code | 0x20) <= 'f') return static_cast<int>((code | 0x20) - 'a') + 10;
  return -1;
}

bool is_scalar(char32_t code) { return code <= 0x10FFFF && (code < 0xD800 || code > 0xDFFF); }

class Decoder {
 public:
  explicit Decoder(Units& units) : units_(units) {}

  bool run() {
    std::size_t i = 0;
    while (i < units_.size()) {
      const char32_t code = units_[i].code;
      const std::size_t used = code == '&'    ? entity(i)
                               : code == '%'  ? bytes(i, 1)
                               : code == '\\' ? backslash(i)
                                              : 0;
      if (used == 0) {
        units_[kept_++] = units_[i++];
      } else {
        i += used;
      }
    }
    const bool changed = changed_;
    units_.resize(kept_);
    return changed;
  }

 private:
  char32_t at(std::size_t i) const { return i < units_.size() ? units_[i].code : U'\0'; }

  // The units [from, from + count) become one. The output never overtakes the input.
  void emit(char32_t code, std::size_t from, std::size_t count) {
    units_[kept_++] = {code, code, units_[from].begin, units_[from + count - 1].end};
    changed_ = true;
  }

  // `digits` digits of base 16 at i, or -1.
  std::int32_t hex(std::size_t i, std::size_t digits) const {
    std::int32_t value = 0;
    for (std::size_t k = 0; k < digits; ++k) {
      const int digit = digit_value(at(i + k));
      if (digit < 0) return -1;
      value = value * 16 + digit;
    }
    return value;
  }

  std::size_t entity(std::size_t i) {
    if (at(i + 1) == '#') return numeric_entity(i);
    std::string name;
    std::size_t end = i + 1;
    while (name.size() < 15 && at(end) < 0x80 && (at(end) | 0x20) >= 'a' && (at(end) | 0x20) <= 'z') {
      name += static_cast<char>(at(end++));
    }
    if (at(end) != ';') return 0;
    const auto found = std::lower_bound(kEntities.begin(), kEntities.end(), std::string_view(name),
                                        [](const Entity& a, std::string_view b) { return a.name < b; });
    if (found == kEntities.end() || found->name != name) return 0;
    emit(found->code, i, end + 1 - i);
    return end + 1 - i;
  }

  std::size_t numeric_entity(std::size_t i) {
    const bool base16 = (at(i + 2) | 0x20) == 'x';
    const std::size_t first = i + (base16 ? 3 : 2);
    std::size_t end = first;
    char32_t value = 0;
    for (int digit; end < first + 8 && (digit = digit_value(at(end))) >= 0 && (base16 || digit < 10); ++end) {
      value = value * (base16 ? 16 : 10) + static_cast<char32_t>(digit);
    }
    if (end == first || value == 0 || !is_scalar(value)) return 0;
    const std::size_t used = end - i + (at(end) == ';' ? 1 : 0);  // browsers forgive a missing semicolon
    emit(value, i, used);
    return used;
  }

  // A run of %41 or \x41. Bytes above 7F count only as whole UTF-8 sequences; "5%de" stays as it is.
  std::size_t bytes(std::size_t i, std::size_t mark) {
    const std::size_t step = mark + 2;
    std::string raw;
    while (raw.size() < 4) {
      const std::size_t from = i + raw.size() * step;
      if (at(from) != units_[i].code || (mark == 2 && at(from + 1) != 'x')) break;
      const std::int32_t value = hex(from + mark, 2);
      if (value < 0) break;
      raw += static_cast<char>(value);
    }
    if (raw.empty()) return 0;
    const DecodedChar first = decode_utf8(raw, 0);
    if (first.valid) {
      emit(first.code, i, first.bytes * step);
      return first.bytes * step;
    }
    if (mark == 1) return 0;
    emit(static_cast<unsigned char>(raw[0]), i, step);  // "\xe9" is U+00E9 in most languages
    return step;
  }

  std::size_t backslash(std::size_t i) {
    const char32_t kind = at(i + 1);
    if (kind == 'x') return bytes(i, 2);
    if (kind == 'U') {
      const std::int32_t value = at(i + 2) == '0' && at(i + 3) == '0' ? hex(i + 4, 6) : -1;
      return code_point(value, i, 10);
    }
    if (kind != 'u') return 0;
    if (at(i + 2) == '{') {
      std::size_t digits = 0;
      while (digits < 6 && digit_value(at(i + 3 + digits)) >= 0) ++digits;
      if (digits == 0 || at(i + 3 + digits) != '}') return 0;
      return code_point(hex(i + 3, digits), i, digits + 4);
    }
    const std::int32_t value = hex(i + 2, 4);
    if (value >= 0xD800 && value < 0xDC00 && at(i + 6) == '\\' && at(i + 7) == 'u') {
      const std::int32_t low = hex(i + 8, 4);
      if (low < 0xDC00 || low > 0xDFFF) return 0;
      return code_point(0x10000 + ((value - 0xD800) << 10) + (low - 0xDC00), i, 12);
    }
    return code_point(value, i, 6);
  }

  std::size_t code_point(std::int32_t value, std::size_t i, std::size_t used) {
    if (value < 0 || !is_scalar(static_cast<char32_t>(value))) return 0;
    emit(static_cast<char32_t>(value), i, used);
    return used;
  }

  Units& units_;
  std::size_t kept_ = 0;
  bool changed_ = false;
};

}  // namespace

bool decode_escapes(Units& units) { return Decoder(units).run(); }

}  // namespace mcpjury
