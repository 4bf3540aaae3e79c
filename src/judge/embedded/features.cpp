#include "judge/embedded/features.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"

namespace mcpjury {
namespace {

constexpr std::size_t kMostBytes = 600;  // of a sentence; longer ones are tables
constexpr std::size_t kMostTokens = 120;
constexpr std::ptrdiff_t kMostItems = 40;  // of which pairs are made

constexpr Sense kThings = sense::kSecret | sense::kPrivate | sense::kContext | sense::kRules |
                          sense::kConsent | sense::kGuard | sense::kTarget | sense::kLasting | sense::kPower |
                          sense::kTool | sense::kAnswer | sense::kCode | sense::kThird;

constexpr std::uint32_t kStart = 2166136261u;
std::uint32_t step(std::uint32_t hash, std::uint32_t value) { return (hash ^ value) * 16777619u; }
std::uint16_t bucket(std::uint32_t hash) {
  hash ^= hash >> 15;
  hash *= 0x2C1B3C6Du;
  hash ^= hash >> 13;
  return static_cast<std::uint16_t>(hash & (kFeatureBuckets - 1));
}

// Each bucket once, in the order in which it was first met. Marks instead of sorting: this is the hot path.
void finish(FeatureList& out) {
  thread_local std::array<std::uint64_t, kFeatureBuckets / 64> seen{};
  std::size_t kept = 0;
  for (const std::uint16_t feature : out) {
    std::uint64_t& word = seen[feature / 64];
    const std::uint64_t bit = std::uint64_t{1} << (feature % 64);
    if ((word & bit) != 0) continue;
    word |= bit;
    out[kept++] = feature;
  }
  out.resize(kept);
  for (const std::uint16_t feature : out) seen[feature / 64] = 0;
}

// Places differ in what is usual there: an imperative in a description is nothing, in a default it is.
std::uint32_t place_group(const ReadSentence& sentence) {
  switch (sentence.place) {
    case ReadPlace::kDescription:
      return sentence.opening ? 1 : 2;
    case ReadPlace::kParameter:
      return 3;
    case ReadPlace::kParameterName:
      return 4;
    default:
      return 5;
  }
}

template <typename F>
void each_mark(const ReadSentence& sentence, F found) {
  const TextMarks& marks = sentence.marks;
  if (marks.hidden) found(1u);
  if (marks.private_use) found(2u);
  if (marks.look_alike) found(3u);
  if (marks.decoded) found(4u);
  if (marks.guessed) found(5u);
}

// A label in capitals in front.
bool shouts(std::string_view text) {
  std::size_t capitals = 0;
  for (const char c : text.substr(0, 40)) {
    if (ascii::is_lower(c)) return false;
    capitals += ascii::is_upper(c);
    if (c == ':' || c == '>' || c == ']') return capitals >= 4;
  }
  return false;
}

// Letters and digits of the sentence in lower case, one blank between words; digits are one digit.
std::size_t squeezed(std::string_view text, std::array<unsigned char, kMostBytes + 2>& out) {
  std::size_t used = 0;
  out[used++] = ' ';
  for (const char c : text) {
    if (used > kMostBytes) break;
    if (ascii::is_letter(c)) {
      out[used++] = static_cast<unsigned char>(ascii::lower(c));
    } else if (ascii::is_digit(c)) {
      if (out[used - 1] != '0') out[used++] = '0';
    } else if (static_cast<unsigned char>(c) >= 0x80) {
      out[used++] = static_cast<unsigned char>(c);
    } else if (c == '\'') {
      continue;
    } else if (out[used - 1] != ' ') {
      out[used++] = ' ';
    }
  }
  if (out[used - 1] != ' ') out[used++] = ' ';
  return used;
}

// A word as its meaning; small words stand for themselves, all others are one.
std::uint32_t symbol_of(const WordToken& token, std::uint32_t word) {
  if (token.kind != TokenKind::kWord) return 0x3000 + static_cast<std::uint32_t>(token.kind);
  const Sense senses = token.sense & ~(sense::kForeign | sense::kAdverb | sense::kShown | sense::kJoin |
                                       sense::kBe | sense::kCode);
  if (senses != 0) {
    std::uint32_t bit = 0;
    while ((senses >> bit & 1) == 0) ++bit;
    return 0x3100 + bit * 4 + (bit < 20 ? static_cast<std::uint32_t>(token.form) : 0u);
  }
  return token.text.size() <= 4 ? word : 0x3001u;
}

template <typename F>
void each_sense(Sense senses, F found) {
  for (std::uint32_t bit = 0; bit < 66; ++bit) {
    if ((senses >> bit & 1) != 0) found(bit);
  }
}

// A small set of facts about a sentence; its features are the facts and all pairs of them.
class Items {
 public:
  void add(std::uint32_t value) {
    if (used_ == kMostItems ||
        std::find(values_.begin(), values_.begin() + used_, value) != values_.begin() + used_)
      return;
    values_[static_cast<std::size_t>(used_++)] = value;
  }
  void write_pairs(FeatureList& out) {
    std::sort(values_.begin(), values_.begin() + used_);
    for (auto one = values_.begin(); one != values_.begin() + used_; ++one) {
      out.push_back(bucket(step(kStart, *one)));
      for (auto two = one + 1; two != values_.begin() + used_; ++two)
        out.push_back(bucket(step(step(kStart, *one), *two)));
    }
    finish(out);
  }

