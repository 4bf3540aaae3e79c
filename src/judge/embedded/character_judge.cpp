#include <utility>

#include "judge/embedded/trained_judge.h"

namespace mcpjury {

std::unique_ptr<Judge> make_character_judge(SharedDesk desk, const TrainedTables& tables) {
  return std::make_unique<TrainedJudge>(
      std::move(desk), tables.characters, tables.version,
      TrainedManner{"embedded-characters", character_features, -300, 700, 3'000,
                    "The characters of a sentence are those of attacks"});
}

}  // namespace mcpjury
