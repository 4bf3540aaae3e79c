#include "judge/embedded/trained_judge.h"

#include <utility>

namespace mcpjury {
namespace {

// What comes out of undoing a disguise is mostly nonsense, so it must look worse than plain text.
constexpr std::int32_t kGuessPenalty = 1'500;

}  // namespace

TrainedJudge::TrainedJudge(SharedDesk desk, TrainedTable table, std::string_view version,
                           TrainedManner manner)
    : desk_(std::move(desk)), table_(table), manner_(manner) {
  identity_.id = manner.id;
  identity_.kind = JudgeKind::kTrained;
  identity_.model = version;
}

Judgement TrainedJudge::judge(const JudgedUnit& unit) {
  const ToolReading& reading = desk_->read(unit);
  Opinion opinion;
  for (const ReadSentence* sentence : reading.sentences) {
    manner_.features(*sentence, reading, features_);
    std::int32_t margin = margin_of(table_, features_);
    if (sentence->marks.guessed) margin -= kGuessPenalty;
    if (manner_.points != nullptr) {
      const Points counted = manner_.points(*sentence, reading);
      if (counted.sure || counted.sum >= manner_.enough)
        raise_for_place(opinion, *sentence, Alarm::kRisky, counted.why);
    }
    if (margin < manner_.caution) continue;
    const Alarm alarm = margin >= manner_.dangerous ? Alarm::kDangerous
                        : margin >= manner_.risky   ? Alarm::kRisky
                                                    : Alarm::kCaution;
    raise_for_place(opinion, *sentence, alarm, manner_.reason);
  }
  judge_shape(reading, unit, opinion);
  return opinion.judgement();
}

}  // namespace mcpjury
