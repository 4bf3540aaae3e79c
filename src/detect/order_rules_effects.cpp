// Rules about what is done in the end: tools of others led astray, what was asked for changed, lasting
// effects, power and load.
#include "detect/order_view.h"

namespace mcpjury {
namespace {

using namespace sense;

using View = OrderView;

constexpr OrderRule kEffectRules[] = {
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
     },
     kInShortText},
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
       return v.r.ordered(kPortray | kSay | kDeny) && v.r.claims(kFine) &&
              (v.r.has(kOver) ||
               (v.harm_before && !v.r.sentence().foreign && v.r.sentence().tokens.size() < 40)) &&
              !v.guarded;
     },
     kInShortText},
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
              !v.r.sets_up_environment() &&
              (v.r.quoted() || v.r.has(kLater | kRank | kUser | kAlways) || v.fixed || v.addressed);
     },
     kInShortText},
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
     },
     kInShortText},
    {"endless-calls", Charge::kExhausts,
     [](const View& v) {
       return (v.r.ordered_with(kUse | kRun | kSay, kEndless) ||
               (v.r.has(kEndless) && v.r.ordered(kRepeat))) &&
              !v.r.quoted() && !v.r.has(kInstead) && !v.guarded;
     },
     kInShortText},
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
     },
     kInShortText},
    {"drop-the-rules", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kIgnore | kDisable) && v.r.has(kRules) && !v.param && !v.guarded &&
              !v.r.rules_in_data() && !v.r.rules_of_data();
     },
     kInShortText},
    {"drop-the-guard", Charge::kWeakens,
     [](const View& v) { return v.r.ordered(kDisable) && v.r.has(kGuard) && !v.param && !v.guarded; },
     kInShortText},
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
     },
     kInShortText},
    {"hush-alone", Charge::kHides,
     [](const View& v) { return v.r.has(kHush) && (v.ordered || v.harm_before) && !v.guarded; },
     kInShortText},
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
     [](const View& v) { return v.label && v.ordered && (v.hushed || v.unasked || v.against) && !v.guarded; },
     kInShortText},
};

}  // namespace

std::span<const OrderRule> rules_of_effects() { return kEffectRules; }

}  // namespace mcpjury
