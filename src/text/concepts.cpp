#include "text/concepts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <initializer_list>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/word_index.h"

namespace mcpjury {
namespace {

// FNV-1a, 64 bits: two entries of the lexicon that fall together would mean the wrong thing once; a table
// tells them apart by 47 bits and holds fewer than 2^15, so that is not expected before the sun goes out.
constexpr std::uint64_t kHashStart = 0xCBF29CE484222325u;
constexpr std::uint64_t step(std::uint64_t hash, char c) {
  return (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
}
constexpr std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = kHashStart;
  for (const char c : text) hash = step(hash, c);
  return hash;
}
// Of an entry that matches inside running text.
constexpr std::uint64_t inside(std::uint64_t hash) { return hash * 0x9E3779B97F4A7C15u + 1; }

// Eight bytes: the tables are built in every run of the program, and what counts is the memory they touch.
struct Entry {
  std::uint32_t tag = 0;  // 0: free
  std::uint16_t meaning = 0;
  bool longer = false;
  bool stem = false;
};

// Open addressing over hashes: the words themselves need not be kept, and what they mean is a number.
class Table {
 public:
  Table() : slots_(kSlots), meanings_(1, Sense{0}) {}

  Entry& at(std::uint64_t hash) {
    std::size_t i = first_slot(hash);
    while (slots_[i].tag != 0 && slots_[i].tag != tag_of(hash)) i = (i + 1) & (kSlots - 1);
    used_ += slots_[i].tag == 0 ? 1 : 0;
    slots_[i].tag = tag_of(hash);
    return slots_[i];
  }
  const Entry* find(std::uint64_t hash) const {
    std::size_t i = first_slot(hash);
    while (slots_[i].tag != 0) {
      if (slots_[i].tag == tag_of(hash)) return &slots_[i];
      i = (i + 1) & (kSlots - 1);
    }
    return nullptr;
  }
  Sense sense_of(const Entry& entry) const { return meanings_[entry.meaning]; }
  void add(Entry& entry, Sense sense) {
    const Sense both = sense_of(entry) | sense;
    // A list is added word by word, so the same meaning is asked for again and again.
    const std::uint64_t mixed =
        (static_cast<std::uint64_t>(both) ^ static_cast<std::uint64_t>(both >> 64)) * 0x9E3779B97F4A7C15u;
    std::uint16_t& hint = hints_[mixed >> 56];
    if (hint < meanings_.size() && meanings_[hint] == both) {
      entry.meaning = hint;
      return;
    }
    std::size_t known = meanings_.size();
    while (known > 0 && meanings_[known - 1] != both) --known;
    if (known == 0) {
      meanings_.resize(meanings_.size() + 1);
      meanings_.back() = both;
      known = meanings_.size();
    }
    hint = static_cast<std::uint16_t>(known - 1);
    entry.meaning = static_cast<std::uint16_t>(known - 1);
  }
  std::size_t used() const { return used_; }

 private:
  static constexpr std::size_t kSlots = 1u << 15;
  static std::size_t first_slot(std::uint64_t hash) { return hash & (kSlots - 1); }
  static std::uint32_t tag_of(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32) | 1u; }

  std::vector<Entry> slots_;
  std::vector<Sense> meanings_;  // one for each set of meanings that occurs
  std::array<std::uint16_t, 256> hints_{};
  std::size_t used_ = 0;
};

struct Irregular {
  std::string_view form, base;
};
constexpr std::array<Irregular, 33> kIrregular = {{
    {"brought", "bring"},
    {"chosen", "choose"},
    {"did", "do"},
    {"done", "do"},
    {"drawn", "draw"},
    {"fed", "feed"},
    {"forgotten", "forget"},
    {"found", "find"},
    {"gave", "give"},
    {"given", "give"},
    {"gone", "go"},
    {"got", "get"},
    {"kept", "keep"},
    {"left", "leave"},
    {"made", "make"},
    {"overridden", "override"},
    {"paid", "pay"},
    {"ran", "run"},
    {"said", "say"},
    {"sent", "send"},
    {"shown", "show"},
    {"sought", "seek"},
    {"spoken", "speak"},
    {"stolen", "steal"},
    {"swept", "sweep"},
    {"taken", "take"},
    {"thrown", "throw"},
    {"told", "tell"},
    {"took", "take"},
    {"went", "go"},
    {"withheld", "withhold"},
    {"written", "write"},
    {"wrote", "write"},
}};
static_assert(std::is_sorted(kIrregular.begin(), kIrregular.end(),
                             [](const Irregular& a, const Irregular& b) { return a.form < b.form; }));

bool is_ideograph(std::string_view word) {
  if (word.empty()) return false;
  const char32_t code = decode_utf8(word, 0).code;
  return (code >= 0x3040 && code <= 0x30FF) || (code >= 0x3400 && code <= 0x9FFF);
}

class Lexicon {
 public:
  explicit Lexicon(std::initializer_list<std::span<const ConceptList>> parts, Sense language) {
    for (const std::span<const ConceptList> lists : parts) add(lists, language);
    assert(table_.used() < (1u << 14) + (1u << 13));
  }

