#pragma once

#include <array>
#include <cstdint>

namespace crownbridge {

// What a number of games came to.
struct Tally {
  std::array<std::uint64_t, 2> wins{};  // by side
  std::uint64_t draws = 0;
  std::uint64_t moves = 0;
};

inline constexpr int kGamesWithoutPause = 64;

}  // namespace crownbridge
