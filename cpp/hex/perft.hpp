#pragma once

#include <cstdint>
#include <functional>

#include "hex/position.hpp"

namespace crownbridge::hex {

// Perft: counts the move sequences of the given length. A game that is over has none. `pause` is called regularly and
// may throw to cancel.
std::uint64_t perft(const Position& position, int depth, const std::function<void()>& pause = [] {});

}  // namespace crownbridge::hex
