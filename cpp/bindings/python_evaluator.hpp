#pragma once

#include "bindings/bindings.hpp"
#include "hex/evaluator.hpp"

namespace crownbridge::bindings {

// An evaluator of Hex positions that is written in Python. It sees every board as the side to move that connects top and
// bottom: int8[positions, size, size] with 1 for its stones and -1 for the opponent's. It gives the chances of that side to
// win, float32[positions], and the weights of the moves, float32[positions, size * size].
class PythonEvaluator final : public hex::Evaluator {
 public:
  PythonEvaluator(nb::callable evaluate, int batch) : evaluate_(std::move(evaluate)), batch_(batch) {}
  ~PythonEvaluator() override;

  Habits habits() const override { return {batch_, 1, false, 1.5F}; }
  void evaluate(std::span<const hex::Leaf> leaves, std::span<hex::Estimate> estimates, Random& random) const override;

 private:
  nb::callable evaluate_;
  int batch_;
};

}  // namespace crownbridge::bindings
