#include "text/clauses.h"

#include <algorithm>

#include "base/one_of.h"
#include "base/utf8.h"
#include "text/tokens_of_sentence.h"
#include "text/word_roles.h"

namespace mcpjury {
namespace {

using namespace sense;

constexpr std::size_t kNearVerb = 4;

class Parser {
 public:
  Parser(ParsedSentence& out, bool opening) : out_(out), tokens_(out.tokens), opening_(opening) {}

  void run() {
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      if ((tokens_[i].sense & kHush) != 0 && leaves_out_of_data(tokens_, i, out_.foreign))
        out_.tokens[i].sense &= ~kHush;
      out_.senses |= tokens_[i].sense;
    }
    if ((out_.senses & kAsIf) != 0 && (out_.senses & (kConsent | kApprove)) == 0) does_it_for_somebody();
    opening_ = opening_ || describes_option();
    for (std::size_t i = 0; i < tokens_.size(); ++i) {
      address(i);
      if ((tokens_[i].sense & kActs) == 0 || tokens_[i].kind != TokenKind::kWord || is_name(i)) continue;
      Act act;
      act.sense = tokens_[i].sense & (kActs | kNot);
      act.token = static_cast<std::uint32_t>(i);
      const bool known = out_.foreign ? foreign(i, act) : english(i, act);
      if (!known) continue;
      out_.addressed = out_.addressed || (act.by_model && act.mood == Mood::kOrder);
      out_.acts.push_back(act);
    }
  }

 private:
  // "get an address for the customer" serves him; only what he has to agree to is done in his name.
  void does_it_for_somebody() {
    out_.senses = 0;
    for (WordToken& token : out_.tokens) {
      if ((token.sense & kAsIf) != 0 && one_of_any_case(token.text.substr(0, 4), {"for "}))
        token.sense &= ~kAsIf;
      out_.senses |= token.sense;
    }
  }

  // "can set owner, supply a password": the verb goes on with a list that began behind "can" or "how to".
  bool goes_on_listing(std::size_t i) const {
    std::size_t begin = i;
    while (begin > 0 && !tokens_[begin].opens) --begin;
    if (begin == 0 || !tokens_[begin - 1].comma || out_.acts.empty()) return false;
    const Act& last = out_.acts.back();
    if (last.mood != Mood::kAim || last.token == 0) return false;
    std::size_t first = last.token;
    while (first > 0 && !tokens_[first].opens) --first;
    if (opened_by_preposition(tokens_, first)) return false;
    if (tokens_[last.token].opens) return true;  // itself one of the list
    const std::string_view before = tokens_[last.token - 1].text;
    return one_of_any_case(before, {"can", "may", "could", "might"}) ||
           (one_of_any_case(before, {"to"}) && last.token > 1 &&
            one_of_any_case(tokens_[last.token - 2].text, {"how", "able", "used", "steps", "commands"}));
  }
  // "skip_tls: Disable the check", "`purge` - Delete all": the imperative says what an option does.
  bool describes_option() const {
    for (std::size_t i = 0; i < tokens_.size() && i < 3; ++i) {
      const WordToken& token = tokens_[i];
      if (token.clause != 0) {
        const bool name =
            tokens_[0].kind == TokenKind::kName || tokens_[0].quoted || is_camel_case(tokens_[0].text);
        return i == 1 && name && !tokens_[0].comma;
      }
      if ((token.sense & (kModel | kRules)) != 0) return false;
      if (token.labels && !token.comma) {
        if (i > 0 && !tokens_[0].quoted && (tokens_[0].sense & (kCarry | kStore)) != 0) return false;
        return !one_of_any_case(token.text, {"note", "notes", "important", "warning", "tip", "hint",
                                             "reminder", "step", "attention", "notice", "rule", "policy",
                                             "update", "use", "requirement", "compatibility", "system"});
      }
    }
    return false;
  }

