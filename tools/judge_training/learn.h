// How the tables are learned. A row is a bag of sentences: all sentences of a harmless tool are harmless, at
// least one of an attack is not. Deterministic: one thread, fixed order, +, -, *, / and square roots only (no
// exp or log of a library that may round otherwise elsewhere).
#pragma once

#include <cstdint>
#include <vector>

#include "judge_training/rows.h"

namespace mcpjury::training {

struct LearnedTable {
  std::vector<std::int8_t> weights;
  std::int32_t bias = 0;   // thousandths
  std::int32_t scale = 0;  // millionths a step
};

struct LearnManner {
  int rounds = 6;
  double rate = 0.5;
  double decay = 1e-5;         // L2
  double harmless_cost = 1.0;  // of a harmless sentence against the worst of an attack
};

// Stochastic gradient on a logistic-like loss; of an attack only the worst sentences teach.
LearnedTable learn_by_gradient(const std::vector<Bag>& bags, const LearnManner& manner);

}  // namespace mcpjury::training
