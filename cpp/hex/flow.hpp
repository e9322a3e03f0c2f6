#pragma once

#include <array>

#include "hex/ground.hpp"

namespace crownbridge::hex {

// Both sides' boards as electrical circuits: empty cells resist, own stones do not, and the opponent's do not conduct. What
// flows from edge to edge tells how near a side is to joining them; what flows through a cell, how much it matters there.
struct Flow {
  std::array<double, 2> conductance{};      // between the edges of each side
  std::array<float, kMostSize * kMostSize> importance{};  // of a cell, for both sides together

  // The chance that such a balance means a win for the side, roughly.
  double share(Side side) const {
    const double own = conductance[static_cast<std::size_t>(side)], all = conductance[0] + conductance[1];
    return all > 0 ? own / all : 0.5;
  }
};

template <int W>
Flow flow(const Ground<W>& ground);

}  // namespace crownbridge::hex
