#pragma once

#include <array>
#include <cstdint>

namespace crownbridge {

// Results of a number of playouts.
struct PlayoutResults {
  std::array<std::uint64_t, 2> wins{};  // by side
  std::uint64_t draws = 0;
  std::uint64_t moves = 0;
};

// Number of playouts between two calls of `pause`.
inline constexpr int kGamesBetweenPauses = 64;

}  // namespace crownbridge
