#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "hex/board.hpp"

namespace crownbridge::hex {

// Analysis of a position without search: fill-in, H-search and the must-play region. The game must not be over.
struct StaticAnalysis {
  std::optional<Side> winner;  // winner with perfect play, if proven

  // The moves to search, in ascending order; never empty. They include a winning move if there is one. If the side to
  // move is the proven winner, all of them keep the win; if the opponent is, they are the cells of the opponent's winning carrier.
  std::vector<std::uint16_t> moves;
};

StaticAnalysis analyze_statically(const Board& board, Side turn);

// Dead and captured cells in ascending order; see FillInBoard. Filling them in does not change the winner.
struct FillIn {
  std::vector<std::uint16_t> dead;  // given the fill-in of the captured cells
  std::array<std::vector<std::uint16_t>, 2> captured;  // by side
};

FillIn fill_in(const Board& board);

}  // namespace crownbridge::hex