  const Entry* find(std::string_view key) const { return table_.find(hash_of(key)); }
  const Entry* find_inside(std::uint64_t hash) const { return table_.find(inside(hash)); }
  Sense sense_of(const Entry& entry) const { return table_.sense_of(entry); }
  WordMeaning of(const Entry& entry, WordForm form) const { return {sense_of(entry), form, entry.longer}; }

  static const Lexicon& english() {
    static const Lexicon kLexicon({concept_words_english(), concept_words_english_things(),
                                   concept_words_english_more(), concept_words_english_manner()},
                                  0);
    return kLexicon;
  }
  // Most servers speak English only: built when the first text is met that may not be.
  static const Lexicon& foreign() {
    static const Lexicon kLexicon({concept_words_europe(), concept_words_europe_more(), concept_words_asia(),
                                   concept_words_asia_more()},
                                  sense::kForeign);
    return kLexicon;
  }

 private:
  void add(std::span<const ConceptList> lists, Sense language) {
    for (const ConceptList& list : lists) {
      for (std::size_t at = 0; at < list.words.size();) {
        const std::size_t blank = std::min(list.words.find(' ', at), list.words.size());
        const std::string_view word = list.words.substr(at, blank - at);
        at = blank + 1;
        if (word.empty()) continue;
        if (is_ideograph(word)) {
          add_running(word, list.sense | language);
        } else {
          add_word(word, list.sense | language);
        }
      }
    }
  }

  void add_running(std::string_view word, Sense meaning) {
    std::uint64_t hash = kHashStart;
    for (std::size_t i = 0; i < word.size(); ++i) {
      const bool edge = i > 0 && (static_cast<unsigned char>(word[i]) & 0xC0) != 0x80;
      if (edge) table_.at(inside(hash)).longer = true;
      hash = step(hash, word[i]);
    }
    table_.add(table_.at(inside(hash)), meaning);
  }

  void add_word(std::string_view word, Sense meaning) {
    std::uint64_t hash = kHashStart;
    const std::size_t end = word.ends_with('*') ? word.size() - 1 : word.size();
    for (std::size_t i = 0; i < end; ++i) {
      if (word[i] == '_') {
        table_.at(hash).longer = true;
        hash = step(hash, ' ');
      } else {
        hash = step(hash, word[i]);
      }
    }
    if (end < word.size()) {
      // The stem is the last word of the phrase.
      const std::size_t blank = word.rfind('_');
      const std::size_t begin = blank == std::string_view::npos ? 0 : blank + 1;
      table_.at(hash_of(word.substr(begin, end - begin))).stem = true;
    }
    table_.add(table_.at(hash), meaning);
  }

