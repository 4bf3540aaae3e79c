#include "text/units.h"

#include <algorithm>
#include <limits>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/char_facts.h"

namespace mcpjury {
namespace {

bool is_word(char32_t code) {
  return ascii::is_letter_code(code) || (code >= '0' && code <= '9') || code >= 0x80;
}
bool is_spacer(char32_t code) { return code == ' ' || code == '.' || code == '-' || code == '_'; }

// ESC [ parameters intermediates final, or the one-character form U+009B. Only these go as a whole:
// what other sequences carry (window titles, links) is text that a model reads.
std::size_t csi_length(const Units& units, std::size_t at) {
  std::size_t i = at;
  if (units[i].code == 0x9B) {
    ++i;
  } else if (units[i].code == 0x1B && i + 1 < units.size() && units[i + 1].code == '[') {
    i += 2;
  } else {
    return 0;
  }
  constexpr std::size_t kMaxParameters = 64;
  const std::size_t stop = std::min(units.size(), i + kMaxParameters);
  while (i < stop && units[i].code >= 0x20 && units[i].code <= 0x3F) ++i;
  return i < stop && units[i].code >= 0x40 && units[i].code <= 0x7E ? i + 1 - at : 0;
}

}  // namespace

Units to_units(std::string_view text) {
  text = text.substr(0, std::numeric_limits<std::uint32_t>::max());
  Units units;
  units.reserve(text.size());
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar next = decode_utf8(text, at);
    const auto begin = static_cast<std::uint32_t>(at);
    units.push_back({next.code, next.code, begin, begin + next.bytes});
    at += next.bytes;
  }
  return units;
}

bool remove_hidden(Units& units) {
  std::u32string codes;
  codes.reserve(units.size());
  for (const Unit& unit : units) codes += unit.code;
  const auto at = [&codes](std::size_t i) { return i < codes.size() ? codes[i] : U'\0'; };

  std::size_t kept = 0;
  std::size_t flag_end = 0;
  bool changed = false;
  for (std::size_t i = 0; i < units.size(); ++i) {
    const char32_t code = codes[i];
    if (code == 0x1F3F4) flag_end = i + 1 + flag_tags_length(codes, i + 1);
    if (is_hidden_control(code)) {
      changed = true;
      if (const std::size_t length = csi_length(units, i)) {
        i += length - 1;
        continue;
      }
      if (code != '\v' && code != '\f' && code != 0x85) continue;
      units[i].code = ' ';
    } else if (is_ignorable(code) && i >= flag_end) {
      const char32_t before2 = i > 1 ? codes[i - 2] : U'\0';
      const char32_t before = i > 0 ? codes[i - 1] : U'\0';
      // A soft hyphen is invisible even where it is honest, and parts the word for a pattern.
      if (code == 0xAD || !is_ignorable_in_place(before2, before, code, at(i + 1), at(i + 2))) {
        changed = true;
        continue;
      }
    }
    units[kept++] = units[i];
  }
  units.resize(kept);
  return changed;
}

bool close_spaced_letters(Units& units) {
  constexpr std::size_t kMinLetters = 4;
  std::size_t kept = 0;
  bool changed = false;
  const auto word_at = [&units](std::size_t i) { return i < units.size() && is_word(units[i].code); };
  for (std::size_t i = 0; i < units.size();) {
    // `before` is read from the kept part: units behind i may have been overwritten.
    const bool starts = ascii::is_letter_code(units[i].code) && !word_at(i + 1) &&
                        (kept == 0 || !is_word(units[kept - 1].code));
    std::size_t letters = 0;
    if (starts && i + 1 < units.size() && is_spacer(units[i + 1].code)) {
      const char32_t spacer = units[i + 1].code;
      letters = 1;
      std::size_t next = i + 2;
      while (next < units.size() && units[next - 1].code == spacer &&
             ascii::is_letter_code(units[next].code) && !word_at(next + 1)) {
        ++letters;
        next += 2;
      }
    }
    if (letters < kMinLetters) {
      const std::size_t count = letters == 0 ? 1 : 2 * letters - 1;
      for (std::size_t k = 0; k < count; ++k) units[kept++] = units[i++];
      continue;
    }
    for (std::size_t k = 0; k < letters; ++k) units[kept++] = units[i + 2 * k];
    i += 2 * letters - 1;
    changed = true;
  }
  units.resize(kept);
  return changed;
}

}  // namespace mcpjury
