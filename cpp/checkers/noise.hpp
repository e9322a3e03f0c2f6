#pragma once

#include "checkers/board.hpp"
#include "checkers/score.hpp"
#include "core/random.hpp"

namespace crownbridge::checkers {

// How far a weaker player's judgement is off: at random, but for one position and seed always the same.
constexpr Score noise_of(Key key, Score most, std::uint64_t seed) {
  return most ? Random(key ^ seed).below(2 * most + 1) - most : 0;
}

}  // namespace crownbridge::checkers
