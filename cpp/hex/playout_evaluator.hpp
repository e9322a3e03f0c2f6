#pragma once

#include "hex/evaluator.hpp"

namespace crownbridge::hex {

// Evaluates a leaf by one playout with the save-bridge pattern, and computes priors by local patterns.
class PlayoutEvaluator final : public Evaluator {
 public:
  Parameters parameters() const override { return {1, 16, true, 0.5F, 0.0025F}; }
  void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const override;
};

}  // namespace crownbridge::hex
