#pragma once

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// An evaluation written by hand: material, advancement, the back rank, the centre, runaway men, mobility, trapped kings
// and, in endings of equal force, who has the move.
struct HandWritten {
  Score operator()(const Board& board) const;
};

}  // namespace crownbridge::checkers
