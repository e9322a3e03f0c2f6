#pragma once

#include <span>
#include <vector>

#include "core/random.hpp"
#include "hex/board.hpp"

namespace crownbridge::hex {

// A leaf of the tree to evaluate; its game is not over.
struct Leaf {
  const Board* board;
  Side turn;
  int last;          // cell of the last move, or -1
  bool wants_priors;
};

// Evaluation of a leaf. The buffers are reused.
struct Estimate {
  float value = 0;             // win chance of the side to move
  std::vector<float> priors;   // policy by cell, not normalized, if the leaf wants priors
  std::vector<float> chances;  // win chance after each move by cell, if the leaf wants priors and the evaluator has them
  std::vector<Stone> owners;   // owners of all cells at the end of a playout; empty without one
};

// Evaluates leaves, by playouts or a network. Thread-safe.
class Evaluator {
 public:
  // Parameters of the search that depend on the evaluator.
  struct Parameters {
    int batch;          // number of leaves per call
    int expand_after;   // visits after which a leaf is expanded
    bool random;        // another evaluation of the same leaf adds information
    float exploration;  // PUCT constant
    float rave_bias;    // the larger, the sooner a move's own visits outweigh its RAVE value
  };

  virtual ~Evaluator() = default;
  virtual Parameters parameters() const = 0;

  // Fills one estimate per leaf. An exception ends the search.
  virtual void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const = 0;
};

}  // namespace crownbridge::hex
