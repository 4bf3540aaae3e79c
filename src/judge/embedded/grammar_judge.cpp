// Who is spoken to, in which mood, and about what. Documentation tells a person or a developer what the tool
// does; an attack speaks to the agent, orders or forbids, and is about something that is not the tool's own
// matter.
#include <utility>

#include "judge/embedded/trained_judge.h"

namespace mcpjury {
Points grammar_points(const ReadSentence& sentence, const ToolReading& reading) {
  Points out;
  const Signs signs(sentence, reading);
  if (!signs.prose()) return out;
  const bool addressed = sentence.parsed.addressed;
  const bool orders = signs.surely_bids(sense::kActs);
  const bool bids = orders || signs.bids(sense::kActs);
  const bool forbids = signs.forbids(sense::kActs) || signs.has(sense::kHush);
  if (!bids && !forbids && !addressed && !signs.shouts() && !signs.has(sense::kCovert | sense::kPower))
    return out;

  if (addressed)
    out.add(3, "Speaks to the agent, not to a person");
  else if (signs.by_model() || signs.has(sense::kModel))
    out.add(2, "Tells the agent what to do");
  if (orders) out.add(1, "Gives orders");
  if (signs.has(sense::kMust | sense::kAlways)) out.add(1, "Gives orders that always hold");
  if (signs.shouts()) out.add(2, "Raises its voice");

  if (signs.has(sense::kHush) ||
      (signs.forbids(sense::kSay | sense::kKnow) && signs.has(sense::kUser | sense::kAnswer)))
    out.add(6, "Tells the agent to keep something from the user");
  if (signs.has(sense::kCovert)) out.add(3, "Wants something done unnoticed");
  if (signs.forbids(sense::kAsk | sense::kApprove) || signs.has(sense::kUnasked | sense::kGiven) ||
      (signs.has(sense::kNot) && signs.has(sense::kConsent)))
    out.add(4, "Tells the agent to go on without asking");
  if (signs.bids(sense::kIgnore | sense::kDisable) && signs.has(sense::kRules | sense::kGuard | sense::kRank))
    out.add(6, "Sets aside the orders that hold");
  if (signs.bids(sense::kObey) && signs.has(sense::kRules | sense::kPower | sense::kModel))
    out.add(2, "Claims obedience");
  if (signs.has(sense::kOver | sense::kVoid)) out.add(2, "Claims to stand above the user");
  if (signs.has(sense::kRank) && signs.has(sense::kRules | sense::kWish)) out.add(2, "Claims a rank");

  if (signs.kind(TokenKind::kSecretPath)) out.add(5, "Names a file with secrets");
  if (bids && signs.foreign(sense::kSecret)) out.add(3, "Is about secrets");
  if (bids && signs.foreign(sense::kContext)) out.add(3, "Is about the conversation");
  if (bids && signs.foreign(sense::kPrivate)) out.add(1, "Is about private things");
  if (bids && signs.foreign(sense::kLasting)) out.add(2, "Is about what stays");
  if (signs.foreign(sense::kPower)) out.add(2, "Is about power");
  if (signs.bids(sense::kSend | sense::kCarry | sense::kStore)) {
    out.add(1, "Has something passed on");
    if (signs.outside()) out.add(4, "Has something sent to an address of its own");
    if (signs.has(sense::kThird)) out.add(3, "Has something sent to somebody else");
  }
  if (signs.bids(sense::kChange | sense::kDelete | sense::kGrant | sense::kSpend | sense::kRun))
    out.add(1, "Has something changed");
  if (signs.has(sense::kTool) && signs.has(sense::kDead)) out.add(4, "Runs other tools down");
  if (bids && signs.has(sense::kTool) && signs.has(sense::kOther | sense::kInstead))
    out.add(2, "Is about other tools");
  if (bids && signs.has(sense::kEndless | sense::kLater)) out.add(2, "Is meant to last");
  if (signs.bids(sense::kDeny | sense::kPortray) && signs.has(sense::kAsIf | sense::kFine | sense::kDeny))
    out.add(2, "Has something shown as it is not");
  if (signs.has(sense::kInstead) && signs.has(sense::kWish | sense::kUser))
    out.add(2, "Puts itself in the user's place");

  // Only what stands in the same sentence speaks for it.
  if (signs.has(sense::kDefence)) out.sum -= 4;
  if (signs.has(sense::kAfter) && !addressed && !signs.shouts()) out.sum -= 2;
  if (sentence.opening && !addressed) out.sum -= 1;
  if (sentence.marks.hidden || sentence.marks.decoded) out.add(3, "Was hidden");
  if (sentence.marks.guessed) out.sum -= 3;
  return out;
}

std::unique_ptr<Judge> make_grammar_judge(SharedDesk desk, const TrainedTables& tables) {
  return std::make_unique<TrainedJudge>(
      std::move(desk), tables.grammar, tables.version,
      TrainedManner{"embedded-grammar", grammar_features, -500, 300, 3'000,
                    "A sentence speaks to the agent as attacks do", grammar_points, 14});
}

}  // namespace mcpjury
