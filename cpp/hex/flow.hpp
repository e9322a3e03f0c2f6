#pragma once

#include <array>

#include "hex/fill_in_board.hpp"

namespace crownbridge::hex {

// Importance of each cell by the electrical circuit model (Shannon, Anshelevich): empty cells have resistance 1, own
// stones almost none, and the opponent's stones do not conduct. The value of a cell is the share of the current between
// a side's edges that flows through it, summed over both sides.
using Flow = std::array<float, kMaxSize * kMaxSize>;

template <int W>
Flow flow(const FillInBoard<W>& filled_board);

}  // namespace crownbridge::hex
