// What an embedded judge thinks before it is written as vectors, and the answers that follow from a tool's
// shape alone. Private to the embedded judges. Pure.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "judge/embedded/reading.h"
#include "judge/judgement.h"

namespace mcpjury {

enum class Alarm : std::uint8_t {
  kNone,       // 0.0
  kNote,       // 0.8: worth a word, no risk of its own
  kCaution,    // below 4.0
  kRisky,      // 5.2
  kDangerous,  // 7.0
};

class Opinion {
 public:
  // Raises the answer to a question; never lowers it. `quote` is put behind the reason and shortened.
  void raise(RubricQuestion question, Alarm alarm, std::string_view reason, std::string_view quote = {});
  // The attack cannot be seen by a person who reads the definition.
  void unseen() { unseen_ = true; }
  Alarm alarm(RubricQuestion question) const { return alarms_[static_cast<std::size_t>(question)]; }
  Judgement judgement() const;

 private:
  std::array<Alarm, kRubricQuestions> alarms_{};
  std::array<std::string, kRubricQuestions> reasons_;
  bool unseen_ = false;
};

// What every judge says of parameters, effects and power when its own method has nothing to add: free text
// that becomes a command, a tool that claims to read and is named for changing.
void judge_shape(const ToolReading& reading, const JudgedUnit& unit, Opinion& opinion);

// Alarm of a sentence about a parameter goes to both questions it answers.
void raise_for_place(Opinion& opinion, const ReadSentence& sentence, Alarm alarm, std::string_view reason);

}  // namespace mcpjury
