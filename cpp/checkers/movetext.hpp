#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "checkers/position.hpp"

namespace crownbridge::checkers {

// Plays consecutive PDN moves of a text from `at` on: squares joined by '-' or 'x', with optional annotation glyphs (!)
// and white space after each; between them, move numbers (12. or 12...), {comments}, ;comments and NAGs ($1). Appends
// the moves to `moves` and updates the position.
//
// Returns the index after the last move and white space. Stops before any other text, before a move that is illegal or
// ambiguous, before a token that the end of the text may truncate, and after 1024 moves.
std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves);

// The same, but appends the key of the position after each move.
std::size_t play_movetext_keys(Position& position, std::string_view text, std::size_t at, std::vector<Key>& keys);

}  // namespace crownbridge::checkers
