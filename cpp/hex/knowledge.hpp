#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hex/board.hpp"

namespace crownbridge::hex {

// What can be told about a position, whose game is not over, without searching it.
struct Judgement {
  std::optional<Side> winner;  // with best play, where that is certain

  // The moves that need a try, in ascending order and never none: one that wins if any does. Where the winner is known to
  // be the side to move, the moves here all keep the win; where it is the other, they make it play on the longest.
  std::vector<std::uint16_t> moves;
};

Judgement judge(const Board& board, Side turn);

// The empty cells whose owner is certain or does not matter, in ascending order; see Ground. Filling them in changes no
// winner.
struct FillIn {
  std::vector<std::uint16_t> dead;  // once the captured ones are filled in
  std::array<std::vector<std::uint16_t>, 2> captured;  // by side
};

FillIn fill_in(const Board& board);

}  // namespace crownbridge::hex
