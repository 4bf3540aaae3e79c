#include "judge/embedded/opinion.h"

#include <algorithm>

#include "base/utf8.h"

namespace mcpjury {
namespace {

constexpr std::size_t kReasonBytes = 300;
constexpr std::size_t kQuoteBytes = 120;

constexpr std::array<std::string_view, kRubricQuestions> kNothing = {
    "No sentence steers the agent against its user.", "No parameter asks for more than its name says.",
    "Nothing contradicts what the tool says of itself.", "Nothing shows more power than the purpose needs."};

// The impact of a steered agent reaches the server's other tools; a wide parameter stays with its tool.
std::string_view vector_for(RubricQuestion question, Alarm alarm, bool unseen) {
  const bool injection = question == RubricQuestion::kInjection;
  switch (alarm) {
    case Alarm::kNone:
      return "S:T/E:T/I:N/D:O/A:N";
    case Alarm::kNote:
      return "S:T/E:T/I:L/D:O/A:N";
    case Alarm::kCaution:
      return injection ? "S:T/E:C/I:M/D:L/A:P" : "S:T/E:T/I:H/D:O/A:P";
    case Alarm::kRisky:
      return unseen ? "S:S/E:O/I:M/D:I/A:F" : "S:S/E:O/I:M/D:S/A:F";
    case Alarm::kDangerous:
      return unseen ? "S:S/E:O/I:H/D:I/A:F" : "S:S/E:O/I:H/D:S/A:F";
  }
  return "S:T/E:T/I:N/D:O/A:N";
}

std::string_view cut(std::string_view text, std::size_t most) {
  return text.size() <= most ? text : text.substr(0, char_edge(text, most));
}

bool any_word(std::string_view words, std::initializer_list<std::string_view> wanted) {
  std::size_t at = 0;
  while (at < words.size()) {
    const std::size_t end = std::min(words.find(' ', at), words.size());
    if (std::find(wanted.begin(), wanted.end(), words.substr(at, end - at)) != wanted.end()) return true;
    at = end + 1;
  }
  return false;
}

// The first word of a name is its verb in nearly every tool.
bool starts_with_word(std::string_view words, std::initializer_list<std::string_view> wanted) {
  return any_word(words.substr(0, words.find(' ')), wanted);
}

// What the handler's code does with a parameter and no description says. Facts of low confidence are
// capabilities.
void judge_code(const JudgedUnit& unit, Opinion& opinion) {
  const JsonArray* facts = unit.source != nullptr ? find_array(*unit.source, "facts") : nullptr;
  if (facts == nullptr) return;
  for (const Json& item : *facts) {
    const JsonObject* entry = item.if_object();
    if (entry == nullptr || find_string(*entry, "confidence") == "low") continue;
    const std::string_view fact = find_string(*entry, "fact");
    if (!fact.ends_with("-from-parameter")) continue;
    opinion.raise(RubricQuestion::kUndisclosedEffects, Alarm::kCaution,
                  "Its code does what the text does not say", fact);
    opinion.raise(RubricQuestion::kPowerBeyondPurpose, Alarm::kCaution, "Its code lets a parameter decide",
                  fact);
  }
}

}  // namespace

void Opinion::raise(RubricQuestion question, Alarm alarm, std::string_view reason, std::string_view quote) {
  const auto at = static_cast<std::size_t>(question);
  if (alarm <= alarms_[at]) return;
  alarms_[at] = alarm;
  std::string& text = reasons_[at];
  text = cut(reason, kReasonBytes - kQuoteBytes - 8);
  // What was decoded out of a disguise need not be text.
  if (quote.empty() || !is_valid_utf8(quote)) return;
  text += ": \"";
  text += cut(quote, kQuoteBytes);
  text += quote.size() > kQuoteBytes ? "…\"" : "\"";
}

Judgement Opinion::judgement() const {
  Judgement judgement;
  judgement.answered = true;
  for (std::size_t i = 0; i < kRubricQuestions; ++i) {
    judgement.answers[i].vector = vector_for(static_cast<RubricQuestion>(i), alarms_[i], unseen_);
    judgement.answers[i].reason = reasons_[i].empty() ? std::string(kNothing[i]) : reasons_[i];
  }
  return judgement;
}

void judge_shape(const ToolReading& reading, const JudgedUnit& unit, Opinion& opinion) {
  for (const ReadParameter& parameter : reading.parameters) {
    if (!parameter.text || parameter.closed) continue;
    if (any_word(parameter.words, {"command", "cmd", "shell", "script", "code", "expression"}) &&
        parameter.words.find(' ') == std::string::npos) {
      opinion.raise(RubricQuestion::kPowerBeyondPurpose, Alarm::kCaution, "Takes free text to run",
                    parameter.name);
      opinion.raise(RubricQuestion::kAmbiguousParameters, Alarm::kNote, "Any text fits", parameter.name);
    } else if (any_word(parameter.words, {"path", "file", "filename", "url", "uri", "sql", "query", "data",
                                          "input", "payload", "params", "options"})) {
      opinion.raise(RubricQuestion::kAmbiguousParameters, Alarm::kNote, "Any text fits", parameter.name);
    }
  }
  judge_code(unit, opinion);
  const bool changes =
      starts_with_word(reading.name_words, {"delete", "remove", "drop", "destroy", "purge", "wipe", "write",
                                            "create", "update", "insert", "send", "execute"});
  if (reading.read_only.value_or(false) && changes) {
    opinion.raise(RubricQuestion::kUndisclosedEffects, Alarm::kCaution,
                  "Annotated as reading only and named for a change", unit.tool_name);
  }
}

void raise_for_place(Opinion& opinion, const ReadSentence& sentence, Alarm alarm, std::string_view reason) {
  opinion.raise(RubricQuestion::kInjection, alarm, reason, sentence.text);
  if (sentence.place == ReadPlace::kParameter || sentence.place == ReadPlace::kParameterName ||
      sentence.place == ReadPlace::kValue) {
    opinion.raise(RubricQuestion::kAmbiguousParameters, alarm, reason, sentence.text);
  }
  if (sentence.marks.hidden || sentence.marks.decoded || sentence.marks.guessed) opinion.unseen();
}

}  // namespace mcpjury
