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
       return v.moves && v.r.secret_file() && (v.param || v.into || v.fixed || v.addressed || v.pressed) &&
              !v.guarded;
     }},
    {"told-to-fetch-secrets", Charge::kSecretAccess,
     [](const View& v) { return v.moves && v.secrets && v.addressed && !v.guarded; }},
    {"fetch-and-pass-secrets", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.secrets && (v.into || v.outside || v.r.has(kThird)) && !v.guarded &&
              (v.r.ordered(kGet) || v.r.has(kUser | kWhole | kModel | kCovert | kUnasked | kHush) ||
               v.outside);
     }},
    {"parameter-wants-secrets", Charge::kSecretAccess,
     [](const View& v) {
       return (!v.r.sentence().foreign || v.r.has(kHere)) && v.param && v.moves && v.secrets && !v.guarded &&
              !v.scope.talks_business &&
              (v.r.has(kHere) || v.foreign_tool || v.outside ||
               (v.r.has(kWhole) && v.r.has(kUser | kModel | kContext)));
     }},
    {"send-private-things-away", Charge::kSecretAccess,
     [](const View& v) { return v.r.ordered(kSend | kCarry) && v.things && v.outside && !v.guarded; }},
    {"fetch-and-pass-private-things", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.things && (v.into || v.param) && !v.guarded && v.r.has(kUser) &&
              (v.r.ordered(kGet) || v.r.has(kLater | kUnasked | kWhole | kCovert) || v.foreign_tool);
     }},
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
     [](const View& v) { return v.hushed && v.r.ordered(kHarm) && !v.r.has(kShown); }},
    {"hush", Charge::kHides,
     [](const View& v) {
       return v.r.has(kHush) && v.ordered && !v.r.has(kShown) && (v.harm_before || v.r.has(kUser | kAnswer));
     }},
    {"not-for-the-user", Charge::kHides,
     [](const View& v) {
       return v.r.has(kHush) && v.r.has(kUser) && !v.r.has(kShown) && !v.guarded &&
              (v.ordered || !v.param || v.r.names_the_user());
     }},
    {"hide-what-was-done", Charge::kHides,
     [](const View& v) { return v.hushed && v.harm_before && !v.r.has(kShown) && !v.guarded; }, kInCompany},
    {"do-not-tell-the-user", Charge::kHides,
     [](const View& v) { return v.r.silence() && v.r.has(kUser) && !v.r.has(kShown) && !v.guarded; }},
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
     }},
    {"approve-for-the-user", Charge::kConsent,
     [](const View& v) { return v.r.ordered(kApprove) && v.r.has(kAsIf | kUnasked) && !v.guarded; }},
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
    // Tools of others.
    {"others-are-bad", Charge::kPrefers,
     [](const View& v) {
       return v.r.other_tools() && v.r.has(kDead) && !v.r.has(kMine) &&
              (v.r.has(kOver | kAlways) || v.ordered);
     }},
    {"never-use-others", Charge::kPrefers,
     [](const View& v) {
       return v.r.left_out(kUse) && v.r.other_tools() && !v.r.has(kMine) && !v.guarded &&
              (v.r.has(kOver | kUser | kAlways | kThird | kDead | kLater) || v.hushed);
     }},
    {"use-me-against-the-user", Charge::kPrefers,
     [](const View& v) {
       return v.r.ordered(kUse) && v.against && v.r.has(kTool | kOther) && !v.r.names_own_tool() &&
              !v.guarded;
     },
     kInCompany},
    {"change-calls-of-others", Charge::kOtherTools,
     [](const View& v) {
       return v.foreign_tool && v.r.ordered(kChange | kCarry | kSend) && v.fixed &&
              v.r.has(kTarget | kInstead | kAlways | kOver | kLater) && !v.guarded;
     }},
    {"others-under-pressure", Charge::kOtherTools,
     [](const View& v) {
       return v.foreign_tool && v.r.ordered(kHarm) && v.pressed &&
              (v.r.has(v.r.sentence().foreign ? kTarget | kWish : kTarget | kAlways | kWish) || v.things) &&
              !v.guarded && !v.r.has(kMine);
     },
     kInCompany},
    // Changing what was asked for.
    {"replace-the-target", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kChange) && v.r.has(kTarget) && v.fixed && !v.guarded &&
              (v.r.has(kUser | kAlways | kInstead | kOver | kHush | kLater) ||
               v.r.any_kind({TokenKind::kValue}));
     }},
    {"change-against-the-user", Charge::kTampers,
     [](const View& v) {
       return v.changes && v.against && (v.fixed || v.r.quoted() || v.r.has(kTarget)) && !v.guarded;
     }},
    {"change-and-hush", Charge::kTampers,
     [](const View& v) { return v.changes && v.hushed && !v.r.has(kShown); }},
    {"always-send-there", Charge::kRedirects,
     [](const View& v) {
       return v.r.ordered(kSend | kCarry | kGrant) && v.fixed && v.r.has(kAlways) && !v.guarded &&
              (v.r.any_kind({TokenKind::kMail, TokenKind::kHost, TokenKind::kValue}) ||
               v.r.has(kAnswer | kLater));
     },
     kInCompany},
    {"send-there-under-pressure", Charge::kRedirects,
     [](const View& v) {
       return v.r.ordered(kSend | kCarry | kGrant | kChange) && v.fixed && (v.pressed || v.hushed) &&
              !v.guarded;
     }},
    {"false-picture", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kPortray | kSay | kDeny) && v.r.has(kFine) &&
              (v.r.has(kOver) || (v.harm_before && !v.r.sentence().foreign)) && !v.guarded;
     }},
    {"says-whatever", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kSay | kPortray | kDeny | kPromote) && v.r.has(kOver) && v.against && !v.guarded;
     },
     kInCompany},
    {"lie", Charge::kTampers,
     [](const View& v) { return v.r.ordered(kDeny) && (v.r.has(kUser) || v.hushed) && !v.guarded; }},
    {"advert-in-every-answer", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kCarry | kPromote | kSay) && v.r.has(kAnswer) && v.r.has(kAlways) && v.outside &&
              !v.guarded;
     },
     kInCompany},
    {"against-the-user", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kHarm | kUse) && v.r.has(kOver) && v.r.has(kWish) && !v.guarded;
     },
     kInCompany},
    {"rather-than-the-user's", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kUse | kChange | kCarry) && v.r.has(kInstead) && v.r.has(kUser | kWish) &&
              (v.fixed || v.r.quoted()) && v.param && !v.guarded;
     }},
    {"portray-falsely", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kPortray) && v.r.word({"as"}) &&
              v.r.word(
                  {"describe", "present", "portray", "depict", "label", "refer to", "pass off", "frame"}) &&
              (v.r.has(kFine) || (v.r.quoted() && v.r.has(kConsent))) && !v.guarded;
     }},
    {"dictated-verdict", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kSay) && v.r.has(kFine) && (v.r.quoted() || v.hushed) && !v.guarded;
     },
     kInCompany},
    {"change-a-secret", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kChange | kGrant) && (v.r.thing(kSecret) || v.r.has(kPower)) &&
              (v.addressed || v.r.quoted()) && !v.param && !v.guarded;
     },
     kInCompany},
    {"act-on-the-output", Charge::kOverrides,
     [](const View& v) {
       return v.scope.of_output && v.r.ordered(kRun | kObey | kChange | kDelete | kGrant) && !v.r.has(kNot) &&
              !v.guarded &&
              (v.foreign_tool || v.r.has(kOver | kHush | kCovert | kUnasked) || v.fixed || v.r.has(kAsIf) ||
               (v.r.ordered(kObey) && v.r.has(kUser)));
     },
     kInCompany},
    {"false-report-of-output", Charge::kTampers,
     [](const View& v) {
       return v.scope.of_output && v.r.ordered(kSay | kPortray) && v.r.quoted() && v.r.has(kUser) &&
              v.r.has(kFine | kOver | kThird | kWhole) && !v.guarded;
     }},
    // Lasting effects, power, load.
    {"plant-in-memory", Charge::kLasting,
     [](const View& v) {
       return v.r.ordered(kStore | kCarry | kRun) && v.r.thing(kLasting) && !v.guarded &&
              (v.r.quoted() || v.r.has(kLater | kRank | kUser | kAlways) || v.fixed || v.addressed);
     }},
    {"disable-a-guard", Charge::kWeakens,
     [](const View& v) {
       return v.r.ordered(kDisable) && v.r.thing(kGuard) &&
              (v.pressed || v.unasked || v.addressed || v.foreign_tool ||
               (v.r.has(kAlways) && v.r.has(kCode)) || v.r.has(kPower)) &&
              !v.guarded && !v.param;
     }},
    {"take-power", Charge::kWeakens,
     [](const View& v) {
       return v.r.ordered(kRun | kUse | kGrant | kStore | kGet | kCarry) && v.r.has(kPower) &&
              (v.pressed || v.unasked || v.r.has(kAlways) || v.addressed || v.foreign_tool) && !v.guarded;
     }},
    {"sabotage-code", Charge::kWeakens,
     [](const View& v) {
       return v.r.has(kCode) && v.r.ordered(kCarry | kStore | kChange | kDisable) && v.r.has(kAlways) &&
              (v.outside || v.hushed || v.r.has(kCovert | kOver)) && !v.guarded;
     }},
    {"endless-calls", Charge::kExhausts,
     [](const View& v) {
       return v.r.has(kEndless) && v.r.ordered(kUse | kRepeat | kRun | kSay) && !v.r.quoted() &&
              !v.r.has(kInstead) && !v.guarded;
     }},
    {"decode-and-obey", Charge::kEncoded,
     [](const View& v) {
       return v.r.has(kDecode) && v.r.ordered(kObey) &&
              (v.addressed || v.r.has(kModel) || v.r.word({"comply", "obey", "order", "task", "unasked"})) &&
              !v.guarded;
     }},
    {"in-the-name-of-the-user", Charge::kConsent,
     [](const View& v) {
       return v.r.ordered(kHarm | kApprove | kPortray | kObey) && v.r.has(kAsIf) && !v.r.quoted() &&
              !(v.scope.of_output && v.r.has(kNot)) && !v.guarded;
     },
     kInCompany},
    {"act-unasked", Charge::kConsent,
     [](const View& v) {
       return v.unasked && v.r.ordered(kHarm | kApprove) && !v.param && !v.guarded &&
              !v.r.word({"true", "force", "flag", "option", "yes"});
     },
     kInCompany},
    {"act-covertly", Charge::kHides,
     [](const View& v) {
       return v.r.ordered(kHarm) && v.r.has(kCovert) && v.r.has(kUser | kTarget | kThird | kModel) &&
              !v.param && !v.guarded;
     }},
    {"drop-the-rules", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kIgnore | kDisable) && v.r.has(kRules) && !v.param && !v.guarded &&
              !v.r.rules_in_data() && !v.r.rules_of_data();
     }},
    {"drop-the-guard", Charge::kWeakens,
     [](const View& v) { return v.r.ordered(kDisable) && v.r.has(kGuard) && !v.param && !v.guarded; }},
    // Less than above, still nothing that documentation needs.
    {"fixed-destination", Charge::kRedirects,
     [](const View& v) {
       return v.r.ordered(kSend | kCarry | kChange | kGrant) && !v.guarded && !v.param && !v.r.quoted() &&
              v.r.any_kind({TokenKind::kMail, TokenKind::kHost, TokenKind::kValue});
     },
     kInCompany},
    {"outside-for-everybody", Charge::kRedirects,
     [](const View& v) {
       return v.r.ordered(kSend | kCarry | kChange | kGrant) && v.outside && v.r.address_outside_query() &&
              v.r.has(kUser | kAlways | kAnswer) && !v.guarded;
     }},
    {"hush-alone", Charge::kHides,
     [](const View& v) { return v.r.has(kHush) && (v.ordered || v.harm_before) && !v.guarded; }},
    {"from-now-on", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kHarm | kUse | kSay) && v.r.has(kLater) &&
              v.r.has(kAlways | kUser | kOver | kModel) && !v.guarded && !v.param &&
              !v.r.word({"survives", "outlives"});
     },
     kInCompany},
    {"users-things-always", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.r.sentence().tokens.size() < 40 && v.r.has(kUser) && v.things &&
              v.r.has(kAlways | kLater | kOver | kUnasked) && !v.guarded &&
              (v.into || v.outside || v.foreign_tool || v.addressed);
     },
     kInCompany},
    {"delete-or-grant-for-the-user", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kDelete | kGrant) && v.r.has(kUser) && v.things && v.foreign_tool && !v.guarded;
     },
     kInCompany},
    {"whatever-happens", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kHarm | kSay | kApprove | kObey) && v.r.has(kOver) && !v.param && !v.guarded &&
              v.r.has(kUser | kWish | kAnswer | kThird | kContext | kRules) && !v.r.sentence().foreign &&
              v.r.sentence().tokens.size() < 40;
     },
     kInCompany},
    {"act-unbidden", Charge::kConsent,
     [](const View& v) {
       return v.r.ordered(kHarm) && v.r.has(kUnasked) && !v.r.sentence().foreign && !v.r.has(kNot | kOnly) &&
              !v.param && !v.guarded;
     },
     kInCompany},
    // Where no order belongs at all.
    {"talk-in-a-label", Charge::kOverrides,
     [](const View& v) {
       return v.label && v.r.ordered(kSend | kSay | kChange | kUse) && v.r.has(kUser | kModel) &&
              !v.r.has(kNot) && !v.guarded;
     },
     kInCompany},
    {"order-in-a-label", Charge::kOverrides,
     [](const View& v) { return v.label && v.addressed && v.ordered && !v.guarded; }},
    {"pressure-in-a-label", Charge::kOverrides,
     [](const View& v) {
       return v.label && v.ordered && (v.hushed || v.unasked || v.against) && !v.guarded;
     }},
};

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
  bool alone = false;
  const auto charge = [&](const OrderRule& rule) {
    if (!rule.holds(view)) return;
    ++rules;
    alone = alone || !rule.in_company;
    if (verdict.charges == 0) verdict = {rule.charge, rule.name, 0};
    verdict.charges |= 1u << static_cast<unsigned>(rule.charge);
  };
  if (sentence.tokens.size() >= 3) {
    for (const OrderRule& rule : kOrderRules) charge(rule);
  }
  for (const OrderRule& rule : rules_of_signs()) charge(rule);
  for (const OrderRule& rule : rules_of_statements()) charge(rule);
  if (!alone && rules < 2) return {};
  return verdict;
}

}  // namespace mcpjury
