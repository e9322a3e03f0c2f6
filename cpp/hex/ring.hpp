#pragma once

#include <array>
#include <cstdint>

#include "hex/board.hpp"

namespace crownbridge::hex {

// The six cells around a cell, clockwise from the one above, as one number with two bits for each stone.
using Ring = unsigned;

inline constexpr int kRings = 1 << 12;

constexpr Stone stone_in(Ring ring, int place) { return static_cast<Stone>(ring >> 2 * ((place + 6) % 6) & 3); }

// What can be read off a ring alone.
struct RingFacts {
  // By side: the places where an intruder in the middle is answered to keep two of the side's stones connected.
  std::array<std::array<std::uint8_t, kRings>, 2> saving{};

  // Whether a stone in the middle, of either colour, could never be of use.
  std::array<bool, kRings> dead{};

  constexpr RingFacts() {
    for (Ring ring = 0; ring < kRings; ++ring) {
      for (const Side side : {Side::Red, Side::Blue})
        for (int place = 0; place < 6; ++place)
          if (stone_in(ring, place) == Stone::None && stone_in(ring, place - 1) == stone(side) &&
              stone_in(ring, place + 1) == stone(side))
            saving[static_cast<std::size_t>(side)][ring] |= static_cast<std::uint8_t>(1U << place);
      dead[ring] = is_dead(ring);
    }
  }

 private:
  // A red chain through the middle needs two of its neighbours that are not connected without it. Where there are none, the
  // cell helps neither side, as it helps one only if it helps the other.
  static constexpr bool is_dead(Ring ring) {
    for (int from = 0; from < 6; ++from)
      for (int to = from + 1; to < 6; ++to)
        if (stone_in(ring, from) != Stone::Blue && stone_in(ring, to) != Stone::Blue && !linked(ring, from, to) &&
            !linked(ring, to, from + 6))
          return false;
    return true;
  }

  // Whether two places are the same chain once both are red: neighbours, or with only red between them.
  static constexpr bool linked(Ring ring, int from, int to) {
    for (int place = from + 1; place < to; ++place)
      if (stone_in(ring, place) != Stone::Red) return false;
    return true;
  }
};

extern const RingFacts kRingFacts;

}  // namespace crownbridge::hex
