// What a tool says against what its schema and annotations allow. A description may only speak of what its
// parameters carry and its annotations admit: an order about things for which there is no parameter, an
// address nobody can enter, a parameter that asks for something the tool is not named for, a value that does
// something by itself.
#include <utility>

#include "judge/embedded/trained_judge.h"

namespace mcpjury {
namespace {

bool contains_any(std::string_view text, std::initializer_list<std::string_view> parts) {
  return std::any_of(parts.begin(), parts.end(),
                     [&](std::string_view part) { return text.find(part) != std::string_view::npos; });
}

// Tools whose matter is models, prompts or conversations ask for them honestly.
bool about_models(const ToolReading& reading) {
  return contains_any(reading.name_words, {"model", "llm", "chat", "prompt", "agent", "assistant",
                                           "conversation", "completion", "ai ", "bot"});
}

// What a parameter asks for, from its name or from what is said of it.
void ask_of_parameter(const ReadSentence& sentence, const ToolReading& reading, const Signs& signs,
                      Points& out) {
  const bool name = sentence.place == ReadPlace::kParameterName;
  const bool model = signs.has(sense::kModel);
  const bool caller = signs.word({"calls", "calling", "caller", "you", "your", "llm", "assistant", "agent"});
  if (model && caller && !about_models(reading)) {
    out.add(name ? 3 : 4, "Asks which model calls, which its task does not need");
    out.sure = !name && signs.word({"name", "version", "identity", "vendor", "which"}) &&
               signs.word({"calls", "calling", "caller", "making", "uses", "using", "invoking", "you"});
  }
  if (signs.foreign(sense::kContext) && !about_models(reading))
    out.add(name ? 3 : 4, "Asks for the conversation, which its task does not need");
  if (name) return;
  if (model && !about_models(reading) && signs.word({"name", "version", "identity", "vendor", "which"}))
    out.add(2, "Asks which model calls");
  if (signs.foreign(sense::kSecret) && signs.has(sense::kUser | sense::kPrivate))
    out.add(2, "Asks for a secret of the user");
}

}  // namespace

Points contract_points(const ReadSentence& sentence, const ToolReading& reading) {
  Points out;
  const Signs signs(sentence, reading);
  const std::string_view text = sentence.text;
  if (sentence.place == ReadPlace::kValue || sentence.marks.decoded) {
    if (contains_any(text, {"169.254.169.254", "127.0.0.1", "localhost", "metadata.google"}) &&
        contains_any(text, {"/admin", "meta-data", "metadata", "/internal", "/secret"}))
      out.sure = true, out.add(7, "Has a default that leads into the machine's own network");
    if (contains_any(
            text, {"$(", "| sh", "| bash", "rm -rf", "&& curl", "; curl", "curl http", "wget http", "eval("}))
      out.sure = true, out.add(7, "Has a value that is a command");
  }
  const bool field =
      text.substr(0, 48).find(": ") != std::string_view::npos && sentence.place == ReadPlace::kDescription;
  if (sentence.place == ReadPlace::kParameter || sentence.place == ReadPlace::kParameterName || field)
    ask_of_parameter(sentence, reading, signs, out);
  if (!signs.prose()) return out;

  const bool bids = signs.bids(sense::kActs) || sentence.parsed.addressed;
  const bool passes = signs.happens(sense::kSend | sense::kCarry | sense::kStore);
  if (bids) {
    if (signs.kind(TokenKind::kSecretPath))
      out.add(5, "Names a file with secrets that no parameter is for");
    else if (signs.kind(TokenKind::kPath))
      out.add(1, "Names a file that no parameter is for");
    if (signs.foreign(sense::kSecret, true))
      out.add(3, "Orders something about secrets, for which there is no parameter");
    if (signs.foreign(sense::kContext, true))
      out.add(3, "Orders something about the conversation, for which there is no parameter");
    if (signs.foreign(sense::kPrivate, true))
      out.add(1, "Orders something about private things, for which there is no parameter");
    if (signs.foreign(sense::kLasting, true)) out.add(2, "Orders something that stays");
    if (signs.foreign(sense::kRules, true)) out.add(3, "Is about instructions, which are not its matter");
    if (signs.bids(sense::kUse | sense::kRun) && signs.foreign_name())
      out.add(2, "Orders calls of what is not its own");
  }
  if (signs.foreign(sense::kPower, true)) out.add(2, "Is about power that its schema does not need");
  if (passes && signs.outside()) out.add(4, "Sends to an address that no parameter gives");
  if (passes && signs.foreign(sense::kThird, true))
    out.add(4, "Passes on to somebody whom no parameter names");
  if (signs.has(sense::kHush | sense::kCovert)) out.add(4, "Does not want to be seen");
  if (signs.has(sense::kUnasked | sense::kGiven) || (signs.has(sense::kNot) && signs.has(sense::kConsent)) ||
      signs.forbids(sense::kAsk | sense::kApprove))
    out.add(3, "Leaves the user out");
  if (signs.has(sense::kOver | sense::kVoid)) out.add(2, "Sets itself above the user");
  if (signs.has(sense::kTool) && signs.has(sense::kDead)) out.add(4, "Speaks of tools that are not its own");
  if (signs.has(sense::kTool) && signs.has(sense::kFine) && signs.word({"world", "only", "ever", "all"}))
    out.add(6, "Praises itself instead of saying what it does");
  if (signs.happens(sense::kApprove) && signs.word({"once", "after", "until", "later"}) &&
      signs.happens(sense::kRun | sense::kChange | sense::kSend | sense::kGet))
    out.add(3, "Says that it becomes something else after approval");
  if (reading.read_only.value_or(false) && signs.bids(sense::kDelete | sense::kGrant | sense::kSpend))
    out.add(3, "Orders changes although annotated as reading only");
  if (signs.shouts() && bids) out.add(1, "Raises its voice");

  if (signs.has(sense::kDefence)) out.sum -= 4;
  if (signs.has(sense::kAfter) && !sentence.parsed.addressed && !signs.shouts()) out.sum -= 1;
  if (sentence.marks.hidden || sentence.marks.decoded) out.add(3, "Was hidden");
  if (sentence.marks.private_use || sentence.marks.look_alike)
    out.add(2, "Has characters that are not what they seem");
  if (sentence.marks.guessed) out.sum -= 3;
  return out;
}

std::unique_ptr<Judge> make_contract_judge(SharedDesk desk, const TrainedTables& tables) {
  return std::make_unique<TrainedJudge>(
      std::move(desk), tables.contract, tables.version,
      TrainedManner{"embedded-contract", contract_features, -500, 390, 3'000,
                    "Orders something for which the tool has no parameter", contract_points, 10});
}

}  // namespace mcpjury
