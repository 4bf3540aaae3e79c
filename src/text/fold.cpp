#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstdlib>

#include "base/ascii.h"
#include "text/char_facts.h"
#include "text/units.h"

namespace mcpjury {
namespace {

// Longer runs of combining marks are cut: sorting them would not be linear (UAX #15, stream-safe text).
constexpr std::size_t kMaxCluster = 32;

UChar32 icu_code(char32_t code) { return static_cast<UChar32>(code); }

const icu::Normalizer2& casefold() {
  static const icu::Normalizer2* const kInstance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* instance = icu::Normalizer2::getNFKCCasefoldInstance(status);
    if (U_FAILURE(status)) std::abort();  // ICU without its data: the installation is broken
    return instance;
  }();
  return *kInstance;
}

bool in(char32_t code, char32_t first, char32_t last) { return code >= first && code <= last; }

bool is_wide_punctuation(char32_t code) {
  return in(code, 0xFF01, 0xFF0F) || in(code, 0xFF1A, 0xFF20) || in(code, 0xFF3B, 0xFF40) ||
         in(code, 0xFF5B, 0xFF5E);
}

bool is_wide_alnum(char32_t code) {
  return in(code, 0xFF10, 0xFF19) || in(code, 0xFF21, 0xFF3A) || in(code, 0xFF41, 0xFF5A);
}

// Blocks of marks that are drawn over any letter.
bool is_overlay(char32_t code) {
  return in(code, 0x300, 0x36F) || in(code, 0x1AB0, 0x1AFF) || in(code, 0x1DC0, 0x1DFF) ||
         in(code, 0x20D0, 0x20FF) || in(code, 0xFE20, 0xFE2F);
}

bool folds(char32_t code, bool wide_text) {
  if (in(code, 0x249C, 0x24E9) || in(code, 0x1F100, 0x1F16C) || in(code, 0xFE50, 0xFE6F)) return true;
  if (is_wide_punctuation(code)) return wide_text;
  if (is_ignorable(code) || code == 0x2139) return false;  // U+2139 is a letter by category, a sign in use
  constexpr std::uint32_t kFolding = U_GC_L_MASK | U_GC_M_MASK | U_GC_ND_MASK | U_GC_NL_MASK | U_GC_ZS_MASK;
  return (U_GET_GC_MASK(icu_code(code)) & kFolding) != 0;
}

// Letters NFKC leaves alone although they are only styles of A to Z; 0 for all others.
char32_t styled_letter(char32_t code) {
  static constexpr std::u32string_view kSmallCapitals =
      U"ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘꞯʀꜱᴛᴜᴠᴡ\0ʏᴢ";
  if (in(code, 0x262, 0xA7AF)) {
    const std::size_t at = kSmallCapitals.find(code);
    if (at != std::u32string_view::npos) return U'a' + static_cast<char32_t>(at);
  }
  return 0;
}

char32_t block_letter(char32_t code) {
  if (in(code, 0x1F150, 0x1F169)) return U'a' + (code - 0x1F150);
  if (in(code, 0x1F170, 0x1F189)) return U'a' + (code - 0x1F170);
  return 0;
}

// Folds units [from, from + count) as one string and appends the result to `out`.
bool fold_cluster(const Units& units, std::size_t from, std::size_t count, Units& out) {
  icu::UnicodeString original;
  for (std::size_t i = from; i < from + count; ++i) original.append(icu_code(units[i].code));
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString folded = casefold().normalize(original, status);
  if (U_FAILURE(status)) {
    out.insert(out.end(), units.begin() + static_cast<std::ptrdiff_t>(from),
               units.begin() + static_cast<std::ptrdiff_t>(from + count));
    return false;
  }
  const auto length = static_cast<std::size_t>(folded.countChar32());
  const bool one_to_one = length == count;
  bool changed = folded != icu::UnicodeString(original).foldCase();
  char32_t base = 0;
  std::size_t index = 0;
  for (std::int32_t i = 0; i < folded.length(); i = folded.moveIndex32(i, 1), ++index) {
    const auto code = static_cast<char32_t>(folded.char32At(i));
    if (!is_overlay(code)) {
      base = code;
    } else if (ascii::is_letter_code(base)) {
      changed = true;
      continue;
    }
    if (one_to_one) {
      const Unit& source = units[from + index];
      out.push_back({code, source.code, source.begin, source.end});
    } else {
      out.push_back({code, code, units[from].begin, units[from + count - 1].end});
    }
  }
  return changed;
}

}  // namespace

bool is_quiet(char32_t code) {
  if (code < 0x80) return true;
  if (code < 0x17F) {
    // Not: C1 controls, no-break space, soft hyphen, ordinals, and the letters NFKC takes apart.
    return code > 0xA0 && code != 0xAA && code != 0xAD && code != 0xB5 && code != 0xBA &&
           !in(code, 0x132, 0x133) && !in(code, 0x13F, 0x140) && code != 0x149;
  }
  if (code < 0x2010) return false;
  if (code < 0x4E00) {
    return in(code, 0x2010, 0x2027) || in(code, 0x2030, 0x205E) || in(code, 0x20A0, 0x20BF) ||
           in(code, 0x2190, 0x245F) || in(code, 0x2500, 0x2BFF) || in(code, 0x3001, 0x3020) ||
           in(code, 0x3041, 0x3096) || in(code, 0x30A1, 0x30FE) || in(code, 0x3400, 0x4DBF) || code == 0x2122;
  }
  return in(code, 0x4E00, 0x9FFF) || in(code, 0xAC00, 0xD7A3) || is_wide_punctuation(code) ||
         in(code, 0x1F300, 0x1F3F3) || in(code, 0x1F3F5, 0x1F64F) || in(code, 0x1F680, 0x1F6FF) ||
         in(code, 0x1F900, 0x1FAFF);
}

bool fold(Units& units) {
  const bool wide_text =
      std::any_of(units.begin(), units.end(), [](const Unit& unit) { return is_wide_alnum(unit.code); });
  const auto joins = [&units](std::size_t i) {
    if (i >= units.size() || units[i].code < 0x300 || is_quiet(units[i].code)) return false;
    return !is_ignorable(units[i].code) && !casefold().hasBoundaryBefore(icu_code(units[i].code));
  };
  const auto block_at = [&units](std::size_t i) {
    return i < units.size() && block_letter(units[i].code) != 0;
  };

  Units out;
  out.reserve(units.size());
  bool changed = false;
  for (std::size_t i = 0; i < units.size();) {
    const Unit& unit = units[i];
    std::size_t count = 1;
    while (count < kMaxCluster && joins(i + count)) ++count;
    const char32_t styled = styled_letter(unit.code);
    const bool block =
        block_at(i) && (block_at(i + 1) || (i > 0 && block_at(i - 1)));  // alone it is an emoji
    if (styled != 0 || block) {
      out.push_back({styled != 0 ? styled : block_letter(unit.code), unit.code, unit.begin, unit.end});
      changed = true;
      count = 1;
    } else if (count == 1 && unit.code < 0x80) {
      const char32_t lower = unit.code >= 'A' && unit.code <= 'Z' ? unit.code + 32 : unit.code;
      out.push_back({lower, unit.code, unit.begin, unit.end});
    } else if (count == 1 && (!folds(unit.code, wide_text) || (unit.code >= 0x2010 && is_quiet(unit.code) &&
                                                               !is_wide_punctuation(unit.code)))) {
      out.push_back(unit);
    } else {
      changed = fold_cluster(units, i, count, out) || changed;
    }
    i += count;
  }
  units = std::move(out);
  return changed;
}

}  // namespace mcpjury
