#pragma once

#include <string>
#include <string_view>

#include "checkers/position.hpp"

namespace crownbridge::checkers {

// The legal move that a PDN text names (11-15, 22x15, or the whole path 29x22x15).
// Raises InvalidMove when it is no move at all, IllegalMove when it is none here, AmbiguousMove when it fits several.
Move parse_move(const Position& position, std::string_view text);

// The shortest PDN text that names the move here: both ends, or the whole path when another capture shares them or the
// move is not legal.
std::string format_move(const Position& position, Move move);

// A path of squares 1 to 32, each a step or a jump from the one before; raises InvalidMove.
Move move_of_path(const std::vector<int>& path);

}  // namespace crownbridge::checkers
