#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "hex/position.hpp"

namespace crownbridge::hex {

// Plays the moves that stand one after another in a text from `at` on, as SGF writes them: ;B[a1];W[b2], with white space
// between, red being B; a comment, as in ;B[a1]C[good], is passed over. Adds them to `moves`; the position goes on with them.
//
// Gives where it stops: before the first thing that is none of these, that has more to it than a move and a comment, that is
// no legal move of the side whose turn it is, or that the end of the text might cut off.
std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves);

}  // namespace crownbridge::hex
