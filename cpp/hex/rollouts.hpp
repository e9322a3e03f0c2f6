#pragma once

#include "hex/evaluator.hpp"

namespace crownbridge::hex {

// Plays one game to its end, at random but for bridges, which both sides keep; priors come from local patterns.
class Rollouts final : public Evaluator {
 public:
  Parameters parameters() const override { return {1, 16, true, 0.5F, 0.0025F}; }
  void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const override;
};

}  // namespace crownbridge::hex
