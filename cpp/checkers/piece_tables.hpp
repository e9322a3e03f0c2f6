#pragma once

#include <array>

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// Piece-square tables of the user: the values of a man and of a king on each square, seen from the back rank of their
// side. If `trade` is positive, a lead counts more with fewer pieces on the board.
struct PieceTables {
  std::array<Score, kSquares> man;
  std::array<Score, kSquares> king;
  double trade = 0;

  Score operator()(const Board& board) const;
};

}  // namespace crownbridge::checkers
