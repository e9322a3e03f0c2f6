#pragma once

#include <cstdint>
#include <functional>

#include "checkers/position.hpp"
#include "core/tally.hpp"

namespace crownbridge::checkers {

// Plays games of uniformly random moves from the position to their end. `pause` is called every few milliseconds and may
// throw to give up.
Tally random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause = [] {});

}  // namespace crownbridge::checkers
