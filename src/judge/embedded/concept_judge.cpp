#include <utility>

#include "judge/embedded/trained_judge.h"

namespace mcpjury {

std::unique_ptr<Judge> make_concept_judge(SharedDesk desk, const TrainedTables& tables) {
  return std::make_unique<TrainedJudge>(
      std::move(desk), tables.concepts, tables.version,
      TrainedManner{"embedded-concepts", concept_features, 100, 1'050, 3'000,
                    "What a sentence means and whom it orders is what attacks say"});
}

}  // namespace mcpjury
