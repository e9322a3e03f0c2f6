#pragma once

#include <span>
#include <vector>

#include "core/random.hpp"
#include "hex/board.hpp"

namespace crownbridge::hex {

// A position, not over, of which the search wants to know what it is worth.
struct Leaf {
  const Board* board;
  Side turn;
  int last;          // the cell that was taken last, or -1
  bool wants_priors;
};

// What an evaluator makes of a leaf. The tree keeps these and has them filled again and again.
struct Estimate {
  float value = 0;            // the chance of the side to move to win
  std::vector<float> priors;  // where wanted, a weight for every cell, not negative: how likely it is the best move
  std::vector<float> chances;  // where wanted and known, for every cell: the chance of the side to move to win if it takes it
  std::vector<Stone> owners;  // of all cells at the end of a game that was played out from there; or none
};

// Says what positions are worth: the only thing that the tree knows of playouts and networks. For many threads at a time.
class Evaluator {
 public:
  // How the search is to use it.
  struct Habits {
    int batch;          // how many leaves it takes at a time
    int expand_after;   // at which visit a leaf grows children
    bool random;        // whether asking again about the same leaf tells more
    float exploration;  // how much a high prior draws the search to a move
    float later_bias;   // how soon a move's own visits count for more than what is known of its cell
  };

  virtual ~Evaluator() = default;
  virtual Habits habits() const = 0;

  // Fills one estimate a leaf. What it throws ends the search.
  virtual void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random& random) const = 0;
};

}  // namespace crownbridge::hex
