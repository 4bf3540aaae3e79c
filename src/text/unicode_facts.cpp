#include "text/unicode_facts.h"

#include <unicode/normalizer2.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <cstdlib>
#include <optional>

#include "base/ascii.h"
#include "base/utf8.h"
#include "text/byte_scan.h"
#include "text/char_facts.h"

namespace mcpjury {
namespace {

bool is_private_use(char32_t code) {
  return (code >= 0xE000 && code <= 0xF8FF) || (code >= 0xF0000 && code <= 0x10FFFD);
}

bool is_bidi_mark(char32_t code) { return code == 0x200E || code == 0x200F || code == 0x61C; }

// The kind of a character that is hidden unless its place excuses it.
std::optional<HiddenKind> kind_of(char32_t code) {
  if (is_hidden_control(code)) return HiddenKind::kControl;
  if (code < 0xAD) return std::nullopt;
  if (is_bidi_mark(code) || (code >= 0x202A && code <= 0x202E) || (code >= 0x2066 && code <= 0x2069)) {
    return HiddenKind::kBidiControl;
  }
  switch (code) {
    case 0x200B:
    case 0x200C:
    case 0x200D:
    case 0x2060:
    case 0xFEFF:
    case 0x180E:
    case 0x115F:
    case 0x1160:
    case 0x3164:
    case 0xFFA0:
      return HiddenKind::kZeroWidth;
    default:
      break;
  }
  if (code >= 0xE0000 && code <= 0xE007F) return HiddenKind::kTag;
  if (is_variation_selector(code)) return HiddenKind::kVariationSelector;
  if (is_private_use(code)) return HiddenKind::kPrivateUse;
  if (is_ignorable(code)) return HiddenKind::kOtherIgnorable;
  return std::nullopt;
}

struct Decoded {
  std::u32string codes;
  std::vector<std::size_t> offsets;  // one more than codes
  bool any_rtl = false;
};

Decoded decode(std::string_view text) {
  Decoded out;
  out.codes.reserve(text.size());
  out.offsets.reserve(text.size() + 1);
  for (std::size_t at = 0; at < text.size();) {
    const DecodedChar next = decode_utf8(text, at);
    out.codes += next.code;
    out.offsets.push_back(at);
    at += next.bytes;
    out.any_rtl = out.any_rtl || is_rtl(next.code);
  }
  out.offsets.push_back(text.size());
  return out;
}

// A first look without memory: most texts with other letters hide nothing either.
bool may_hide(std::string_view text) {
  for (std::size_t at = 0; at < text.size();) {
    const auto byte = static_cast<unsigned char>(text[at]);
    if (byte >= 0x20 && byte < 0x7F) {
      ++at;
      continue;
    }
    const DecodedChar next = decode_utf8(text, at);
    const bool common = (next.code >= 0x3000 && next.code < 0x3164) ||
                        (next.code >= 0x3165 && next.code < 0xE000) ||
                        (next.code >= 0x2070 && next.code < 0x3000);
    if (!common && kind_of(next.code)) return true;
    at += next.bytes;
  }
  return false;
}

const USpoofChecker* checker() {
  static const USpoofChecker* const kChecker = [] {
    UErrorCode status = U_ZERO_ERROR;
    USpoofChecker* opened = uspoof_open(&status);
    if (U_SUCCESS(status)) uspoof_setChecks(opened, USPOOF_RESTRICTION_LEVEL, &status);
    if (U_FAILURE(status)) std::abort();  // ICU without its data: the installation is broken
    return opened;
  }();
  return kChecker;
}

const icu::Normalizer2& nfkc_casefold_data() {
  static const icu::Normalizer2* const kInstance = [] {
    UErrorCode status = U_ZERO_ERROR;
    const icu::Normalizer2* instance = icu::Normalizer2::getNFKCCasefoldInstance(status);
    if (U_FAILURE(status)) std::abort();
    return instance;
  }();
  return *kInstance;
}

std::string icu_skeleton(std::string_view text) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::UnicodeString folded = nfkc_casefold_data().normalize(
      icu::UnicodeString::fromUTF8(icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size()))),
      status);
  icu::UnicodeString result;
  uspoof_getSkeletonUnicodeString(checker(), 0, folded, result, &status);
  std::string out;
  if (U_SUCCESS(status)) result.toUTF8String(out);
  return out;
}