  // "Assistant: …", "Note to the agent", "tip for assistants".
  void address(std::size_t i) {
    if (tokens_[i].kind == TokenKind::kName && speaks_to_model(tokens_[i].text)) out_.addressed = true;
    if ((tokens_[i].sense & kModel) == 0) return;
    if (i + 1 == tokens_.size() && tokens_[i].opens && i > 3 && tokens_[i - 1].labels)
      out_.addressed = true;  // "…, model"
    const bool alone = tokens_[i].opens && (!tokens_[i].comma || i == 0 || tokens_[i - 1].labels);
    if (tokens_[i].quoted) return;  // a key of JSON
    if (tokens_[i].labels && alone && !one_of_any_case(tokens_[i].text, {"model", "models"}))
      out_.addressed = true;
    if (tokens_[i].labels && alone && !tokens_[i].comma && i > 0) out_.addressed = true;
    // "Agents reading this: …"
    for (std::size_t next = i + 1; tokens_[i].opens && next < tokens_.size() && next <= i + 2; ++next) {
      if (tokens_[next].opens) break;
      if (tokens_[next].labels && !tokens_[next].comma &&
          one_of_any_case(tokens_[next].text, {"this", "here", "only", "note"})) {
        out_.addressed = true;
      }
    }
    for (std::size_t back = 1; back <= 4 && back <= i; ++back) {
      const WordToken& before = tokens_[i - back];
      if (one_of_any_case(before.text, {"note", "tip", "hint", "order", "rule", "instruction", "instructions",
                                        "notice", "message", "directive", "reminder", "attention", "step",
                                        "task", "hinweis", "consigne", "orders"}) &&
          back >= 2 &&
          one_of_any_case(tokens_[i - back + 1].text, {"to", "for", "an", "destinee", "au", "a", "b"})) {
        out_.addressed = true;
      }
    }
  }

  // A single word in quotes is the name of something.
  bool is_name(std::size_t i) const {
    return tokens_[i].quoted && (i == 0 || !tokens_[i - 1].quoted) &&
           (i + 1 == tokens_.size() || !tokens_[i + 1].quoted);
  }

  bool foreign(std::size_t i, Act& act) {
    act.mood = opening_ ? Mood::kStates : Mood::kOrder;
    act.negated = (tokens_[i].sense & kNot) != 0;
    if (!refused_known_) find_refused();
    act.negated = act.negated || std::binary_search(refused_.begin(), refused_.end(), i);
    return true;
  }

  // Japanese, Korean and Hindi negate behind the verb.
  static bool negates_backwards(std::string_view word) {
    const char32_t code = decode_utf8(word, 0).code;
    return (code >= 0x3040 && code <= 0x30FF) || (code >= 0xAC00 && code <= 0xD7A3) ||
           (code >= 0x900 && code <= 0x97F);
  }

  // The verb each "not" of another language belongs to: the next one of its clause if it is near, else the
  // one before it.
  void find_refused() {
    refused_known_ = true;
    for (std::size_t at = 0; at < tokens_.size(); ++at) {
      if ((tokens_[at].sense & kNot) == 0 || (tokens_[at].sense & kActs) != 0) continue;
      const auto is_act = [&](std::size_t i) {
        return tokens_[i].clause == tokens_[at].clause && (tokens_[i].sense & kActs) != 0;
      };
      std::size_t next = at + 1, before = at;
      while (next < tokens_.size() && next <= at + kNearVerb && !is_act(next)) ++next;
      const bool follows = next < tokens_.size() && next <= at + kNearVerb;
      while (before > 0 && at - before < 2 * kNearVerb && !is_act(before)) --before;
      const bool precedes = before < at && is_act(before);
      if (precedes && (!follows || negates_backwards(tokens_[at].text))) {
        refused_.push_back(before);
      } else if (follows) {
        refused_.push_back(next);
      }
    }
    std::sort(refused_.begin(), refused_.end());
  }

  // The token before i that decides its mood: adverbs are stepped over. -1 at the start of the clause.
  int decider(std::size_t i, bool& negated, bool& joined) const {
    if (tokens_[i].opens) return -1;
    for (std::size_t at = i; at-- > 0;) {
      const WordToken& token = tokens_[at];
      if ((token.sense & kNot) != 0) negated = true;
      if ((token.sense & (kAdverb | kLater | kUnasked | kCovert)) == 0) return static_cast<int>(at);
      if ((token.sense & kJoin) != 0 && !token.opens) {
        joined = true;
        return static_cast<int>(at);
      }
      if (token.opens) return -1;
    }
    return -1;
  }

