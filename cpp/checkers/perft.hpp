#pragma once

#include <cstdint>
#include <functional>

#include "checkers/board.hpp"

namespace crownbridge::checkers {

// The number of move sequences of that length; captures that differ only in path count apart. The last ply is counted,
// not made. Draw rules play no part. `pause` is called every few milliseconds and may throw to give up.
std::uint64_t perft(const Board& board, int depth, const std::function<void()>& pause = [] {});

}  // namespace crownbridge::checkers
