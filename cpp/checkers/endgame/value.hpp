#pragma once

#include <algorithm>

namespace crownbridge::checkers::endgame {

// Draw counter that distances refer to: every ply decrements it, a capture resets it to this value, and 0 is a draw.
inline constexpr int kCounter = 50;

// Distance of a cursed win or blessed loss: a draw by the counter.
inline constexpr int kBeyondCounter = kCounter + 1;

// No distance is larger.
inline constexpr int kMaxDistance = 255;

// Tables with up to this number of pieces store all distances. In larger ones, the distances of losses are rounded up to
// a multiple of kDistanceStep, and those of wins to kCounter; distances that exceed kCounter are not distinguished.
inline constexpr int kMaxPiecesWithDistances = 4;
inline constexpr int kDistanceStep = 10;
static_assert(kCounter % kDistanceStep == 0);

// Returns true if tables with the given number of pieces store all distances.
constexpr bool stores_distances(int pieces) { return pieces <= kMaxPiecesWithDistances; }

// Game-theoretic value. The result is that of a game without a draw counter; it holds if the draw counter is at least as
// large as the distance, and the game is a draw otherwise. The distance is that to conversion (DTZ): 1 without a move, 0
// for a draw. It is known exactly, or to be between two bounds.
struct Value {
  int result;    // +1 win, 0 draw, -1 loss for the side to move
  int distance;  // upper bound: a draw counter with which the result holds
  int min_distance = distance;  // lower bound: with a smaller draw counter, the game is a draw

  constexpr bool operator==(const Value&) const = default;
};

// Best value for the side to move: the win with the shortest distance, otherwise a draw, otherwise the loss with the
// longest.
class BestValue {
 public:
  constexpr void add(const Value& value) {
    if (value.result < best_.result) return;
    if (value.result > best_.result) {
      best_ = value;
    } else if (value.result > 0) {
      best_.distance = std::min(best_.distance, value.distance);
      best_.min_distance = std::min(best_.min_distance, value.min_distance);
    } else {
      best_.distance = std::max(best_.distance, value.distance);
      best_.min_distance = std::max(best_.min_distance, value.min_distance);
    }
  }

  // Returns the best value, or an immediate loss if no value was added.
  constexpr Value value() const {
    if (best_.result == 0) return {0, 0};
    return best_.result < -1 ? Value{-1, 1} : best_;
  }

 private:
  Value best_{-2, 0};
};

}  // namespace crownbridge::checkers::endgame