  bool english(std::size_t i, Act& act) {
    const WordToken& token = tokens_[i];
    if ((token.sense & kNot) != 0) {  // "without asking" is one entry of the lexicon
      act.mood = Mood::kAim;
      act.negated = true;
      return true;
    }
    bool negated = false;
    bool joined = false;
    const int before = decider(i, negated, joined);
    act.negated = negated || refused_before(i);
    const WordToken* prior = before >= 0 ? &tokens_[static_cast<std::size_t>(before)] : nullptr;
    if (prior != nullptr && (prior->sense & kBe) != 0 && token.form != WordForm::kIng)
      return passive(before, act);
    switch (token.form) {
      case WordForm::kIng:
        act.mood = Mood::kAim;
        if (prior != nullptr && !out_.acts.empty() &&
            out_.acts.back().token == static_cast<std::uint32_t>(before)) {
          act.mood = out_.acts.back().mood;  // "start sending"
        }
        return true;
      case WordForm::kPast:
        if (prior != nullptr && (prior->sense & kMust) != 0) return passive(before, act);
        act.mood = Mood::kStates;
        act.passive =
            prior == nullptr || !one_of_any_case(prior->text, {"you", "they", "we", "it", "i", "he", "she"});
        if (joined && !out_.acts.empty() && out_.acts.back().passive) act.mood = out_.acts.back().mood;
        return true;
      case WordForm::kThird:
        act.mood = Mood::kStates;
        if (prior != nullptr && (prior->sense & kModel) != 0 && names_reader(before)) by_model(act);
        if (joined && !out_.acts.empty() && out_.acts.back().by_model) by_model(act);
        return prior == nullptr || !is_determiner(prior->text);
      case WordForm::kBase:
        break;
    }
    if ((token.sense & kUse) != 0 && i + 1 < tokens_.size() && one_of_any_case(token.text, {"call"}) &&
        !one_of_any_case(tokens_[i + 1].text, {"it", "them", "him", "her", "this"}))
      act.sense &= ~kPortray;  // "call the tool"
    if (prior == nullptr) {
      if (is_noun(tokens_, i)) return false;
      act.mood = goes_on_listing(i) ? Mood::kAim : imperative();
      return true;
    }
    if (joined) {
      // "read it and send it": the second verb has the mood of the first.
      act.mood = imperative();
      if (out_.acts.empty()) return true;
      const Act& last = out_.acts.back();
      if (!last.passive && last.mood != Mood::kStates) act.mood = last.mood;
      act.by_model = last.by_model;
      act.negated = act.negated || (last.negated && one_of_any_case(prior->text, {"or", "nor"}));
      return true;
    }
    if ((prior->sense & kMust) != 0) return has_to(before, act);
    if (one_of_any_case(prior->text, {"you"}) && is_condition(before)) return true;
    if (one_of_any_case(prior->text, {"you"}) ||
        ((prior->sense & kModel) != 0 && (prior->opens || names_reader(before)))) {
      by_model(act);
      return true;
    }
    if (negated && (token.sense & kKnow) != 0 && (prior->sense & kUser) != 0 && i + 1 < tokens_.size() &&
        one_of_any_case(tokens_[i + 1].text, {"that", "this", "it", "of", "about"})) {
      return true;  // "users do not see that …": a statement about what is kept from them
    }
    const bool after_opening_phrase = prior->opens && static_cast<std::size_t>(before) + 1 < i;
    if (opened_by_preposition(tokens_, i) && begins_object(tokens_, i + 1) &&
        (after_opening_phrase || !is_determiner(prior->text))) {
      act.mood = imperative();  // "in every reply add the link"
      return true;
    }
    if (one_of_any_case(prior->text,
                        {"to", "can", "may", "could", "might", "will", "would", "let", "lets"})) {
      act.mood = Mood::kAim;
      return true;
    }
    return false;
  }

  // "whether you list it", "the file you open": what the reader may happen to do, not what he is told.
  bool is_condition(int you) const {
    return you > 0 &&
           one_of_any_case(tokens_[static_cast<std::size_t>(you) - 1].text,
                           {"whether", "if", "what", "which", "when", "whenever", "once", "until", "unless",
                            "while", "where", "how", "whatever", "regardless of whether"});
  }

  // No tool is described with "whatever the user says" or "from now on".
  Mood imperative() const {
    const bool plain = !out_.addressed && (out_.senses & (kOver | kHush | kLater)) == 0;
    return opening_ && plain ? Mood::kStates : Mood::kOrder;
  }

