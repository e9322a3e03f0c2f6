#pragma once

#include <cstdint>
#include <functional>

#include "core/tally.hpp"
#include "hex/position.hpp"

namespace crownbridge::hex {

// Plays games of uniformly random cells from the position to their end; nobody swaps. `pause` is called every few
// milliseconds and may throw to give up.
Tally random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause = [] {});

}  // namespace crownbridge::hex
