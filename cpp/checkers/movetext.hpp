#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "checkers/position.hpp"

namespace crownbridge::checkers {

// Plays the moves that stand one after another in a text from `at` on, as PDN writes them: squares joined by - or x, perhaps
// with a judgement (!), and white space after each; between them move numbers (12. or 12...), {comments}, ;comments and $1.
// Adds them to `moves`; the position goes on with them.
//
// Gives where it stops: behind the last move, and white space. Then comes something that is none of these, or that names no
// legal move or several, or that the end of the text might cut off; or a thousand moves have been played.
std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves);

}  // namespace crownbridge::checkers
