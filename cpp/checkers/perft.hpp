#pragma once

#include <cstdint>
#include <functional>

#include "checkers/board.hpp"

namespace crownbridge::checkers {

// Perft: counts the move sequences of the given length, with bulk counting at the last ply. Captures along different
// paths count separately; draw rules are ignored. `pause` is called every few milliseconds and may throw to cancel.
std::uint64_t perft(const Board& board, int depth, const std::function<void()>& pause = [] {});

}  // namespace crownbridge::checkers
