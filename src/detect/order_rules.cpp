#include "detect/order_rules.h"

#include "detect/order_view.h"

namespace mcpjury {
namespace {

using namespace sense;

using View = OrderView;

// Each rule is an act, a thing and what makes it an attack. The order decides which charge is named.
constexpr OrderRule kOrderRules[] = {
    // Taking data out.
    {"fetch-secret-file", Charge::kSecretAccess,
     [](const View& v) {
       const bool asked_for = v.param && v.r.secret_file_taken(true);
       return v.moves && v.r.secret_file() && (asked_for || v.into || v.fixed || v.addressed || v.pressed) &&
              !v.guarded;
     },
     kInShortText},
    {"told-to-fetch-secrets", Charge::kSecretAccess,
     [](const View& v) { return v.moves && v.secrets && v.addressed && !v.guarded; }},
    {"fetch-and-pass-secrets", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.secrets && (v.into || v.outside || v.r.has(kThird)) && !v.guarded &&
              (v.r.ordered(kGet) || v.r.has(kUser | kWhole | kModel | kCovert | kUnasked | kHush) ||
               v.outside);
     },
     kInShortText},
    {"parameter-wants-secrets", Charge::kSecretAccess,
     [](const View& v) {
       return (!v.r.sentence().foreign || v.r.has(kHere)) && v.param && v.moves && v.secrets && !v.guarded &&
              !v.scope.talks_business &&
              (v.r.has(kHere) || v.foreign_tool || v.outside ||
               (v.r.has(kWhole) && v.r.has(kUser | kModel | kContext)));
     }},
    {"send-private-things-away", Charge::kSecretAccess,
     [](const View& v) { return v.r.ordered(kSend | kCarry) && v.things && v.outside && !v.guarded; },
     kInShortText},
    {"fetch-and-pass-private-things", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.things && (v.into || v.param) && !v.guarded && v.r.has(kUser) &&
              (v.r.ordered(kGet) || v.r.has(kLater | kUnasked | kWhole | kCovert) || v.foreign_tool);
     },
     kInShortText},
    {"private-things-under-pressure", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.things && (v.into || v.outside || v.addressed) && v.pressed && !v.guarded;
     },
     kInCompany},
    {"data-to-third-party", Charge::kRedirects,
     [](const View& v) {
       return v.r.happens(kSend) && v.things && v.r.has(kThird) && v.hushed && !v.guarded;
     }},
    {"secret-passed-in-parameter", Charge::kSecretAccess,
     [](const View& v) {
       return v.r.happens(kGet | kSend) && v.r.happens(kCarry | kSend) && v.r.thing(kSecret) && v.into &&
              v.r.has(kUser) && !v.r.denied(kMoves) && !v.guarded;
     }},
    {"parameter-is-the-conversation", Charge::kParameter,
     [](const View& v) {
       return v.param && v.r.plain_thing(kContext) && v.r.has(kWhole) && !v.r.happens(kStore) &&
              !v.scope.talks_business && (!v.guarded || (!v.defended && v.r.word({"your"})));
     }},
    {"parameter-is-all-secrets", Charge::kParameter,
     [](const View& v) {
       return v.param && v.r.plain_thing(kSecret | kContext) && v.r.has(kWhole) && !v.r.happens(kStore) &&
              !v.scope.talks_business && !v.guarded &&
              (v.r.has(kModel | kContext | kLater | kOther) ||
               v.r.word({"session", "earlier", "seen", "conversation"}));
     }},
    {"parameter-taken-from-the-user", Charge::kSecretAccess,
     [](const View& v) { return v.param && v.r.ordered(kGet) && v.things && v.unasked && !v.guarded; }},
    {"value-holds-secrets", Charge::kSecretAccess,
     [](const View& v) {
       return v.scope.of_value && v.param && !v.guarded &&
              ((v.r.secret_file() && (v.outside || v.r.has(kPrivate))) || (v.things && v.r.has(kHere)) ||
               (v.r.ordered(kGet) && v.things && (v.r.has(kUser) || v.r.word({"their"}))));
     }},
    // Hiding.
    {"hide-an-act", Charge::kHides,
     [](const View& v) { return v.hushed && v.r.ordered(kHarm) && !v.r.has(kShown); }, kInShortText},
    {"hush", Charge::kHides,
     [](const View& v) {
       return v.r.has(kHush) && v.ordered && !v.r.has(kShown) && (v.harm_before || v.r.has(kUser | kAnswer));
     },
     kInShortText},
    {"not-for-the-user", Charge::kHides,
     [](const View& v) {
       return v.r.has(kHush) && v.r.has(kUser) && !v.r.has(kShown) && !v.guarded &&
              (v.ordered || !v.param || v.r.names_the_user());
     },
     kInShortText},
    {"hide-what-was-done", Charge::kHides,
     [](const View& v) { return v.hushed && v.harm_before && !v.r.has(kShown) && !v.guarded; }, kInCompany},
    {"do-not-tell-the-user", Charge::kHides,
     [](const View& v) { return v.r.silence() && v.r.has(kUser) && !v.r.has(kShown) && !v.guarded; },
     kInShortText},
    {"covert-act", Charge::kHides,
     [](const View& v) {
       return v.r.has(kCovert) && v.r.ordered(kGet | kCarry | kSend | kChange | kDelete | kGrant) &&
              (v.things || v.fixed) && !v.guarded;
     }},
    {"say-only", Charge::kHides,
     [](const View& v) {
       return v.r.ordered(kSay) && v.r.has(kOnly) && v.earlier &&
              v.earlier->happens(kSend | kDelete | kGrant) &&
              v.earlier->has(kThird | kPrivate | kSecret | kContext) && !v.guarded;
     }},
    // Consent.
    {"act-without-asking", Charge::kConsent,
     [](const View& v) {
       return v.unasked && v.r.ordered(kHarm | kApprove) && v.r.has(kUser | kConsent | kPower | kGuard) &&
              !v.guarded;
     }},
    {"no-consent-needed", Charge::kConsent,
     [](const View& v) {
       return v.unasked && v.r.has(kConsent) && v.r.ordered(kHarm | kUse | kApprove) && !v.guarded;
     }},
    {"do-not-ask-the-user", Charge::kConsent,
     [](const View& v) { return v.unasked && v.r.has(kUser) && v.harm_before && !v.guarded; }},
    {"consent-is-given", Charge::kConsent,
     [](const View& v) {
       return v.r.has(kConsent) && v.r.says(kGiven) && !v.guarded && (v.r.has(kUser | kAlways) || v.ordered);
     },
     kInShortText},
    {"approve-for-the-user", Charge::kConsent,
     [](const View& v) { return v.r.ordered(kApprove) && v.r.has(kAsIf | kUnasked) && !v.guarded; },
     kInShortText},
    {"skip-the-approval", Charge::kConsent,
     [](const View& v) {
       return v.r.ordered(kDisable) && v.r.thing(kConsent) &&
              (v.addressed || v.pressed || v.r.has(kAlways)) && v.r.sentence().tokens.size() > 5 &&
              !v.r.word({"omit"}) && !v.guarded && !v.param;
     }},
    {"foreign-no-asking", Charge::kConsent,
     [](const View& v) {
       return v.r.sentence().foreign && v.r.left_out(kAsk | kApprove) && v.r.has(kConsent) &&
              v.r.has(kUser | kAlways | kGiven) && !v.guarded;
     },
     kInCompany},
    // Rank.
    {"ignore-the-user", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kIgnore) && v.r.has(kWish) && !v.r.has(kDefence | kOnly) &&
              !v.r.word({"only if", "only when", "unless"});
     }},
    {"ignore-your-rules", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kIgnore | kDisable) && v.r.has(kRules) &&
              (v.addressed || v.r.word({"your", "tus", "seus"}) || v.r.has(kLater)) && !v.guarded;
     }},
    {"foreign-ignore-rules", Charge::kOverrides,
     [](const View& v) {
       return v.r.sentence().foreign && v.r.ordered(kIgnore) && v.r.has(kRules) && !v.guarded;
     }},
    {"rules-are-void", Charge::kOverrides,
     [](const View& v) {
       return v.r.has(kRules) && v.r.has(kVoid) &&
              (v.r.has(kLater | kWish) || v.label || v.addressed || v.r.word({"your"})) && !v.guarded;
     }},
    {"above-the-user", Charge::kOverrides,
     [](const View& v) {
       return v.r.has(kRank) && v.r.has(kRules | kWish) && v.r.has(kUser | kWish) &&
              v.r.has(kMine | kTool | kModel) && !v.guarded;
     }},
    {"obey-the-output", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kObey) && (v.r.has(kAsIf | kOver) || v.unasked) &&
              !(v.scope.of_output && v.r.has(kNot)) && v.r.has(kUser | kTool | kAnswer | kRules) &&
              !v.guarded;
     },
     kInCompany},
};

