#include <unicode/uchar.h>
#include <unicode/unistr.h>
#include <unicode/uspoof.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include "base/ascii.h"
#include "text/units.h"

namespace mcpjury {
namespace {

struct Range {
  char32_t first;
  char32_t last;
};

// Scripts with letters that can be taken for Latin ones: phonetic extensions, Greek, Cyrillic, Armenian,
// Cherokee, Canadian syllabics, Coptic, Lisu, and the historic alphabets of the first supplementary
// plane. Arabic, Hebrew and the Indic scripts also have single such letters, but no word of them.
constexpr std::array<Range, 14> kRanges = {{{0x250, 0x2AF},
                                            {0x370, 0x58F},
                                            {0x13A0, 0x13FF},
                                            {0x1400, 0x167F},
                                            {0x1C80, 0x1C8F},
                                            {0x1D00, 0x1D7F},
                                            {0x2C80, 0x2CFF},
                                            {0xA4D0, 0xA4FF},
                                            {0xA640, 0xA69F},
                                            {0xAB30, 0xABBF},
                                            {0x10280, 0x1037F},
                                            {0x10400, 0x104FF},
                                            {0x118A0, 0x118DF},
                                            {0x16F00, 0x16F9F}}};

bool is_foreign(char32_t code) {
  if (code < 0x250) return false;
  const auto found = std::find_if(kRanges.begin(), kRanges.end(), [code](Range r) { return code <= r.last; });
  return found != kRanges.end() && code >= found->first && u_isalpha(static_cast<UChar32>(code));
}

using Twin = std::pair<char32_t, char>;  // letter, lower-case Latin look-alike

// From the confusables data of UTS #39: the letters whose skeleton is one ASCII letter.
std::vector<Twin> make_twins() {
  UErrorCode status = U_ZERO_ERROR;
  USpoofChecker* checker = uspoof_open(&status);
  if (U_FAILURE(status)) std::abort();  // ICU without its data: the installation is broken
  std::vector<Twin> twins;
  for (const Range& range : kRanges) {
    for (char32_t code = range.first; code <= range.last; ++code) {
      if (!u_isalpha(static_cast<UChar32>(code))) continue;
      icu::UnicodeString skeleton;
      uspoof_getSkeletonUnicodeString(checker, 0, icu::UnicodeString(static_cast<UChar32>(code)), skeleton,
                                      &status);
      if (U_FAILURE(status)) std::abort();
      const char16_t letter = skeleton.length() == 1 ? skeleton[0] : u'\0';
      if ((letter | 0x20) >= 'a' && (letter | 0x20) <= 'z')
        twins.emplace_back(code, static_cast<char>(letter | 0x20));
    }
  }
  uspoof_close(checker);
  return twins;
}

char exact_twin(char32_t code) {
  static const std::vector<Twin> kTwins = make_twins();
  const auto found = std::lower_bound(kTwins.begin(), kTwins.end(), code,
                                      [](const Twin& twin, char32_t value) { return twin.first < value; });
  return found != kTwins.end() && found->first == code ? found->second : '\0';
}

char twin_of(const Unit& unit) {
  const char shape = exact_twin(unit.shape);
  const char folded = exact_twin(unit.code);
  if (shape == 'l' && folded == 'i') return 'i';  // the data gives capital I the skeleton l
  return shape != '\0' ? shape : folded;
}

// Small letters shaped like a Latin capital. Good enough inside a word that is Latin otherwise.
char loose_twin_of(const Unit& unit) {
  if (const char exact = twin_of(unit)) return exact;
  switch (unit.code) {
    case U'в':
      return 'b';
    case U'к':
    case U'κ':
      return 'k';
    case U'м':
      return 'm';
    case U'н':
    case U'һ':
      return 'h';
    case U'т':
    case U'τ':
      return 't';
    case U'η':
    case U'п':
      return 'n';
    case U'ε':
      return 'e';
    case U'ω':
      return 'w';
    default:
      return '\0';
  }
}

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t ascii = 0;
  std::size_t foreign = 0;
  std::size_t exact = 0;  // foreign letters with a look-alike
  std::size_t loose = 0;
};

// Words that hold at least one foreign letter; `ascii` counts all ASCII letters of the text.
std::vector<Word> foreign_words(const Units& units, std::size_t& ascii) {
  std::vector<Word> words;
  Word word;
  for (std::size_t i = 0; i <= units.size(); ++i) {
    const char32_t code = i < units.size() ? units[i].code : U' ';
    const bool letter = ascii::is_letter_code(code);
    const bool foreign = !letter && is_foreign(code);
    const bool part = letter || foreign || (code >= '0' && code <= '9') || (code >= 0xC0 && code < 0x370);
    if (part) {
      if (word.end != i) word = Word{i, i, 0, 0, 0, 0};
      word.end = i + 1;
      word.ascii += letter ? 1 : 0;
      ascii += letter ? 1 : 0;
      if (foreign) {
        ++word.foreign;
        word.exact += twin_of(units[i]) != '\0' ? 1 : 0;
        word.loose += loose_twin_of(units[i]) != '\0' ? 1 : 0;
      }
    } else if (word.foreign > 0) {
      words.push_back(word);
      word = Word{};
    }
  }
  return words;
}

}  // namespace

bool map_look_alikes(Units& units) {
  if (std::none_of(units.begin(), units.end(), [](const Unit& unit) { return is_foreign(unit.code); }))
    return false;
  std::size_t ascii = 0;
  const std::vector<Word> words = foreign_words(units, ascii);
  std::size_t genuine = 0;  // letters of words that are no imitation
  for (const Word& word : words) genuine += word.ascii == 0 && word.exact < word.foreign ? word.foreign : 0;
  const bool latin_text = ascii > 2 * genuine && ascii >= 8;

  bool changed = false;
  for (const Word& word : words) {
    const bool mixed = word.ascii > 0 && 2 * word.loose >= word.foreign;
    const bool imitation = word.ascii == 0 && word.foreign >= 2 && word.exact == word.foreign && latin_text;
    if (!mixed && !imitation) continue;
    for (std::size_t i = word.begin; i < word.end; ++i) {
      if (!is_foreign(units[i].code)) continue;
      if (const char twin = loose_twin_of(units[i])) {
        units[i].code = static_cast<char32_t>(twin);
        changed = true;
      }
    }
  }
  return changed;
}

}  // namespace mcpjury
