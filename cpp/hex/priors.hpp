#pragma once

#include <vector>

#include "hex/evaluator.hpp"
#include "hex/grid.hpp"

namespace crownbridge::hex {

// How likely every cell is the best move, by what stands near it; 0 where it is taken.
void write_priors(const Grid& grid, const Leaf& leaf, std::vector<float>& priors);

}  // namespace crownbridge::hex
