// Which sentences are attacks: rules over acts, things and manner, whatever the words and the language.
//
// A rule needs an act ordered of the model, a thing or person it is done to, and something that no honest
// documentation has beside it: a way out for the data, hiding, going against the user, a lasting effect.
// What the tool itself is about counts as its own business. Pure; thread safe; linear in the sentence.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "model/finding.h"
#include "text/clauses.h"

namespace mcpjury {

enum class Charge : std::uint8_t {
  kNone,
  kSecretAccess,  // orders-secret-access
  kParameter,     // out-of-scope-parameter
  kHides,         // hides-from-user
  kConsent,       // bypasses-consent
  kOverrides,     // overrides-instructions
  kPrefers,       // prefers-itself
  kOtherTools,    // orders-about-other-tools
  kTampers,       // tampers-with-actions
  kRedirects,     // redirects-data
  kLasting,       // plants-lasting-orders
  kWeakens,       // weakens-safeguards
  kExhausts,      // exhausts-resources
  kEncoded,       // encoded-instructions
};

// What a sentence is judged against.
struct OrderScope {
  const std::unordered_set<std::string_view>* tools = nullptr;       // of this server
  const std::unordered_set<std::string_view>* properties = nullptr;  // of this server
  std::string business;       // what the tool is about: name, title and opening sentence, lower case
  bool of_parameter = false;  // the text tells how to fill a parameter
  bool of_value = false;      // a default, an example or an enum member
  bool of_output = false;
  bool of_title = false;
  bool talks_business = false;  // conversations, prompts or memory are the tool's own matter
};

struct Verdict {
  Charge charge = Charge::kNone;
  const char* rule = "";      // for those who write rules
  std::uint32_t charges = 0;  // all of them, one bit a charge
  bool firm = false;          // convicts in a long text too
};

// The first charge against a sentence and all others, given the sentence before (null at the beginning).
Verdict judge_sentence(const ParsedSentence& sentence, const ParsedSentence* before, const OrderScope& scope);

// Less than a charge, and enough in a text that somebody took care to hide: an order about a secret, about
// the rules in force, or one that is to go unmentioned.
bool orders_something(const ParsedSentence& sentence, const OrderScope& scope);

}  // namespace mcpjury
