// A sentence as a reader parses it: words with their meanings, and who orders whom to do what.
//
// An act is a verb of the lexicon together with its mood: an order to the reader ("send it", "you must send
// it", "the agent sends it"), something that has to be done ("is to be sent"), a statement about the tool
// ("sends it"), and whether it is negated. Shallow by design: no tree, only what stands directly before
// a verb. For languages other than English every verb counts as an order and a negation holds for
// its clause. Linear in the sentence; pure; thread safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/concepts.h"

namespace mcpjury {

enum class TokenKind : std::uint8_t {
  kWord,
  kUrl,  // with a host that is not this machine
  kMail,
  kHost,        // a bare host name
  kPath,        // a file
  kSecretPath,  // a file that holds secrets
  kName,        // words joined by _ or a dot: a tool, a parameter, a member
  kValue,       // an account number, a phone number, an address of a wallet
  kNumber,
};

struct WordToken {
  std::string_view text;  // as it stands
  std::uint32_t begin = 0, end = 0;
  Sense sense = 0;
  TokenKind kind = TokenKind::kWord;
  WordForm form = WordForm::kBase;
  std::uint16_t clause = 0;
  bool quoted = false;  // in quotes or back quotes
  bool opens = false;   // first of its clause
  bool labels = false;  // a colon or comma follows
  bool comma = false;
};

enum class Mood : std::uint8_t {
  kOrder,   // to whoever reads it
  kMust,    // has to be done, by whom is left open
  kStates,  // what somebody does
  kAim,     // "to send", "sending"
};

struct Act {
  Sense sense = 0;
  Mood mood = Mood::kStates;
  bool negated = false;
  bool by_model = false;  // the model is named as the one who does it
  bool passive = false;
  std::uint32_t token = 0;
};

struct ParsedSentence {
  std::vector<WordToken> tokens;
  std::vector<Act> acts;
  Sense senses = 0;        // of all tokens
  bool foreign = false;    // not English
  bool listing = false;    // code, JSON or a list of options, not prose
  bool addressed = false;  // the model is spoken to: "Assistant:", "note to the agent"
};

// `opening`: the sentence says what the tool does ("Get the weather"), so an imperative is no order.
void parse_sentence(std::string_view sentence, bool opening, ParsedSentence& out);

}  // namespace mcpjury