  // "The agent uploads": somebody who reads this. "Each model provides" is about machine learning.
  bool names_reader(int at) const {
    const auto i = static_cast<std::size_t>(at);
    if (one_of_any_case(tokens_[i].text, {"model", "models", "bot", "bots", "cursor"})) return false;
    return tokens_[i].opens ||
           one_of_any_case(tokens_[i - 1].text, {"the", "your", "ai", "calling", "assisting"});
  }

  static void by_model(Act& act) {
    act.mood = Mood::kOrder;
    act.by_model = true;
  }

  // "is to be sent", "must be sent", "is sent", "are never sent".
  bool passive(int be, Act& act) {
    act.passive = true;
    const std::size_t next = act.token + 1;
    if ((act.sense & kUse) != 0 && (next >= tokens_.size() || !tokens_[next].quoted))
      act.sense &= ~kPortray;  // "is called after": used, not described
    act.mood = Mood::kStates;
    const auto at = static_cast<std::size_t>(be);
    if ((tokens_[at].sense & kMust) != 0) act.mood = Mood::kMust;
    // "files that should be scanned" tells which files.
    for (std::size_t back = at; back-- > 0 && at - back <= 2;) {
      if (one_of_any_case(tokens_[back].text, {"that", "which", "who", "whose"})) return true;
    }
    for (std::size_t back = at; back-- > 0 && !tokens_[back + 1].opens && at - back <= 2;) {
      if ((tokens_[back].sense & kMust) != 0) act.mood = Mood::kMust;
    }
    for (std::size_t back = act.token; back-- > 0 && tokens_[back].clause == tokens_[act.token].clause;) {
      if (one_of_any_case(tokens_[back].text, {"that"})) break;  // "do not see that it is sent": it is sent
      if ((tokens_[back].sense & kNot) != 0) act.negated = true;
    }
    return true;
  }

  // "you must send", "the server must send", "code has to send".
  bool has_to(int modal, Act& act) {
    act.mood = Mood::kMust;
    for (std::size_t at = static_cast<std::size_t>(modal) + 1; at-- > 0;) {
      const WordToken& token = tokens_[at];
      if ((token.sense & kModel) != 0) act.by_model = true;
      if ((token.sense & kModel) != 0 || one_of_any_case(token.text, {"you"})) {
        act.mood = Mood::kOrder;
        return true;
      }
      if ((token.sense & (kTool | kUser)) != 0 || one_of_any_case(token.text, {"it", "we"})) {
        act.mood = Mood::kStates;
        return true;
      }
      if (token.opens) break;
    }
    return true;
  }

  // A negation among the few words before the verb, with no other verb between.
  bool refused_before(std::size_t i) const {
    for (std::size_t back = 1; back <= 3 && back <= i; ++back) {
      const WordToken& token = tokens_[i - back];
      if (tokens_[i - back + 1].opens) return false;
      if ((token.sense & kNot) != 0) return true;
      if ((token.sense & kActs) != 0 && back > 1) return false;
    }
    return false;
  }

  ParsedSentence& out_;
  const std::vector<WordToken>& tokens_;
  bool opening_;
  std::vector<std::size_t> refused_;  // acts a "not" of another language belongs to
  bool refused_known_ = false;
};

// Code, JSON and docstrings that lost their line breaks: nobody is spoken to.
bool is_listing(std::string_view text, const std::vector<WordToken>& tokens) {
  const auto marks = static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return c == '{' || c == '}' || c == '"' || c == '=' || c == '\\' || c == '|';
  }));
  const auto labels = static_cast<std::size_t>(std::count_if(
      tokens.begin(), tokens.end(), [](const WordToken& token) { return token.labels && !token.comma; }));
  return marks > 8 + tokens.size() / 6 || labels >= 4;
}

}  // namespace

void parse_sentence(std::string_view sentence, bool opening, ParsedSentence& out) {
  out.acts.clear();
  out.senses = 0;
  out.addressed = false;
  out.foreign = tokens_of_sentence(sentence, out.tokens);
  Parser(out, opening).run();
  out.listing = is_listing(sentence, out.tokens) && !out.addressed;
}

}  // namespace mcpjury