  Table table_;
};

bool ends(std::string_view word, std::string_view tail) {
  return word.size() > tail.size() + 1 && word.substr(word.size() - tail.size()) == tail;
}

// "using" is no form of "us".
constexpr std::size_t kShortestVerb = 3;

// The base form of an inflected English word that the lexicon has.
WordMeaning inflected(std::string_view word, std::string& base) {
  const Lexicon& lexicon = Lexicon::english();
  const auto irregular =
      std::lower_bound(kIrregular.begin(), kIrregular.end(), word,
                       [](const Irregular& entry, std::string_view form) { return entry.form < form; });
  if (irregular != kIrregular.end() && irregular->form == word) {
    base = irregular->base;
    if (const Entry* entry = lexicon.find(irregular->base)) return lexicon.of(*entry, WordForm::kPast);
  }
  const auto attempt = [&](std::size_t cut, std::string_view tail) -> const Entry* {
    base.assign(word.substr(0, word.size() - cut));
    base += tail;
    if (base.size() < kShortestVerb && base != "go" && base != "do" && base != "id") return nullptr;
    return lexicon.find(base);
  };
  struct Ending {
    std::string_view ending, tail;
    WordForm form;
  };
  constexpr Ending kEndings[] = {
      {"'s", "", WordForm::kThird}, {"s'", "s", WordForm::kThird}, {"ies", "y", WordForm::kThird},
      {"es", "", WordForm::kThird}, {"s", "", WordForm::kThird},   {"ied", "y", WordForm::kPast},
      {"ed", "", WordForm::kPast},  {"d", "", WordForm::kPast},    {"ing", "", WordForm::kIng},
      {"ing", "e", WordForm::kIng},
  };
  const char last = word.empty() ? '\0' : word.back();
  if (last != 's' && last != '\'' && last != 'd' && last != 'g') return {};
  for (const Ending& ending : kEndings) {
    if (ending.ending.back() != last || !ends(word, ending.ending)) continue;
    if (const Entry* entry = attempt(ending.ending.size(), ending.tail))
      return lexicon.of(*entry, ending.form);
    const bool doubles = (ending.form == WordForm::kIng || ending.ending == "ed") && ending.tail.empty();
    const std::size_t cut = ending.ending.size();
    if (doubles && word.size() > cut + 3 && word[word.size() - cut - 1] == word[word.size() - cut - 2]) {
      if (const Entry* entry = attempt(cut + 1, "")) return lexicon.of(*entry, ending.form);
    }
  }
  return {};
}

}  // namespace

WordMeaning meaning_of(std::string_view words, std::string* base) {
  const Lexicon& lexicon = Lexicon::english();
  std::string scratch;
  std::string& stem_of = base != nullptr ? *base : scratch;
  const bool single = words.find(' ') == std::string_view::npos;
  if (const Entry* entry = lexicon.find(words)) {
    if (entry->meaning != 0 || !single) return lexicon.of(*entry, WordForm::kBase);
    WordMeaning meaning = inflected(words, stem_of);
    meaning.longer = true;
    return meaning;
  }
  return single ? inflected(words, stem_of) : WordMeaning{};
}

WordMeaning meaning_in_any_language(std::string_view words, std::string* base) {
  WordMeaning english = meaning_of(words, base);
  if (english.sense != 0) return english;  // the sentence decides which one counts
  const Lexicon& lexicon = Lexicon::foreign();
  const auto with = [&](const Entry& entry) {
    WordMeaning meaning = lexicon.of(entry, WordForm::kBase);
    meaning.longer = meaning.longer || english.longer;
    return meaning;
  };
  if (const Entry* entry = lexicon.find(words)) return with(*entry);
  // Endings of other languages: the longest stem that the last word begins with.
  const std::size_t blank = words.rfind(' ');
  const std::size_t last = blank == std::string_view::npos ? 0 : blank + 1;
  if (last >= words.size() || static_cast<unsigned char>(words[last]) < 0x80) return english;
  for (std::size_t end = words.size() - 1; end > last + 1; --end) {
    if ((static_cast<unsigned char>(words[end]) & 0xC0) == 0x80) continue;
    const Entry* stem = lexicon.find(words.substr(last, end - last));
    if (stem == nullptr || !stem->stem) continue;
    if (last == 0) return with(*stem);
    if (const Entry* entry = lexicon.find(words.substr(0, end))) return with(*entry);
  }
  return english;
}

std::size_t meaning_at(std::string_view text, Sense& out) {
  const Lexicon& lexicon = Lexicon::foreign();
  std::size_t best = 0;
  std::uint64_t hash = kHashStart;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = at + decode_utf8(text, at).bytes;
    for (; at < end && at < text.size(); ++at) hash = step(hash, text[at]);
    const Entry* entry = lexicon.find_inside(hash);
    if (entry == nullptr) break;
    if (entry->meaning != 0) {
      best = at;
      out = lexicon.sense_of(*entry);
    }
    if (!entry->longer) break;
  }
  return best;
}

}  // namespace mcpjury
