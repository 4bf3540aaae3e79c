// Rules that stand on few signs, each of which honest definitions hardly ever show together: measured on the
// sentences of ten thousand honest tools, a pair that is asked for here occurs in at most one or two of them.
#include "detect/order_view.h"

namespace mcpjury {
namespace {

using namespace sense;

using View = OrderView;

constexpr std::size_t kShortProse = 48;

bool short_prose(const View& v) { return v.r.sentence().tokens.size() <= kShortProse; }
bool foreign(const View& v) { return v.r.sentence().foreign; }

// "Once connected, create …" tells when; what is to hold from then on names whom it binds.
bool sets_when(const View& v) {
  return v.r.word({"once connected", "once loaded", "once installed"}) && !v.r.has(kUser | kModel);
}

// Signs that a sentence of documentation has once in a thousand times or less.
int rare_signs(const View& v) {
  const auto one = [](bool sign) { return sign ? 1 : 0; };
  return one(v.hushed) + one(v.unasked) + one(v.r.has(kLater)) + one(v.r.has(kCovert)) +
         one(v.r.has(kPower)) + one(v.r.ordered(kDeny)) + one(v.r.any_kind({TokenKind::kValue})) +
         one(v.r.secret_file_taken(true)) + one(v.r.has(kEndless)) + one(v.r.has(kOver)) +
         one(v.r.has(kGiven)) + one(v.r.has(kVoid)) + one(v.r.has(kAsIf));
}
// Signs that it has once in a hundred times.
int lesser_signs(const View& v) {
  const auto one = [](bool sign) { return sign ? 1 : 0; };
  int count = one(v.r.has(kWish)) + one(v.addressed) + one(v.r.other_tools()) + one(v.r.has(kLasting)) +
              one(v.r.has(kMine)) + one(v.r.has(kUnasked)) + one(v.r.has(kUser)) + one(v.r.has(kModel)) +
              one(v.r.has(kThird)) + one(v.outside) + one(v.secrets) + one(v.r.left_out(kUse));
  for (const Sense act :
       {kIgnore, kApprove, kPromote, kSpend, kRepeat, kObey, kSend, kChange, kGrant, kDelete}) {
    count += one(v.r.ordered(act));
  }
  return count;
}

constexpr OrderRule kSignRules[] = {
    // Data on its way out.
    {"address-with-a-hole", Charge::kRedirects,
     [](const View& v) {
       return v.r.address_takes(kContext | kSecret) ||
              (v.r.address_takes(kPrivate) && (v.ordered || v.label));
     }},
    {"secrets-into-a-parameter", Charge::kSecretAccess,
     [](const View& v) {
       return v.moves && v.r.thing(kSecret) && v.into && !v.param && !v.guarded && !v.r.word({"set"}) &&
              short_prose(v);
     },
     kInShortText},
    {"secrets-carried-along", Charge::kSecretAccess,
     [](const View& v) {
       return v.r.ordered(kCarry | kSend) && v.r.thing(kSecret) && !v.param && !v.guarded && !foreign(v) &&
              !v.r.has(kNot) && v.r.has(kAlways | kWhole | kModel) && short_prose(v) &&
              !v.r.word({"set", "setting", "configure", "configuring"});
     },
     kInCompany},
    {"secret-file-in-an-order", Charge::kSecretAccess,
     [](const View& v) {
       if (!v.r.secret_file() || !v.ordered || v.defended || (v.scope.of_title && !v.into)) return false;
       if (foreign(v)) return true;
       const bool more = v.into || v.addressed || v.outside || v.pressed || v.r.has(kWhole | kUser);
       return !v.r.has(kNot) && v.r.ordered(v.guarded ? kMoves | kSay | kRun : kMoves | kSay | kRun | kUse) &&
              v.r.secret_file_taken(more);
     },
     kInShortText},
    {"other-tool-fetches-secrets", Charge::kSecretAccess,
     [](const View& v) {
       return v.foreign_tool && v.r.thing(kSecret) && v.r.ordered(kCarry | kSend | kGet | kUse) &&
              !v.guarded && !foreign(v) && !v.r.has(kNot) && (!v.param || v.r.word({"tool"})) &&
              short_prose(v);
     },
     kInCompany},
    {"private-things-to-an-address", Charge::kSecretAccess,
     [](const View& v) {
       return v.r.ordered(kSend | kCarry) && v.things && v.outside && !v.defended && short_prose(v);
     },
     kInCompany},
    {"fetch-all-and-tell", Charge::kSecretAccess,
     [](const View& v) {
       return v.r.ordered(kGet) && v.r.ordered(kSay | kCarry | kSend) && v.things && v.into &&
              v.r.has(kAlways | kWhole) && !v.param && !v.guarded && !foreign(v) && short_prose(v);
     },
     kInCompany},
    {"parameter-is-a-secret-of-the-model", Charge::kParameter,
     [](const View& v) {
       return v.param && v.r.thing(kSecret) && v.r.has(kModel) && v.r.has(kThird | kMust) && !v.guarded &&
              !foreign(v);
     }},
    {"context-into-a-parameter", Charge::kSecretAccess,
     [](const View& v) {
       return v.r.ordered(kCarry | kSend) && v.r.thing(kContext) && v.into && v.r.has(kAlways | kWhole) &&
              !v.param && !v.guarded && !v.scope.talks_business && short_prose(v);
     },
     kInCompany},
    {"prompt-asked-for", Charge::kSecretAccess,
     [](const View& v) {
       return v.r.ordered(kCarry | kSend | kSay | kGet) && v.r.names(kContext | kRules) && !v.guarded &&
              !v.scope.talks_business && !v.r.has(kNot) && (!v.param || v.label) && short_prose(v);
     }},
    {"send-to-an-address", Charge::kRedirects,
     [](const View& v) {
       return v.r.ordered(kSend) && v.r.plain_address() && !v.param && !v.defended && !foreign(v) &&
              short_prose(v);
     },
     kInCompany},
    {"all-of-it-to-an-address", Charge::kRedirects,
     [](const View& v) {
       return v.r.ordered(kSend | kStore | kCarry | kRun) && v.r.plain_address() &&
              v.r.has(kAlways | kOver) && !v.param && !v.guarded && !foreign(v) && short_prose(v);
     },
     kInCompany},
    {"address-in-any-case", Charge::kRedirects,
     [](const View& v) { return v.outside && v.r.has(kOver) && !v.param && !v.guarded && short_prose(v); },
     kInCompany},
    {"when-nobody-looks", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kDelete | kSend | kSpend | kChange | kGrant) && v.r.has(kUser) && !v.defended &&
              !v.param && short_prose(v) &&
              v.r.word({"away", "idle", "asleep", "absent", "offline", "replied", "watching", "looking",
                        "around", "typed", "goodbye", "awake", "afk"});
     },
     kInCompany},
    // Statements: nobody is ordered, and yet.
    {"kept-from-the-user", Charge::kHides,
     [](const View& v) {
       return v.hushed && v.r.happens(kHarm | kSpend) && !v.r.has(kShown) && !v.guarded && !v.param &&
              (v.things || v.outside || v.r.has(kThird | kTarget)) && short_prose(v);
     },
     kInShortText},
    {"not-to-be-said", Charge::kHides,
     [](const View& v) {
       return v.r.silence() && !v.r.has(kShown) && !v.guarded && short_prose(v) &&
              (v.label || v.fixed ||
               (!v.param && (v.r.ordered(kSend | kDelete | kSpend | kChange) || v.r.has(kThird))));
     },
     kInCompany},
    {"act-against-consent", Charge::kConsent,
     [](const View& v) {
       const bool acts = v.r.ordered(kDelete | kSend | kChange | kSpend | kRun | kCarry);
       return acts && v.r.has(kConsent) && !v.param && !v.guarded && short_prose(v) &&
              (v.r.ordered(kIgnore) || (foreign(v) && v.r.has(kNot) && (v.r.has(kUser) || v.things)));
     }},
    {"consent-is-claimed", Charge::kConsent,
     [](const View& v) {
       return v.r.has(kGiven) && !v.guarded && !v.param && !foreign(v) && short_prose(v) &&
              ((v.r.has(kConsent) && v.r.has(kLater | kModel | kSpend)) || v.r.states_passively(kApprove) ||
               (v.unasked && v.r.has(kModel | kUser | kAlways)) || (v.r.has(kUnasked) && v.r.has(kUser)) ||
               (v.r.happens(kAsk) && v.r.has(kNot) && v.r.has(kUser)));
     },
     kInCompany},
    {"false-statement", Charge::kTampers,
     [](const View& v) {
       return v.r.claims(kFine) && v.r.happens(kPortray | kSay) && v.r.quoted() && v.r.has(kUser) &&
              v.r.has(kOver | kAlways | kTarget | kAnswer) && !v.param && !v.guarded && short_prose(v);
     },
     kInShortText},
    {"against-the-wish", Charge::kTampers,
     [](const View& v) {
       return v.r.has(kOver) && v.r.has(kWish) && (v.ordered || v.param || v.r.has(kAlways) || foreign(v)) &&
              !v.defended && short_prose(v);
     },
     kInShortText},
    // Rank, time, power.
    {"rules-lifted", Charge::kOverrides,
     [](const View& v) {
       return v.r.has(kRules) && v.r.has(kVoid) && !v.param && !v.guarded && short_prose(v) &&
              (v.r.has(kModel | kAnswer | kRank | kPower | kEndless) || v.r.ordered(kObey | kSay));
     }},
    {"for-good", Charge::kOverrides,
     [](const View& v) {
       return v.r.has(kLater) && v.r.has(kAlways | kUser | kModel) && !v.param && !v.guarded &&
              !v.r.word({"survives", "outlives"}) && !sets_when(v) &&
              (v.ordered || v.fixed || v.foreign_tool) && !foreign(v) && short_prose(v);
     },
     kInCompany},
    {"while-i-am-here", Charge::kOtherTools,
     [](const View& v) {
       return v.r.has(kLater) && v.foreign_tool && !v.param && !v.guarded &&
              v.r.any_kind({TokenKind::kMail, TokenKind::kValue, TokenKind::kUrl});
     }},
    {"power-in-any-case", Charge::kWeakens,
     [](const View& v) {
       return v.r.has(kPower) && v.ordered && (v.r.has(kOver | kUnasked) || v.r.word({"even"})) &&
              !v.defended && short_prose(v);
     }},
    {"guard-off-as-a-rule", Charge::kWeakens,
     [](const View& v) {
       return v.r.happens(kDisable) && v.r.thing(kGuard) && v.ordered &&
              v.r.has(kAlways | kCovert | kUnasked) && !v.param && !v.guarded && !foreign(v) &&
              short_prose(v);
     },
     kInCompany},
    // Tools of others.
    {"calls-of-others-sent-elsewhere", Charge::kOtherTools,
     [](const View& v) {
       return v.foreign_tool && v.r.ordered(kChange | kSend) && v.r.has(kAlways) &&
              (v.r.has(kTarget | kThird) || v.fixed) && !v.param && !v.guarded && short_prose(v);
     }},
    {"others-told-what-to-add", Charge::kOtherTools,
     [](const View& v) {
       return v.foreign_tool && v.addressed && v.r.has(kAlways) && v.r.quoted() &&
              v.r.ordered(kCarry | kSend | kGrant | kChange) && !v.param && !v.guarded && short_prose(v);
     }},
    {"model-told-the-rank", Charge::kOverrides,
     [](const View& v) {
       return v.addressed && v.r.has(kRank) && v.r.has(kUser | kWish) && !v.guarded && short_prose(v);
     },
     kInCompany},
    {"rivals-kept-away", Charge::kPrefers,
     [](const View& v) {
       return !v.guarded && short_prose(v) &&
              ((v.r.ordered(kPromote) && v.r.has(kOther) && v.r.has(kUser) &&
                (v.r.has(kNot) || v.r.other_tools())) ||
               (v.r.left_out(kUse | kSay | kPromote) &&
                v.r.word({"rival", "rivals", "competing", "competitor", "competitors"})));
     }},
    {"output-speaks-for-the-user", Charge::kOverrides,
     [](const View& v) {
       return v.scope.of_output && v.r.has(kAsIf) && !v.r.has(kNot) && !v.guarded &&
              !v.r.word({"decide", "for the user"});
     },
     kInCompany},
    {"output-orders-the-model", Charge::kOverrides,
     [](const View& v) {
       return v.scope.of_output && v.addressed && v.r.ordered(kCarry | kSend | kSay | kObey) &&
              v.r.has(kUser) && (v.r.has(kConsent) || v.r.other_tools()) && !v.guarded;
     }},
    {"put-into-every-answer", Charge::kTampers,
     [](const View& v) {
       return v.addressed && v.r.ordered(kCarry) && v.r.has(kAnswer) && v.r.has(kAlways) && v.r.quoted() &&
              !v.param && !v.guarded && short_prose(v);
     }},
    {"read-this-as", Charge::kTampers,
     [](const View& v) {
       return v.r.has(kMine) && v.r.ordered(kDelete) && v.r.has(kUser) && !v.param && !v.guarded &&
              short_prose(v);
     }},
    {"spends-without-end", Charge::kExhausts,
     [](const View& v) {
       return v.r.has(kEndless) && v.r.has(kModel) && v.r.happens(kSpend) && !v.param && !v.guarded &&
              short_prose(v);
     }},
    {"follow-what-it-says", Charge::kOverrides,
     [](const View& v) {
       return v.r.ordered(kObey) && v.r.has(kRules) && v.r.has(kInstead) && !v.defended && short_prose(v);
     }},
    {"as-if-it-were-theirs", Charge::kTampers,
     [](const View& v) {
       return v.r.has(kOver) && v.r.has(kAsIf) && v.ordered && v.r.quoted() && !v.defended && short_prose(v);
     }},
    {"fetched-with-another-tool", Charge::kSecretAccess,
     [](const View& v) {
       return v.param && v.foreign_tool && v.r.has(kHere) && v.r.ordered(kCarry) && v.things &&
              v.r.has(kWhole) && !v.defended && !foreign(v) && short_prose(v);
     }},
    {"talks-them-out-of-it", Charge::kTampers,
     [](const View& v) {
       return v.r.ordered(kSay) && v.r.has(kFine) && !v.param && !v.defended && !foreign(v) &&
              short_prose(v) &&
              (v.r.ordered(kDisable) ||
               (v.r.ordered(kUse) && v.r.has(kTarget | kOther) && v.r.word({"them"})));
     }},
    // Where no order belongs at all.
    {"signs-in-a-label", Charge::kOverrides,
     [](const View& v) {
       return v.label && !v.guarded &&
              (v.unasked || v.r.other_tools() || (v.r.has(kGiven | kUnasked) && v.r.has(kModel | kUser)) ||
               (v.r.has(kOver | kWish | kLater | kHush | kCovert) && v.r.sentence().tokens.size() > 4));
     },
     kInShortText},
    {"carrying-in-a-label", Charge::kSecretAccess,
     [](const View& v) {
       return v.label && v.r.ordered(kCarry | kSend) && !v.r.has(kNot) && !v.guarded &&
              (v.into || v.r.thing(kSecret) || (v.outside && v.r.sentence().tokens.size() > 5));
     }},
    {"address-in-a-label", Charge::kRedirects,
     [](const View& v) {
       return v.label && v.outside && v.r.sentence().tokens.size() > 4 && !v.guarded &&
              (v.r.has(kUser | kVoid | kSecret | kModel) || v.r.ordered(kSend | kChange | kSpend));
     }},
    {"reassurance-in-a-label", Charge::kTampers,
     [](const View& v) {
       return v.label && v.r.has(kFine) && !v.guarded &&
              (v.r.ordered(kDisable) || (v.r.has(kNot) && v.r.has(kModel)));
     }},
    {"price-in-a-label", Charge::kTampers,
     [](const View& v) {
       return v.label && v.r.has(kUser) && v.r.ordered(kCarry | kPortray | kSpend) && !v.r.has(kNot) &&
              !v.guarded && v.r.sentence().tokens.size() > 7;
     }},
    // Several signs, whichever.
    {"several-signs", Charge::kOverrides,
     [](const View& v) {
       if (v.guarded || v.r.sets_up_environment() || !short_prose(v) || (v.scope.of_output && v.r.has(kNot)))
         return false;
       const int rare = rare_signs(v);
       if (rare == 0) return false;
       const int lesser = lesser_signs(v);
       return rare >= 3 || (rare == 2 && lesser >= 2) ||
              (lesser >= 3 && v.ordered && !v.param && !foreign(v));
     },
     kInCompany},
};

}  // namespace

std::span<const OrderRule> rules_of_signs() { return kSignRules; }

}  // namespace mcpjury
