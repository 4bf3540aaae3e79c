#include <utility>

#include "judge/embedded/trained_judge.h"

namespace mcpjury {

std::unique_ptr<Judge> make_sequence_judge(SharedDesk desk, const TrainedTables& tables) {
  return std::make_unique<TrainedJudge>(
      std::move(desk), tables.sequences, tables.version,
      TrainedManner{"embedded-sequence", sequence_features, -600, 100, 3'000,
                    "The words of a sentence follow one another as in attacks"});
}

}  // namespace mcpjury
