#pragma once

#include <string>
#include <string_view>

#include "checkers/position.hpp"

namespace crownbridge::checkers {

// Parses a legal move in PDN: 11-15, 22x15, or the whole path 29x22x15. Throws InvalidMove if the text is not a move,
// IllegalMove if the move is illegal in the position, and AmbiguousMove if several legal moves match.
Move parse_move(const Position& position, std::string_view text);

// Returns the shortest unambiguous PDN text of a move: both ends, or the whole path if another capture has the same
// ends or the move is illegal.
std::string format_move(const Position& position, Move move);

// Converts a path of squares 1 to 32 to a move. Throws InvalidMove if two neighbouring squares are not a step or a jump
// apart.
Move move_of_path(const std::vector<int>& path);

}  // namespace crownbridge::checkers
