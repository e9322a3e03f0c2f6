#pragma once

#include <cstdint>
#include <functional>

#include "checkers/position.hpp"
#include "core/playout_results.hpp"

namespace crownbridge::checkers {

// Plays games of uniformly random moves from a position to the end (playouts). `pause` is called every few milliseconds
// and may throw to cancel.
PlayoutResults random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause = [] {});

}  // namespace crownbridge::checkers
