#include "text/concepts.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <string>
#include <vector>

#include "base/utf8.h"
#include "text/word_index.h"

namespace mcpjury {
namespace {

struct Entry {
  std::uint64_t hash = 0;  // 0: free
  Sense sense = 0;
  bool longer = false;
  bool stem = false;
};

// FNV-1a, 64 bits: two entries of the lexicon that fall together would mean the wrong thing once; there are
// fewer than 2^14, so that is not expected before the sun goes out.
constexpr std::uint64_t kHashStart = 0xCBF29CE484222325u;
constexpr std::uint64_t step(std::uint64_t hash, char c) {
  return (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
}
constexpr std::uint64_t hash_of(std::string_view text) {
  std::uint64_t hash = kHashStart;
  for (const char c : text) hash = step(hash, c);
  return hash;
}

// Open addressing over hashes: the words themselves need not be kept. Entries for running text have
// hashes of their own.
class Table {
 public:
  Table() : slots_(kSlots) {}

  Entry& at(std::uint64_t hash) {
    std::size_t i = hash & (kSlots - 1);
    while (slots_[i].hash != 0 && slots_[i].hash != hash) i = (i + 1) & (kSlots - 1);
    slots_[i].hash = hash;
    return slots_[i];
  }
  const Entry* find(std::uint64_t hash) const {
    std::size_t i = hash & (kSlots - 1);
    while (slots_[i].hash != 0) {
      if (slots_[i].hash == hash) return &slots_[i];
      i = (i + 1) & (kSlots - 1);
    }
    return nullptr;
  }
  std::size_t used() const {
    return static_cast<std::size_t>(
        std::count_if(slots_.begin(), slots_.end(), [](const Entry& entry) { return entry.hash != 0; }));
  }

 private:
  static constexpr std::size_t kSlots = 1u << 15;
  std::vector<Entry> slots_;
};

// Of an entry that matches inside running text.
constexpr std::uint64_t inside(std::uint64_t hash) { return hash * 0x9E3779B97F4A7C15u + 1; }

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
  Lexicon() {
    add(concept_words_english(), 0);
    add(concept_words_english_things(), 0);
    add(concept_words_europe(), sense::kForeign);
    add(concept_words_asia(), sense::kForeign);
    assert(table_.used() < (1u << 14));
  }

  const Entry* find(std::string_view key) const { return table_.find(hash_of(key)); }
  const Entry* find_inside(std::uint64_t hash) const { return table_.find(inside(hash)); }
  static const Lexicon& instance() {
    static const Lexicon kLexicon;
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
    table_.at(inside(hash)).sense |= meaning;
  }

  void add_word(std::string_view word, Sense meaning) {
    std::uint64_t hash = kHashStart, last = kHashStart;  // of the phrase so far, and of its last word
    for (const char c : word) {
      if (c == '*') {
        table_.at(last).stem = true;
      } else if (c == '_') {
        table_.at(hash).longer = true;
        hash = step(hash, ' ');
        last = kHashStart;
      } else {
        hash = step(hash, c);
        last = step(last, c);
      }
    }
    Entry& entry = table_.at(hash);
    // A word that is also English keeps its English meaning: the sentence decides which one counts.
    const bool english = entry.sense != 0 && (entry.sense & sense::kForeign) == 0;
    if ((meaning & sense::kForeign) == 0 || !english) entry.sense |= meaning;
  }

  Table table_;
};

WordMeaning of(const Entry& entry, WordForm form) { return {entry.sense, form, entry.longer}; }

bool ends(std::string_view word, std::string_view tail) {
  return word.size() > tail.size() + 1 && word.substr(word.size() - tail.size()) == tail;
}

// The base form of an inflected English word that the lexicon has.
WordMeaning inflected(std::string_view word, std::string& base) {
  const Lexicon& lexicon = Lexicon::instance();
  const auto irregular =
      std::lower_bound(kIrregular.begin(), kIrregular.end(), word,
                       [](const Irregular& entry, std::string_view form) { return entry.form < form; });
  if (irregular != kIrregular.end() && irregular->form == word) {
    base = irregular->base;
    if (const Entry* entry = lexicon.find(irregular->base)) return of(*entry, WordForm::kPast);
  }
  const auto attempt = [&](std::size_t cut, std::string_view tail) -> const Entry* {
    base.assign(word.substr(0, word.size() - cut));
    base += tail;
    const Entry* entry = lexicon.find(base);
    return entry != nullptr && (entry->sense & sense::kForeign) == 0 ? entry : nullptr;
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
    if (const Entry* entry = attempt(ending.ending.size(), ending.tail)) return of(*entry, ending.form);
    const bool doubles = (ending.form == WordForm::kIng || ending.ending == "ed") && ending.tail.empty();
    const std::size_t cut = ending.ending.size();
    if (doubles && word.size() > cut + 3 && word[word.size() - cut - 1] == word[word.size() - cut - 2]) {
      if (const Entry* entry = attempt(cut + 1, "")) return of(*entry, ending.form);
    }
  }
  return {};
}

}  // namespace

WordMeaning meaning_of(std::string_view words, std::string* base) {
  const Lexicon& lexicon = Lexicon::instance();
  std::string scratch;
  std::string& stem_of = base != nullptr ? *base : scratch;
  if (const Entry* entry = lexicon.find(words)) {
    if (entry->sense != 0 || words.find(' ') != std::string_view::npos) return of(*entry, WordForm::kBase);
    WordMeaning meaning = inflected(words, stem_of);
    meaning.longer = true;
    return meaning;
  }
  if (words.find(' ') == std::string_view::npos) {
    if (const WordMeaning meaning = inflected(words, stem_of); meaning.sense != 0 || meaning.longer)
      return meaning;
  }
  // Endings of other languages: the longest stem that the last word begins with.
  const std::size_t blank = words.rfind(' ');
  const std::size_t last = blank == std::string_view::npos ? 0 : blank + 1;
  if (static_cast<unsigned char>(words[last]) < 0x80) return {};
  for (std::size_t end = words.size() - 1; end > last + 1; --end) {
    if ((static_cast<unsigned char>(words[end]) & 0xC0) == 0x80) continue;
    const Entry* stem = lexicon.find(words.substr(last, end - last));
    if (stem == nullptr || !stem->stem) continue;
    if (last == 0) return of(*stem, WordForm::kBase);
    if (const Entry* entry = lexicon.find(words.substr(0, end))) return of(*entry, WordForm::kBase);
  }
  return {};
}

std::size_t meaning_at(std::string_view text, Sense& out) {
  const Lexicon& lexicon = Lexicon::instance();
  std::size_t best = 0;
  std::uint64_t hash = kHashStart;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = at + decode_utf8(text, at).bytes;
    for (; at < end && at < text.size(); ++at) hash = step(hash, text[at]);
    const Entry* entry = lexicon.find_inside(hash);
    if (entry == nullptr) break;
    if (entry->sense != 0) {
      best = at;
      out = entry->sense;
    }
    if (!entry->longer) break;
  }
  return best;
}

}  // namespace mcpjury