// Names are nearly always ASCII, and an ASCII character has the same skeleton wherever it stands: itself in
// lower case but for these. A test compares them with the library, which takes long to wake up.
void append_ascii_skeleton(std::string& out, char c) {
  switch (c) {
    case '"':
      out += "''";
      break;
    case '%':
      out += "\xC2\xBA/\xE2\x82\x80";
      break;
    case '0':
      out += 'O';
      break;
    case '1':
    case '|':
      out += 'l';
      break;
    case 'M':
    case 'm':
      out += "rn";
      break;
    case '`':
      out += '\'';
      break;
    default:
      out += ascii::lower(c);
  }
}

}  // namespace

std::vector<HiddenChars> find_hidden(std::string_view text) {
  std::vector<HiddenChars> found;
  if ((byte_traits(text) & (kNonAsciiBytes | kControlBytes)) == 0 || !may_hide(text)) return found;
  const Decoded all = decode(text);
  const auto at = [&all](std::size_t i) { return i < all.codes.size() ? all.codes[i] : U'\0'; };
  std::size_t flag_end = 0;  // tags before this index belong to an emoji flag
  for (std::size_t i = 0; i < all.codes.size(); ++i) {
    const char32_t code = all.codes[i];
    if (code == 0x1F3F4) flag_end = i + 1 + flag_tags_length(all.codes, i + 1);
    const auto kind = kind_of(code);
    if (!kind) continue;
    const char32_t before = i > 0 ? at(i - 1) : U'\0';
    if (code == 0xFEFF && i == 0) continue;
    if (*kind == HiddenKind::kTag && i < flag_end) continue;
    if (is_bidi_mark(code) && all.any_rtl && !is_bidi_mark(before) && !is_bidi_mark(at(i + 1))) continue;
    if (is_ignorable_in_place(i > 1 ? at(i - 2) : U'\0', before, code, at(i + 1), at(i + 2))) continue;
    if (!found.empty() && found.back().kind == *kind && found.back().end == all.offsets[i]) {
      found.back().end = all.offsets[i + 1];
      ++found.back().count;
    } else {
      found.push_back({*kind, all.offsets[i], all.offsets[i + 1], 1});
    }
  }
  return found;
}

std::string decode_hidden_message(std::string_view run) {
  std::string tags;
  std::string selectors;
  for (std::size_t at = 0; at < run.size();) {
    const DecodedChar next = decode_utf8(run, at);
    at += next.bytes;
    const char32_t code = next.code;
    if (code >= 0xE0020 && code <= 0xE007E) tags += static_cast<char>(code - 0xE0000);
    if (code >= 0xFE00 && code <= 0xFE0F) selectors += static_cast<char>(code - 0xFE00);
    if (code >= 0xE0100 && code <= 0xE01EF) selectors += static_cast<char>(code - 0xE0100 + 16);
  }
  if (!tags.empty()) return tags;
  // Selectors also occur alone after honest characters: only bytes that read as text are a message.
  for (const char c : selectors) {
    const auto byte = static_cast<unsigned char>(c);
    if ((byte < 0x20 && byte != '\t' && byte != '\n' && byte != '\r') || byte == 0x7F) return {};
  }
  return is_valid_utf8(selectors) ? selectors : std::string();
}

const char* name_of(HiddenKind kind) {
  switch (kind) {
    case HiddenKind::kZeroWidth:
      return "zero-width";
    case HiddenKind::kBidiControl:
      return "bidi-control";
    case HiddenKind::kTag:
      return "tag";
    case HiddenKind::kVariationSelector:
      return "variation-selector";
    case HiddenKind::kControl:
      return "control";
    case HiddenKind::kOtherIgnorable:
      return "other-ignorable";
    case HiddenKind::kPrivateUse:
      return "private-use";
  }
  return "unknown";
}

NameFacts name_facts(std::string_view name) {
  NameFacts facts;
  facts.ascii = is_ascii(name);
  facts.skeleton = skeleton(name);
  if (facts.ascii) return facts;
  facts.confusable_with_ascii = is_ascii(facts.skeleton);

  UErrorCode status = U_ZERO_ERROR;
  USpoofCheckResult* result = uspoof_openCheckResult(&status);
  uspoof_check2UTF8(checker(), name.data(), static_cast<std::int32_t>(name.size()), result, &status);
  const URestrictionLevel level = uspoof_getCheckResultRestrictionLevel(result, &status);
  uspoof_closeCheckResult(result);
  // Latin with Han, kana, Hangul or Bopomofo is one writing system and at most "highly restrictive".
  facts.mixed_script = U_SUCCESS(status) && level > USPOOF_HIGHLY_RESTRICTIVE;
  return facts;
}

std::string skeleton(std::string_view text) {
  if (!is_ascii(text)) return icu_skeleton(text);
  std::string out;
  out.reserve(text.size() + 8);
  for (const char c : text) append_ascii_skeleton(out, c);
  return out;
}

}  // namespace mcpjury