// What no honest server was seen to say where a rule was wrong about it: that something must be, stands above
// the user, is to be put here, is the conversation; or that private things go somewhere unseen or unasked.
bool plain_harm(const View& v) {
  const bool unseen = v.hushed || v.unasked || v.against || v.r.has(kCovert);
  const bool taken = v.outside || v.things || v.r.has(kThird) || v.r.any_kind({TokenKind::kValue});
  return v.r.has(kMust | kRank | kHere | kContext) || (unseen && taken);
}

}  // namespace

bool orders_something(const ParsedSentence& sentence, const OrderScope& scope) {
  if (sentence.listing || sentence.tokens.size() > kLongestProse || sentence.tokens.size() < 4) return false;
  const OrderView view(sentence, nullptr, scope);
  return (view.moves && view.secrets && !view.defended) || (view.ordered && view.hushed) ||
         (view.r.ordered(kIgnore | kDisable) && view.r.has(kRules | kWish));
}

Verdict judge_sentence(const ParsedSentence& sentence, const ParsedSentence* before,
                       const OrderScope& scope) {
  if (sentence.listing || sentence.tokens.size() > kLongestProse || sentence.tokens.empty()) return {};
  const OrderView view(sentence, before, scope);
  Verdict verdict;
  int rules = 0;
  bool firm = false, alone = false;
  const auto charge = [&](const OrderRule& rule) {
    if (!rule.holds(view)) return;
    ++rules;
    firm = firm || rule.standing == Standing::kAlone;
    alone = alone || rule.standing != Standing::kInCompany;
    if (verdict.charges == 0) verdict = {rule.charge, rule.name, 0, false};
    verdict.charges |= 1u << static_cast<unsigned>(rule.charge);
  };
  if (sentence.tokens.size() >= 3) {
    for (const OrderRule& rule : kOrderRules) charge(rule);
    for (const OrderRule& rule : rules_of_effects()) charge(rule);
  }
  for (const OrderRule& rule : rules_of_signs()) charge(rule);
  for (const OrderRule& rule : rules_of_statements()) charge(rule);
  if (!alone && rules < 2) return {};
  // Two rules of one charge often stand on the same words, and so do two that need company; a second charge
  // beside a rule that proves something is a second sign.
  const bool two_charges = alone && (verdict.charges & (verdict.charges - 1)) != 0;
  verdict.firm = firm || two_charges || plain_harm(view);
  return verdict;
}

}  // namespace mcpjury
