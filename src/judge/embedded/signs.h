// Questions about one parsed sentence that the two judges without training ask. Private to them. Pure.
#pragma once

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "judge/embedded/reading.h"

namespace mcpjury {

class Signs {
 public:
  Signs(const ReadSentence& sentence, const ToolReading& reading)
      : sentence_(sentence), parsed_(sentence.parsed), reading_(reading) {}

  bool has(Sense mask) const { return (parsed_.senses & mask) != 0; }

  // Ordered of the reader. The parser is careful with verbs behind a label or a conjunction and calls them
  // statements; their base form is counted as an order here, because a judge may be wrong alone.
  bool bids(Sense mask) const {
    return any_act([&](const Act& act) {
      if ((act.sense & mask) == 0 || act.negated) return false;
      if (act.mood == Mood::kOrder || act.mood == Mood::kMust || act.by_model) return true;
      return act.mood == Mood::kStates && !act.passive && parsed_.tokens[act.token].form == WordForm::kBase;
    });
  }
  // The same without the guess.
  bool surely_bids(Sense mask) const {
    return any_act([&](const Act& act) {
      return (act.sense & mask) != 0 && !act.negated &&
             (act.mood == Mood::kOrder || act.mood == Mood::kMust || act.by_model);
    });
  }
  bool happens(Sense mask) const {
    return any_act([&](const Act& act) { return (act.sense & mask) != 0 && !act.negated; });
  }
  bool forbids(Sense mask) const {
    return any_act([&](const Act& act) {
      return (act.sense & mask) != 0 && act.negated && (act.mood != Mood::kStates || act.passive);
    });
  }
  bool by_model() const {
    return any_act([](const Act& act) { return act.by_model; });
  }
  bool kind(TokenKind kind) const {
    return any_token([&](const WordToken& token) { return token.kind == kind && !token.quoted; });
  }
  bool outside() const { return kind(TokenKind::kUrl) || kind(TokenKind::kMail) || kind(TokenKind::kHost); }
  // A thing the tool is not named for; with `parameters`, also none that a parameter carries.
  bool foreign(Sense mask, bool parameters = false) const {
    return any_token([&](const WordToken& token) {
      return (token.sense & mask) != 0 && !(parameters ? allowed(token.text) : named_for(token.text));
    });
  }
  bool foreign_name() const {
    return any_token([&](const WordToken& token) {
      return token.kind == TokenKind::kName && !token.quoted && !allowed(token.text);
    });
  }
  bool word(std::initializer_list<std::string_view> words) const {
    return any_token([&](const WordToken& token) {
      return std::any_of(words.begin(), words.end(),
                         [&](std::string_view word) { return ascii::equal_ignoring_case(token.text, word); });
    });
  }
  // Starts with a shouted label: "REQUIRED:", "SYSTEM NOTE:".
  bool shouts() const {
    std::size_t capitals = 0;
    for (const char c : sentence_.text.substr(0, 40)) {
      if (ascii::is_lower(c)) return false;
      capitals += ascii::is_upper(c);
      if (c == ':' || c == '>' || c == ']') return capitals >= 4;
    }
    return false;
  }
  // Prose: neither a listing nor a table that lost its line breaks.
  bool prose() const { return !parsed_.listing && parsed_.tokens.size() >= 3 && parsed_.tokens.size() <= 64; }

 private:
  template <typename F>
  bool any_act(F test) const {
    return std::any_of(parsed_.acts.begin(), parsed_.acts.end(), test);
  }
  template <typename F>
  bool any_token(F test) const {
    return std::any_of(parsed_.tokens.begin(), parsed_.tokens.end(), test);
  }
  bool named_for(std::string_view text) const {
    return shares_word(reading_.name_words, ascii::lowered(text));
  }
  bool allowed(std::string_view text) const {
    const std::string low = ascii::lowered(text);
    return shares_word(reading_.name_words, low) ||
           std::any_of(reading_.parameters.begin(), reading_.parameters.end(),
                       [&](const ReadParameter& parameter) {
                         return parameter.name == text || shares_word(parameter.words, low);
                       });
  }

  const ReadSentence& sentence_;
  const ParsedSentence& parsed_;
  const ToolReading& reading_;
};

struct Points {
  int sum = 0;
  const char* why = "";
  int most = 0;
  bool sure = false;  // one of the signs is enough by itself
  void add(int points, const char* reason) {
    sum += points;
    if (points > most) most = points, why = reason;
  }
};

Points grammar_points(const ReadSentence& sentence, const ToolReading& reading);
Points contract_points(const ReadSentence& sentence, const ToolReading& reading);

}  // namespace mcpjury
