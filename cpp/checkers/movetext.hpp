#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "checkers/position.hpp"

namespace crownbridge::checkers {

// Plays the moves that stand one after another in a text from `at` on, as PDN writes them: squares joined by - or x, with
// white space after each, and move numbers (12. or 12...) between. Adds them to `moves`; the position goes on with them.
//
// Gives where it stops: before the first thing that is none of these, that names no legal move or several, or that the end
// of the text might cut off.
std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves);

}  // namespace crownbridge::checkers
