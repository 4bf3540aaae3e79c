#include "text/char_facts.h"

#include <unicode/uchar.h>
#include <unicode/uscript.h>

namespace mcpjury {
namespace {

constexpr char32_t kZwnj = 0x200C;
constexpr char32_t kZwj = 0x200D;
constexpr char32_t kSoftHyphen = 0xAD;
constexpr char32_t kKeycap = 0x20E3;

UChar32 icu(char32_t code) { return static_cast<UChar32>(code); }

bool is_emoji(char32_t code) {
  return code >= 0x80 && (u_hasBinaryProperty(icu(code), UCHAR_EMOJI) ||
                          u_hasBinaryProperty(icu(code), UCHAR_EXTENDED_PICTOGRAPHIC));
}

// Scripts whose spelling uses ZWJ and ZWNJ.
bool uses_joiners(char32_t code) {
  if (code < 0x600) return false;
  UErrorCode status = U_ZERO_ERROR;
  switch (uscript_getScript(icu(code), &status)) {
    case USCRIPT_ARABIC:
    case USCRIPT_SYRIAC:
    case USCRIPT_NKO:
    case USCRIPT_MANDAIC:
    case USCRIPT_MONGOLIAN:
    case USCRIPT_DEVANAGARI:
    case USCRIPT_BENGALI:
    case USCRIPT_GURMUKHI:
    case USCRIPT_GUJARATI:
    case USCRIPT_ORIYA:
    case USCRIPT_TAMIL:
    case USCRIPT_TELUGU:
    case USCRIPT_KANNADA:
    case USCRIPT_MALAYALAM:
    case USCRIPT_SINHALA:
    case USCRIPT_KHMER:
    case USCRIPT_MYANMAR:
    case USCRIPT_TIBETAN:
      return true;
    default:
      return false;
  }
}

bool is_joiner_in_place(char32_t before2, char32_t before, char32_t code, char32_t after) {
  if (uses_joiners(before)) return true;
  if (code == kZwnj) return false;
  const bool modified = before == 0xFE0F && is_emoji(before2);
  return (is_emoji(before) || modified) && is_emoji(after);
}

bool is_selector_in_place(char32_t before, char32_t code, char32_t after) {
  if (code == 0xFE0E || code == 0xFE0F) {
    if (before < 0x80) return after == kKeycap && before != 0;
    if (is_emoji(before)) return true;
  }
  if (code >= 0x180B && code <= 0x180F) return before >= 0x1820 && before <= 0x18AA;
  if (u_hasBinaryProperty(icu(before), UCHAR_IDEOGRAPHIC)) return true;
  // VS1 to VS3 choose a form of mathematical signs, of Asian punctuation and of Myanmar letters.
  const bool varies = (before >= 0x2190 && u_charType(icu(before)) == U_MATH_SYMBOL) ||
                      (before >= 0x3000 && before <= 0x30FF) || (before >= 0xFF00 && before <= 0xFFEF) ||
                      (before >= 0x1000 && before <= 0x109F);
  return code >= 0xFE00 && code <= 0xFE02 && varies;
}

}  // namespace

bool is_ignorable(char32_t code) {
  if (code < 0xAD) return false;
  if (code >= 0xFFF9 && code <= 0xFFFB) return true;
  return u_hasBinaryProperty(icu(code), UCHAR_DEFAULT_IGNORABLE_CODE_POINT) != 0;
}

bool is_hidden_control(char32_t code) {
  if (code < 0x20) return code != '\t' && code != '\n' && code != '\r';
  return code >= 0x7F && code <= 0x9F;
}

bool is_variation_selector(char32_t code) {
  return (code >= 0xFE00 && code <= 0xFE0F) || (code >= 0xE0100 && code <= 0xE01EF);
}

bool is_rtl(char32_t code) {
  if (code < 0x590) return false;
  const UCharDirection direction = u_charDirection(icu(code));
  return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

bool is_ignorable_in_place(char32_t before2, char32_t before, char32_t code, char32_t after,
                           char32_t after2) {
  if (code == kZwj || code == kZwnj) return is_joiner_in_place(before2, before, code, after);
  if (is_variation_selector(code) || (code >= 0x180B && code <= 0x180F && code != 0x180E)) {
    return is_selector_in_place(before, code, after);
  }
  if (code == kSoftHyphen) {
    // One inside a word is typography; one between all letters hides the word.
    return u_isalpha(icu(before)) && u_isalpha(icu(after)) && before2 != kSoftHyphen && after2 != kSoftHyphen;
  }
  if (code == 0x34F) return before >= 0x591 && before <= 0x5F4;  // Hebrew points use the grapheme joiner
  if (code == 0x115F || code == 0x1160) return after >= 0x1100 && after <= 0x11FF;  // old Hangul syllables
  return false;
}

std::size_t flag_tags_length(std::u32string_view text, std::size_t at) {
  std::size_t length = 0;
  while (at + length < text.size() && length <= 6) {
    const char32_t code = text[at + length];
    if (code == 0xE007F) return length >= 3 ? length + 1 : 0;
    const bool letter = (code >= 0xE0030 && code <= 0xE0039) || (code >= 0xE0061 && code <= 0xE007A);
    if (!letter) return 0;
    ++length;
  }
  return 0;
}

}  // namespace mcpjury
