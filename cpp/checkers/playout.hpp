#pragma once

#include "checkers/position.hpp"
#include "core/tally.hpp"

namespace crownbridge::checkers {

// Plays games of uniformly random moves from the position to their end.
Tally random_games(const Position& start, int games, std::uint64_t seed);

}  // namespace crownbridge::checkers
