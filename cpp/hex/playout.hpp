#pragma once

#include <cstdint>
#include <functional>

#include "core/playout_results.hpp"
#include "hex/position.hpp"

namespace crownbridge::hex {

// Plays games of uniformly random moves from a position to the end (playouts), without swaps. `pause` is called every
// few milliseconds and may throw to cancel.
PlayoutResults random_games(const Position& start, std::int64_t games, std::uint64_t seed,
                   const std::function<void()>& pause = [] {});

}  // namespace crownbridge::hex
