#pragma once

#include <array>
#include <cstdint>

#include "hex/board.hpp"

namespace crownbridge::hex {

// Local pattern of a cell: its six neighbours clockwise from the one above, with two bits per stone.
using Pattern = unsigned;

inline constexpr int kPatterns = 1 << 12;

constexpr Stone stone_in(Pattern pattern, int direction) { return static_cast<Stone>(pattern >> 2 * ((direction + 6) % 6) & 3); }

// Lookup tables by local pattern.
struct PatternTables {
  // By side, as a bitset of directions: replies that keep a bridge of the side connected after an intrusion on the
  // cell.
  std::array<std::array<std::uint8_t, kPatterns>, 2> bridge_replies{};

  // True if the cell is dead.
  std::array<bool, kPatterns> dead{};

  constexpr PatternTables() {
    for (Pattern pattern = 0; pattern < kPatterns; ++pattern) {
      for (const Side side : {Side::Red, Side::Blue})
        for (int direction = 0; direction < 6; ++direction)
          if (stone_in(pattern, direction) == Stone::None && stone_in(pattern, direction - 1) == stone(side) &&
              stone_in(pattern, direction + 1) == stone(side))
            bridge_replies[static_cast<std::size_t>(side)][pattern] |= static_cast<std::uint8_t>(1U << direction);
      dead[pattern] = is_dead(pattern);
    }
  }

 private:
  // A red chain through the cell needs two neighbours that are not connected without it. If there are none, the cell is
  // useless for both sides, since a cell is useful to one side only if it is to the other.
  static constexpr bool is_dead(Pattern pattern) {
    for (int from = 0; from < 6; ++from)
      for (int to = from + 1; to < 6; ++to)
        if (stone_in(pattern, from) != Stone::Blue && stone_in(pattern, to) != Stone::Blue && !is_connected(pattern, from, to) &&
            !is_connected(pattern, to, from + 6))
          return false;
    return true;
  }

  // Returns true if two directions are connected once both are red: adjacent, or with only red stones between them.
  static constexpr bool is_connected(Pattern pattern, int from, int to) {
    for (int direction = from + 1; direction < to; ++direction)
      if (stone_in(pattern, direction) != Stone::Red) return false;
    return true;
  }
};

extern const PatternTables kPatternTables;

}  // namespace crownbridge::hex
