#pragma once

#include <array>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// An evaluation of the user's own: what a man and a king are worth on each square, seen from their side's back rank.
// Where `trade` is above zero, the lead counts for more the fewer pieces are left.
struct PieceTables {
  std::array<Score, kSquares> man;
  std::array<Score, kSquares> king;
  double trade = 0;

  Score operator()(const Board& board) const;
};

}  // namespace crownbridge::checkers
