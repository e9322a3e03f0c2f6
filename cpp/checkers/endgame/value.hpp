#pragma once

#include <algorithm>

namespace crownbridge::checkers::endgame {

// The draw counter that needs refer to: it falls with every move but captures, which put it back to this; 0 is a draw.
inline constexpr int kCounter = 50;

// The need of a game that is decided by captures, but only with a counter that starts higher.
inline constexpr int kBeyond = kCounter + 1;

// Up to so many pieces tables tell every need, beyond that only whether it is beyond kCounter.
inline constexpr int kMostWithNeeds = 4;

// Whether the need of a position with that many pieces is a number of moves, and not just 0 or kBeyond.
constexpr bool tells_distance(int pieces) { return pieces <= kMostWithNeeds; }

// What perfect play leads to. The result is that of a game without a draw counter. With one that stands at `need` or more
// it is the same, with less it is a draw; beyond kCounter it is therefore always a draw.
struct Value {
  int result;  // +1 win, 0 draw, -1 loss for the side to move
  int need;    // 0 when drawn, or not beyond kCounter and not known; 1 where a capture or the end is at hand

  constexpr bool operator==(const Value&) const = default;
};

// The best of several values for the side to move: a win that needs little, else a draw, else a loss that needs much.
class Best {
 public:
  constexpr void add(const Value& value) {
    if (value.result < best_.result) return;
    if (value.result > best_.result) best_ = value;
    else best_.need = value.result > 0 ? std::min(best_.need, value.need) : std::max(best_.need, value.need);
  }

  // A loss at once when none was added.
  constexpr Value value() const {
    if (best_.result == 0) return {0, 0};
    return best_.result < -1 ? Value{-1, 1} : best_;
  }

 private:
  Value best_{-2, 0};
};

}  // namespace crownbridge::checkers::endgame
