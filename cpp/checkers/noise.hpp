#pragma once

#include "checkers/board.hpp"
#include "checkers/score.hpp"
#include "core/random.hpp"

namespace crownbridge::checkers {

// Returns pseudorandom noise for the evaluation of a weaker player; it depends only on the position and the seed.
constexpr Score noise_of(Key key, Score amplitude, std::uint64_t seed) {
  return amplitude ? Random(key ^ seed).below(2 * amplitude + 1) - amplitude : 0;
}

}  // namespace crownbridge::checkers
