// The weights of the trained judges. Constant data made by tools/judge_training (make train-judges); the
// trainer and the cross-validation put other tables in their place. A table outlives the judges that use it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "judge/embedded/features.h"
#include "judge/judge.h"

namespace mcpjury {

struct TrainedTable {
  std::span<const std::int8_t> weights;  // kFeatureBuckets of them
  std::int32_t bias = 0;                 // thousandths
  std::int32_t scale = 0;                // millionths a step of a weight
};

struct TrainedTables {
  std::string_view version;
  TrainedTable characters, sequences, concepts, grammar, contract;
};

const TrainedTables& built_in_tables();
std::vector<std::unique_ptr<Judge>> embedded_judges_with(const TrainedTables& tables);

// Thousandths of a logit: how much more a sentence looks like an attack than like documentation. The sum is
// divided by the root of the number of features, so that length alone neither helps nor hurts.
std::int32_t margin_of(const TrainedTable& table, const FeatureList& features);

}  // namespace mcpjury
