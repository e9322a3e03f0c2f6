#pragma once

#include "checkers/endgame/progress.hpp"
#include "checkers/endgame/tables.hpp"

namespace crownbridge::checkers::endgame {

// Checks all bytes of the tables, then recomputes the values of the boards with the given number of pieces, or of every
// n-th of them, from their successors. Throws TableError if a value is wrong; returns the number of boards checked.
// With exact distances this is a proof, since they decrease along the best line; with rounded ones it only shows that
// the values are consistent: a distance that is wrong by a single step of the rounding may pass.
std::uint64_t verify(const Tables& tables, int pieces, int every, int threads, const ProgressCallback& report);

}  // namespace crownbridge::checkers::endgame
