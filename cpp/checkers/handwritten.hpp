#pragma once

#include "checkers/board.hpp"
#include "checkers/score.hpp"

namespace crownbridge::checkers {

// Hand-crafted evaluation: material, advancement, back rank, centre, runaway men, mobility, trapped kings and, in
// endings with equal numbers of pieces, the move (opposition).
struct HandWritten {
  Score operator()(const Board& board) const;
};

}  // namespace crownbridge::checkers
