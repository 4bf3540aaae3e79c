#include "judge_training/learn.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace mcpjury::training {
namespace {

constexpr std::uint64_t kSeed = 20261115;

std::uint64_t next(std::uint64_t& state) {
  state = state * 6364136223846793005ull + 1442695040888963407ull;
  return state >> 33;
}

void shuffle(std::vector<std::size_t>& order, std::uint64_t& state) {
  for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[next(state) % i]);
}

// x / (1 + |x|) instead of the logistic function: the same shape, and exact everywhere.
double soft(double x) { return 0.5 + 0.5 * x / (1 + std::fabs(x)); }

class Linear {
 public:
  Linear() : weights_(kFeatureBuckets, 0.0), squares_(kFeatureBuckets, 0.0) {}

  double score(const FeatureList& features) const {
    double sum = 0;
    for (const std::uint16_t feature : features) sum += weights_[feature];
    return bias_ + sum / std::sqrt(static_cast<double>(features.size()));
  }

  void push(const FeatureList& features, double slope, const LearnManner& manner) {
    const double value = 1 / std::sqrt(static_cast<double>(features.size()));
    for (const std::uint16_t feature : features) {
      const double step = slope * value + manner.decay * weights_[feature];
      squares_[feature] += step * step;
      weights_[feature] -= manner.rate * step / (0.05 + std::sqrt(squares_[feature]));
    }
    bias_squares_ += slope * slope;
    bias_ -= manner.rate * slope / (1 + std::sqrt(bias_squares_));
  }

  LearnedTable rounded() const {
    double most = 1e-9;
    for (const double weight : weights_) most = std::max(most, std::fabs(weight));
    LearnedTable table;
    table.scale = static_cast<std::int32_t>(std::ceil(most / 127 * 1e6));
    table.bias = static_cast<std::int32_t>(bias_ * 1000);
    const double step = static_cast<double>(table.scale) / 1e6;
    for (const double weight : weights_)
      table.weights.push_back(static_cast<std::int8_t>(std::lround(weight / step)));
    return table;
  }

 private:
  std::vector<double> weights_, squares_;
  double bias_ = -1, bias_squares_ = 0;
};

}  // namespace

LearnedTable learn_by_gradient(const std::vector<Bag>& bags, const LearnManner& manner) {
  Linear model;
  std::uint64_t state = kSeed;
  std::vector<std::size_t> order(bags.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (int round = 0; round < manner.rounds; ++round) {
    shuffle(order, state);
    for (const std::size_t at : order) {
      const Bag& bag = bags[at];
      if (!bag.attack) {
        for (const FeatureList& sentence : bag.sentences) {
          const double score = model.score(sentence);
          if (score > -3) model.push(sentence, bag.weight * manner.harmless_cost * soft(score + 1), manner);
        }
        continue;
      }
      if (round == 0) {
        for (const FeatureList& sentence : bag.sentences) {
          model.push(
              sentence,
              -bag.weight * (1 - soft(model.score(sentence))) / static_cast<double>(bag.sentences.size()),
              manner);
        }
        continue;
      }
      const FeatureList* worst = nullptr;
      double most = 0;
      for (const FeatureList& sentence : bag.sentences) {
        const double score = model.score(sentence);
        if (worst == nullptr || score > most) worst = &sentence, most = score;
      }
      if (most < 4) model.push(*worst, -bag.weight * (1 - soft(most - 1)), manner);
    }
  }
  return model.rounded();
}

}  // namespace mcpjury::training
