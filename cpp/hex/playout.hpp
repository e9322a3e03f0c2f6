#pragma once

#include <cstdint>

#include "core/tally.hpp"
#include "hex/position.hpp"

namespace crownbridge::hex {

// Plays games of uniformly random cells from the position to their end; nobody swaps.
Tally random_games(const Position& start, int games, std::uint64_t seed);

}  // namespace crownbridge::hex
