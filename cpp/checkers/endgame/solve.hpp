#pragma once

#include <functional>
#include <vector>

#include "checkers/endgame/file.hpp"
#include "checkers/endgame/tables.hpp"

namespace crownbridge::checkers::endgame {

// A slice that was solved: its values, with kAny where something can be captured or no board stands.
struct Solved {
  Material material;
  Census census;
  std::vector<Stored> values;
};

// Solves a material and its partner, or the one when they are the same. `known` has all slices that captures and
// crownings lead to. `pause` is called with the done fraction every few
// milliseconds and may throw to give up.
std::vector<Solved> solve(const Material& material, const Tables& known, int threads,
                          const std::function<void(double)>& pause);

}  // namespace crownbridge::checkers::endgame
