#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "hex/position.hpp"

namespace crownbridge::hex {

// Plays consecutive SGF moves of a text from `at` on: ;B[a1];W[b2] with optional white space between them, where B is
// red. Comments, as in ;B[a1]C[good], are skipped. Appends the moves to `moves` and updates the position.
//
// Returns the index where it stops: before any other text, a node with other properties than a move and a comment, an
// illegal move or one of the wrong side, or a token that the end of the text may truncate.
std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves);

// The same, but appends the key of the position after each move.
std::size_t play_movetext_keys(Position& position, std::string_view text, std::size_t at, std::vector<Key>& keys);

}  // namespace crownbridge::hex
