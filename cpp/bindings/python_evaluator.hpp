#pragma once

#include "bindings/bindings.hpp"
#include "hex/evaluator.hpp"

namespace crownbridge::bindings {

// An evaluator of Hex positions that is written in Python. It sees every board as the side to move that connects top and
// bottom: int8[positions, size, size] with 1 for its stones and -1 for the opponent's. It gives the chances of that side to
// win, float32[positions], and for every move the logit of the chance that it wins, float32[positions, size * size]. The
// search looks at the moves by the softmax of these logits divided by `temperature`.
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
