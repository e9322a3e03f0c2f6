#pragma once

#include <array>

#include "hex/ground.hpp"

namespace crownbridge::hex {

// How much each cell matters, by the cell: both sides' boards as electrical circuits, in which empty cells resist, own stones
// hardly do, and the opponent's do not conduct. What counts is the part of all that flows from edge to edge which flows there,
// for both sides together.
using Flow = std::array<float, kMostSize * kMostSize>;

template <int W>
Flow flow(const Ground<W>& ground);

}  // namespace crownbridge::hex