 private:
  std::array<std::uint32_t, kMostItems> values_;
  std::ptrdiff_t used_ = 0;
};

void add_acts(const ParsedSentence& parsed, Items& items) {
  for (const Act& act : parsed.acts) {
    const std::uint32_t mood = static_cast<std::uint32_t>(act.mood) * 8 + (act.negated ? 4u : 0u) +
                               (act.by_model ? 2u : 0u) + (act.passive ? 1u : 0u);
    each_sense(act.sense & sense::kActs, [&](std::uint32_t bit) { items.add(0x10000 + bit * 64 + mood); });
  }
}

void add_manner(const ReadSentence& sentence, Items& items) {
  if (sentence.parsed.addressed) items.add(0x40001);
  if (sentence.parsed.listing) items.add(0x40002);
  if (shouts(sentence.text)) items.add(0x40004);
  if (sentence.text.find("$(") != std::string_view::npos) items.add(0x40005);
  each_mark(sentence, [&](std::uint32_t mark) { items.add(0x50000 + mark); });
  items.add(0x60000 + place_group(sentence));
}

// Moving something, talking, changing the world, steering the mind.
std::uint32_t act_group(Sense acts) {
  if ((acts & (sense::kSend | sense::kCarry)) != 0) return 1;
  if ((acts & (sense::kSay | sense::kAsk | sense::kApprove | sense::kKnow)) != 0) return 2;
  if ((acts & (sense::kChange | sense::kDelete | sense::kGrant | sense::kDisable | sense::kSpend)) != 0)
    return 3;
  if ((acts & (sense::kIgnore | sense::kObey | sense::kDeny | sense::kPromote)) != 0) return 4;
  if ((acts & (sense::kRun | sense::kUse | sense::kRepeat)) != 0) return 5;
  if ((acts & (sense::kGet | sense::kStore)) != 0) return 6;
  return 7;
}

// The part a word plays, without its topic.
std::uint32_t role_of(const WordToken& token) {
  if (token.kind != TokenKind::kWord) return 0x3000 + static_cast<std::uint32_t>(token.kind);
  const Sense senses = token.sense;
  if ((senses & (sense::kUser | sense::kModel | sense::kThird)) != 0) {
    return (senses & sense::kUser) != 0 ? 0x3101u : (senses & sense::kModel) != 0 ? 0x3102u : 0x3103u;
  }
  if ((senses & sense::kActs) != 0)
    return 0x3200 + act_group(senses) * 4 + static_cast<std::uint32_t>(token.form);
  if ((senses & (sense::kNot | sense::kMust | sense::kAlways | sense::kHush | sense::kCovert)) != 0) {
    return (senses & sense::kHush) != 0     ? 0x3301u
           : (senses & sense::kCovert) != 0 ? 0x3302u
           : (senses & sense::kNot) != 0    ? 0x3303u
           : (senses & sense::kMust) != 0   ? 0x3304u
                                            : 0x3305u;
  }
  if (token.text.size() > 4) return (senses & kThings) != 0 ? 0x3402u : 0x3401u;
  std::uint32_t word = kStart;
  for (const char c : token.text) word = step(word, static_cast<unsigned char>(ascii::lower(c)));
  return word;
}

bool accounts_for(const ToolReading& reading, std::string_view text) {
  const std::string low = ascii::lowered(text);
  return shares_word(reading.name_words, low) ||
         std::any_of(reading.parameters.begin(), reading.parameters.end(),
                     [&](const ReadParameter& parameter) {
                       return parameter.name == text || shares_word(parameter.words, low);
                     });
}

}  // namespace

void character_features(const ReadSentence& sentence, const ToolReading&, FeatureList& out) {
  out.clear();
  std::array<unsigned char, kMostBytes + 2> text;
  const std::size_t size = squeezed(sentence.text, text);
  for (std::size_t i = 0; i + 3 <= size; ++i) {
    std::uint32_t hash = step(step(step(kStart, text[i]), text[i + 1]), text[i + 2]);
    out.push_back(bucket(hash));
    for (std::size_t length = 4; length <= 5 && i + length <= size; ++length) {
      hash = step(hash, text[i + length - 1]);
      out.push_back(bucket(hash));
    }
  }
  each_mark(sentence, [&](std::uint32_t mark) { out.push_back(bucket(step(step(kStart, 0x100), mark))); });
  finish(out);
}

void sequence_features(const ReadSentence& sentence, const ToolReading&, FeatureList& out) {
  out.clear();
  std::array<std::uint32_t, 4> last = {0x2001, 0x2002, 0x2003, 0x2004};
  std::size_t left = kMostTokens;
  for (const WordToken& token : sentence.parsed.tokens) {
    if (left-- == 0) break;
    std::uint32_t word = kStart;
    const std::size_t letters = std::min<std::size_t>(token.text.size(), 7);
    for (std::size_t i = 0; i < letters; ++i) {
      const char c = ascii::lower(token.text[i]);
      word = step(word, ascii::is_digit(c) ? '0' : static_cast<unsigned char>(c));
    }
    if (token.kind == TokenKind::kWord) out.push_back(bucket(step(word, 0x101)));
    const std::uint32_t symbol = symbol_of(token, word);
    out.push_back(bucket(step(step(last[0], 0x102), symbol)));
    out.push_back(bucket(step(step(last[1], 0x103), symbol)));
    out.push_back(bucket(step(step(last[2], 0x104), symbol)));
    out.push_back(bucket(step(step(step(last[1], 0x105), last[0]), symbol)));
    out.push_back(bucket(step(step(step(step(last[2], 0x106), last[1]), last[0]), symbol)));
    last = {symbol, last[0], last[1], last[2]};
  }
  each_mark(sentence, [&](std::uint32_t mark) { out.push_back(bucket(step(step(kStart, 0x107), mark))); });
  out.push_back(bucket(step(step(kStart, 0x108), place_group(sentence))));
  finish(out);
}

void concept_features(const ReadSentence& sentence, const ToolReading&, FeatureList& out) {
  out.clear();
  const ParsedSentence& parsed = sentence.parsed;
  Items items;
  add_acts(parsed, items);
  each_sense(parsed.senses & ~(sense::kActs | sense::kJoin | sense::kBe | sense::kAdverb),
             [&](std::uint32_t bit) { items.add(0x20000 + bit); });
  for (const WordToken& token : parsed.tokens) {
    if (token.kind != TokenKind::kWord && token.kind != TokenKind::kNumber) {
      items.add(0x30000 + static_cast<std::uint32_t>(token.kind) * 2 + (token.quoted ? 1u : 0u));
    }
  }
  const auto models = std::count_if(parsed.tokens.begin(), parsed.tokens.end(), [](const WordToken& token) {
    return (token.sense & sense::kModel) != 0;
  });
  if (models > 1) items.add(0x40003);
  add_manner(sentence, items);
  items.write_pairs(out);
}

void grammar_features(const ReadSentence& sentence, const ToolReading&, FeatureList& out) {
  out.clear();
  std::array<std::uint32_t, 4> last = {0x2001, 0x2002, 0x2003, 0x2004};
  std::size_t left = kMostTokens;
  for (const WordToken& token : sentence.parsed.tokens) {
    if (left-- == 0) break;
    const std::uint32_t symbol = role_of(token);
    out.push_back(bucket(step(step(kStart, 0x201), symbol)));
    out.push_back(bucket(step(step(last[0], 0x202), symbol)));
    out.push_back(bucket(step(step(last[1], 0x203), symbol)));
    out.push_back(bucket(step(step(step(last[1], 0x205), last[0]), symbol)));
    out.push_back(bucket(step(step(step(step(last[2], 0x206), last[1]), last[0]), symbol)));
    last = {symbol, last[0], last[1], last[2]};
  }
  Items items;
  for (const Act& act : sentence.parsed.acts) {
    items.add(0x70000 + act_group(act.sense) * 64 + static_cast<std::uint32_t>(act.mood) * 8 +
              (act.negated ? 4u : 0u) + (act.by_model ? 2u : 0u) + (act.passive ? 1u : 0u));
  }
  each_sense(sentence.parsed.senses &
                 (sense::kUser | sense::kModel | sense::kThird | sense::kNot | sense::kMust | sense::kAlways |
                  sense::kCovert | sense::kOver | sense::kAfter | sense::kHush | sense::kInstead |
                  sense::kUnasked | sense::kLater | sense::kOnly),
             [&](std::uint32_t bit) { items.add(0x20000 + bit); });
  add_manner(sentence, items);
  FeatureList pairs;
  items.write_pairs(pairs);
  out.insert(out.end(), pairs.begin(), pairs.end());
  finish(out);
}

void contract_features(const ReadSentence& sentence, const ToolReading& reading, FeatureList& out) {
  out.clear();
  const ParsedSentence& parsed = sentence.parsed;
  Items items;
  for (const Act& act : parsed.acts) {
    items.add(0x70000 + act_group(act.sense) * 64 + static_cast<std::uint32_t>(act.mood) * 8 +
              (act.negated ? 4u : 0u));
  }
  bool own_parameter = false;
  for (const WordToken& token : parsed.tokens) {
    const bool odd = token.kind != TokenKind::kWord && token.kind != TokenKind::kNumber;
    const Sense things = token.sense & kThings;
    if (!odd && things == 0) continue;
    const bool own = accounts_for(reading, token.text);
    own_parameter = own_parameter || (odd && own);
    if (odd) items.add(0x30000 + static_cast<std::uint32_t>(token.kind) * 2 + (own ? 1u : 0u));
    each_sense(things, [&](std::uint32_t bit) { items.add(0x80000 + bit * 2 + (own ? 1u : 0u)); });
  }
  each_sense(parsed.senses &
                 (sense::kUser | sense::kModel | sense::kNot | sense::kCovert | sense::kWhole | sense::kOver |
                  sense::kUnasked | sense::kVoid | sense::kRank | sense::kDead | sense::kHush |
                  sense::kInstead | sense::kGiven | sense::kDefence | sense::kFine | sense::kOther),
             [&](std::uint32_t bit) { items.add(0x20000 + bit); });
  // What the schema and the annotations admit.
  items.add(0x90000 + (reading.parameters.empty() ? 0u : own_parameter ? 2u : 1u));
  if (reading.read_only.value_or(false)) items.add(0x90010);
  add_manner(sentence, items);
  items.write_pairs(out);
}

}  // namespace mcpjury
