#pragma once

namespace crownbridge::checkers {

// Draw counter of rules without one: so large that no search reaches its end.
inline constexpr int kUncounted = 1 << 20;

// Draw rules. A value of zero disables a rule.
struct Rules {
  int counter = 50;          // plies without progress until the game is a draw
  bool men_progress = false; // moves of men count as progress; captures always do
  int repetition = 0;        // number of occurrences of a position that makes a draw
  int move_limit = 0;        // plies until the game is a draw regardless of progress

  // Returns the draw counter after a move.
  constexpr int counter_after(int left, bool captured, bool man) const {
    return captured || (man && men_progress) ? counter : left - 1;
  }

  constexpr bool operator==(const Rules&) const = default;
};

}  // namespace crownbridge::checkers
