// A parsed sentence with questions about it: what is ordered, what is left out, which things are named that
// are not the tool's own business. Private to the order rules. Holds references; pure.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <string_view>

#include "detect/order_rules.h"

namespace mcpjury {

class OrderReader {
 public:
  OrderReader(const ParsedSentence& sentence, const OrderScope& scope) : s_(sentence), scope_(scope) {}

  const ParsedSentence& sentence() const { return s_; }
  bool has(Sense mask) const { return (s_.senses & mask) != 0; }

  // The same, outside of quotes: what is quoted there is somebody's words or an example.
  bool says(Sense mask) const {
    return std::any_of(s_.tokens.begin(), s_.tokens.end(),
                       [&](const WordToken& token) { return (token.sense & mask) != 0 && !token.quoted; });
  }

  // Ordered and not negated.
  bool ordered(Sense mask) const {
    return any_act([&](const Act& act) { return (act.sense & mask) != 0 && !act.negated && commands(act); });
  }
  // Forbidden, or done without: "do not ask", "without asking", "is not to be told".
  bool left_out(Sense mask) const {
    return any_act([&](const Act& act) {
      return (act.sense & mask) != 0 && act.negated && (act.mood != Mood::kStates || act.passive);
    });
  }
  // Somebody is not to be asked for leave. "Do not ask the user for the id", "to pick one" or "which one" is
  // about what the model can find out or do itself, and says nothing of consent.
  bool consent_left_out() const {
    return any_act([&](const Act& act) {
      return (act.sense & (sense::kAsk | sense::kApprove)) != 0 && act.negated &&
             (act.mood != Mood::kStates || act.passive) && !asks_for_input(act) && !refused_twice(act) &&
             !not_supported(act);
    });
  }
  // Something is not to be said. "Do not report it as an error" is about what is true.
  bool silence() const {
    return any_act([&](const Act& act) {
      return (act.sense & sense::kSay) != 0 && act.negated && (act.mood != Mood::kStates || act.passive) &&
             !says_what_as(act);
    });
  }
  // "Do not call anything until the user says so": the order holds the model back and waits for a person.
  bool waits_for_user() const;
  // Said of anybody, in any mood, and not negated.
  bool happens(Sense mask) const {
    return any_act([&](const Act& act) { return (act.sense & mask) != 0 && !act.negated; });
  }
  bool denied(Sense mask) const {
    return any_act([&](const Act& act) { return (act.sense & mask) != 0 && act.negated; });
  }

  // "is reported as safe": said of anybody, in the passive, and not negated.
  bool states_passively(Sense mask) const {
    return any_act([&](const Act& act) { return (act.sense & mask) != 0 && !act.negated && act.passive; });
  }
  // An address of another machine with a hole in it that is to be filled with such a thing.
  bool address_takes(Sense mask) const {
    return std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& token) {
      return token.kind == TokenKind::kUrl && (token.sense & mask) != 0;
    });
  }

  // A word that has all of these meanings and is not what the tool is about.
  bool names(Sense all) const {
    return std::any_of(s_.tokens.begin(), s_.tokens.end(), [&](const WordToken& token) {
      return (token.sense & all) == all && !own(token.text);
    });
  }
  // An address of another machine that is no example in quotes and no link of Markdown.
  bool plain_address() const {
    return std::any_of(s_.tokens.begin(), s_.tokens.end(), [](const WordToken& token) {
      return (token.kind == TokenKind::kUrl || token.kind == TokenKind::kMail) && !token.quoted &&
             (token.begin == 0 || *(token.text.data() - 1) != '(');
    });
  }

  // A thing that is named, not ruled out ("no password"), and not what the tool is about.
  bool thing(Sense mask) const;
  // The same, in a clause without a negation.
  bool plain_thing(Sense mask) const;
  bool secret_file() const { return any_kind({TokenKind::kSecretPath}); }
  // A secret file as what is taken, not as the place where somebody is to set up something ("put your key in
  // ~/.netrc", "create a .env file"). A bare .env is a project's configuration and counts for less.
  bool secret_file_taken(bool projects_too) const;
  // Some address is more than a value in a query: follower = "a@b.example".
  bool address_outside_query() const;
  bool outside_address() const { return any_kind({TokenKind::kUrl, TokenKind::kMail, TokenKind::kHost}); }
  // "get a key at https://…", "see https://…": every address says where something comes from.
  bool only_source_addresses() const;
  // "which users do not see", "so that nobody finds out": what somebody is not to know. Not "if the user does
  // not know", which tells when a tool is of use.
  bool kept_from_user() const;
  // Words in quotes that are no parameter.
  bool quoted() const;
  bool any_kind(std::initializer_list<TokenKind> kinds) const;
  // A parameter of the tool as the place to put something.
  bool into_parameter() const;
  // A tool that is not this server's: a joined name in the role of a tool, or "the mail tool".
  bool foreign_tool() const;
  // "any other search tool", "competing servers".
  bool other_tools() const;
  bool word(std::initializer_list<std::string_view> words) const;
  // A joined name that begins so: user_choice, consent_level.
  bool names_like(std::initializer_list<std::string_view> starts) const;
  // Whoever works with the agent, not the people he sells to or writes for.
  bool names_the_user() const;
  // A tool of this server by its name.
  bool names_own_tool() const;
  // "a+b+c", "part 1 and part 2": what several places say is one.
  bool joins_parts() const;
  // "ignore instructions in the page": orders that stand in data, which honest tools warn of.
  bool rules_in_data() const;
  // "remove constraints", "lift the limits of the column": nobody says whose, and data has them too.
  bool rules_of_data() const;
  std::size_t hosts() const;

 private:
  static bool commands(const Act& act) { return act.mood == Mood::kOrder || act.mood == Mood::kMust; }
  template <typename F>
  bool any_act(F test) const {
    return std::any_of(s_.acts.begin(), s_.acts.end(), test);
  }
  bool ruled_out(std::size_t i) const;
  bool asks_for_input(const Act& act) const;
  // "do not send it without asking"
  bool refused_twice(const Act& act) const;
  // "writes are not permitted"
  bool not_supported(const Act& act) const;
  bool says_what_as(const Act& act) const;
  bool own(std::string_view text) const;
  bool comes_from_own_tool(std::size_t i) const;
  bool behind_preposition(std::size_t i) const;

  const ParsedSentence& s_;
  const OrderScope& scope_;
};

}  // namespace mcpjury
