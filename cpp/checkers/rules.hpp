#pragma once

namespace crownbridge::checkers {

// Where a counter stands that is switched off: no search comes to its end.
inline constexpr int kUncounted = 1 << 20;

// When a game is drawn. Zero switches a rule off.
struct Rules {
  int counter = 50;          // moves without progress until the game is drawn
  bool men_progress = false; // whether a man's move is progress, as a capture always is
  int repetition = 0;        // the occurrence of a position that draws
  int move_limit = 0;        // moves in all

  // Where the counter stands after a move, from where it stood.
  constexpr int counter_after(int left, bool captured, bool man) const {
    return captured || (man && men_progress) ? counter : left - 1;
  }

  constexpr bool operator==(const Rules&) const = default;
};

}  // namespace crownbridge::checkers
