#include "judge/embedded/tables.h"

#include <cmath>

namespace mcpjury {

std::int32_t margin_of(const TrainedTable& table, const FeatureList& features) {
  if (features.empty() || table.weights.size() != kFeatureBuckets) return table.bias;
  std::int64_t sum = 0;
  for (const std::uint16_t feature : features) sum += table.weights[feature];
  // The square root is exact to the last bit in IEEE arithmetic, so every machine rounds alike.
  const double value =
      static_cast<double>(sum * table.scale) / 1000 / std::sqrt(static_cast<double>(features.size()));
  return table.bias + static_cast<std::int32_t>(value);
}

}  // namespace mcpjury
