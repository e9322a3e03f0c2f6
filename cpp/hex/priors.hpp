#pragma once

#include <vector>

#include "hex/evaluator.hpp"
#include "hex/grid.hpp"

namespace crownbridge::hex {

// Computes a policy prior for every cell from local patterns, not normalized; 0 for occupied cells.
void write_priors(const Grid& grid, const Leaf& leaf, std::vector<float>& priors);

}  // namespace crownbridge::hex
