#include "checkers/handwritten.hpp"

#include <algorithm>
#include <bit>

#include "checkers/movegen.hpp"

namespace crownbridge::checkers {

namespace {

constexpr Score kMan = 100;
constexpr Score kKing = 135;

constexpr Bits row_bits(int number) {
  Bits bits = 0;
  for (int square = 4 * number; square < 4 * number + 4; ++square) bits |= bit(square);
  return bits;
}

constexpr Bits squares(std::initializer_list<int> numbers) {
  Bits bits = 0;
  for (const int number : numbers) bits |= bit(number - 1);
  return bits;
}

// The number-th row of that side, its back rank being row 0.
template <Side Mover>
constexpr Bits own_row(int number) { return row_bits(Mover == Side::Red ? number : 7 - number); }

constexpr Bits kCentre = squares({10, 11, 14, 15, 18, 19, 22, 23});
constexpr Bits kEdge = squares({4, 5, 12, 13, 20, 21, 28, 29});
constexpr Bits kDoubleCorners = squares({1, 5, 28, 32});

// Everything that a piece on the squares can reach by going forwards over empty squares or not.
template <Side Mover>
constexpr Bits cone(Bits bits) {
  Bits reached = bits;
  for (int step = 0; step < 7; ++step)
    reached |= (Mover == Side::Red ? reached << 4 | reached << 5 : reached >> 4 | reached >> 5) & kAll;
  return reached & ~bits;
}

template <Side Mover>
Score of_side(const Board& board) {
  const Bits own = board.of(Mover), enemy = board.of(other(Mover)), empty = board.empty();
  const Bits men = own & ~board.kings, kings = own & board.kings;
  Score score = kMan * std::popcount(men) + kKing * std::popcount(kings);

  constexpr Score kAdvance[] = {0, 0, 1, 2, 4, 6, 12, 0};
  for (int number = 1; number < 7; ++number) score += kAdvance[number] * std::popcount(men & own_row<Mover>(number));

  // A guarded back rank keeps the enemy from crowning; of little use once he has kings.
  if (!(enemy & board.kings)) {
    score += 5 * std::popcount(men & own_row<Mover>(0));
    constexpr Bits kBridge = Mover == Side::Red ? squares({1, 3}) : squares({30, 32});
    if ((men & kBridge) == kBridge) score += 10;
  }
  score += 3 * std::popcount(men & kCentre) - 3 * std::popcount(men & kEdge);
  score += 6 * std::popcount(kings & kCentre) - 6 * std::popcount(kings & kEdge & ~kDoubleCorners);

  // A man with no enemy before him will be a king.
  for (Bits far = men & (own_row<Mover>(4) | own_row<Mover>(5) | own_row<Mover>(6)); far; far &= far - 1) {
    const Bits man = far & -far;
    if (!(cone<Mover>(man) & enemy))
      score += man & own_row<Mover>(6) ? 30 : man & own_row<Mover>(5) ? 22 : 14;
  }

  // Free squares to go to that no enemy attacks at once, and kings that have none.
  Bits attacked = 0;
  each_direction<other(Mover), true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (other(Mover) == Side::Red);
    attacked |= shift<Step>(forward ? enemy : enemy & board.kings);
  });
  const Bits safe = empty & ~attacked;
  Bits free_men = 0, free_kings = 0;
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    if (forward) free_men |= shift<-Step>(safe) & men;
    free_kings |= shift<-Step>(safe) & kings;
  });
  score += 2 * std::popcount(free_men) + 3 * std::popcount(free_kings);
  return score - 25 * std::popcount(kings & ~free_kings);
}

// Whether the side to move has the move: an odd number of pieces in the rows whose men start it.
bool has_the_move(const Board& board) {
  constexpr Bits kEven = row_bits(0) | row_bits(2) | row_bits(4) | row_bits(6);
  const Bits system = board.turn == Side::Red ? kEven : kAll & ~kEven;
  return std::popcount((board.pieces[0] | board.pieces[1]) & system) % 2 == 1;
}

}  // namespace

Score HandWritten::operator()(const Board& board) const {
  const int red = std::popcount(board.of(Side::Red)), white = std::popcount(board.of(Side::White));
  Score score = of_side<Side::Red>(board) - of_side<Side::White>(board);
  score += score * (24 - red - white) / 48;  // a lead is worth more the less is left
  if (board.turn == Side::White) score = -score;
  if (red == white && red <= 6) score += has_the_move(board) ? 6 : -6;
  return std::clamp(score, -kMostEvaluation, kMostEvaluation);
}

}  // namespace crownbridge::checkers
