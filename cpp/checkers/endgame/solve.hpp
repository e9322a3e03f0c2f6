#pragma once

#include <functional>
#include <vector>

#include "checkers/endgame/file.hpp"
#include "checkers/endgame/tables.hpp"

namespace crownbridge::checkers::endgame {

// A solved slice. Values are kDontCare where a capture is possible or the index is invalid.
struct SolvedSlice {
  Material material;
  Statistics statistics;
  std::vector<StoredValue> values;
};

// Solves a material and its flipped one (only once if they are equal). `solved_tables` must have all slices that
// captures and crownings lead to. `pause` is called with the finished fraction every few milliseconds and may throw to
// cancel.
std::vector<SolvedSlice> solve(const Material& material, const Tables& solved_tables, int threads,
                          const std::function<void(double)>& pause);

}  // namespace crownbridge::checkers::endgame
