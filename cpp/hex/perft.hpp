#pragma once

#include <cstdint>
#include <functional>

#include "hex/position.hpp"

namespace crownbridge::hex {

// The number of move sequences of that length; a won game has none. `pause` is called now and then and may throw to give up.
std::uint64_t perft(const Position& position, int depth, const std::function<void()>& pause = [] {});

}  // namespace crownbridge::hex
