#pragma once

#include "bindings/bindings.hpp"
#include "hex/evaluator.hpp"

namespace crownbridge::bindings {

// An evaluator in Python. It receives boards from the view of the side to move, which connects top and bottom:
// int8[positions, size, size] with 1 for its stones and -1 for the opponent's. It returns the win chances of that side,
// float32[positions], and the logit of the win chance after each move, float32[positions, size * size]. Priors are the
// softmax of the logits divided by `temperature`.
class PythonEvaluator final : public hex::Evaluator {
 public:
  PythonEvaluator(nb::callable evaluate, int batch, float exploration, float temperature)
      : evaluate_(std::move(evaluate)), parameters_{batch, 1, false, exploration, 1}, temperature_(temperature) {}
  ~PythonEvaluator() override;

  Parameters parameters() const override { return parameters_; }
  void evaluate(std::span<const hex::Leaf> leaves, std::span<hex::Estimate> estimates, Random& random) const override;

 private:
  nb::callable evaluate_;
  Parameters parameters_;
  float temperature_;
};

}  // namespace crownbridge::bindings
