#include "checkers/handwritten.hpp"

#include <algorithm>
#include <bit>

#include "checkers/movegen.hpp"

namespace crownbridge::checkers {

namespace {

constexpr Score kMan = 100;
constexpr Score kKing = 135;

constexpr Bitboard row_bits(int number) {
  Bitboard bits = 0;
  for (int square = 4 * number; square < 4 * number + 4; ++square) bits |= bit(square);
  return bits;
}

constexpr Bitboard squares(std::initializer_list<int> numbers) {
  Bitboard bits = 0;
  for (const int number : numbers) bits |= bit(number - 1);
  return bits;
}

// Returns a row counted from the side's own back rank, which is row 0.
template <Side Mover>
constexpr Bitboard own_row(int number) { return row_bits(Mover == Side::Red ? number : 7 - number); }

constexpr Bitboard kCentre = squares({10, 11, 14, 15, 18, 19, 22, 23});
constexpr Bitboard kEdge = squares({4, 5, 12, 13, 20, 21, 28, 29});
constexpr Bitboard kDoubleCorners = squares({1, 5, 28, 32});

// Returns the front span of a set of squares: all squares ahead that a man could reach on an empty board.
template <Side Mover>
constexpr Bitboard front_span(Bitboard bits) {
  Bitboard reached = bits;
  for (int step = 0; step < 7; ++step)
    reached |= (Mover == Side::Red ? reached << 4 | reached << 5 : reached >> 4 | reached >> 5) & kAll;
  return reached & ~bits;
}

// Evaluates the pieces of one side.
template <Side Mover>
Score evaluate_side(const Board& board) {
  const Bitboard own = board.of(Mover), enemy = board.of(other(Mover)), empty = board.empty();
  const Bitboard men = own & ~board.kings, kings = own & board.kings;
  Score score = kMan * std::popcount(men) + kKing * std::popcount(kings);

  // Advancement of men.
  constexpr Score kAdvance[] = {0, 0, 1, 2, 4, 6, 12, 0};
  for (int number = 1; number < 7; ++number) score += kAdvance[number] * std::popcount(men & own_row<Mover>(number));

  // Back rank guard, which hinders crowning, while the opponent has no king; a bonus for the bridge formation.
  if (!(enemy & board.kings)) {
    score += 5 * std::popcount(men & own_row<Mover>(0));
    constexpr Bitboard kBridge = Mover == Side::Red ? squares({1, 3}) : squares({30, 32});
    if ((men & kBridge) == kBridge) score += 10;
  }

  // Centre and edges.
  score += 3 * std::popcount(men & kCentre) - 3 * std::popcount(men & kEdge);
  score += 6 * std::popcount(kings & kCentre) - 6 * std::popcount(kings & kEdge & ~kDoubleCorners);

  // Runaway men: no enemy piece in the front span.
  for (Bitboard far = men & (own_row<Mover>(4) | own_row<Mover>(5) | own_row<Mover>(6)); far; far &= far - 1) {
    const Bitboard man = far & -far;
    if (!(front_span<Mover>(man) & enemy))
      score += man & own_row<Mover>(6) ? 30 : man & own_row<Mover>(5) ? 22 : 14;
  }

  // Safe mobility: pieces with an empty neighbouring square that no enemy piece attacks; a penalty for trapped kings.
  Bitboard attacked = 0;
  each_direction<other(Mover), true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (other(Mover) == Side::Red);
    attacked |= shift<Step>(forward ? enemy : enemy & board.kings);
  });
  const Bitboard safe = empty & ~attacked;
  Bitboard mobile_men = 0, mobile_kings = 0;
  each_direction<Mover, true>([&]<int Step>() {
    constexpr bool forward = (Step > 0) == (Mover == Side::Red);
    if (forward) mobile_men |= shift<-Step>(safe) & men;
    mobile_kings |= shift<-Step>(safe) & kings;
  });
  score += 2 * std::popcount(mobile_men) + 3 * std::popcount(mobile_kings);
  return score - 25 * std::popcount(kings & ~mobile_kings);
}

// Returns true if the side to move has the move (the opposition): an odd number of pieces in its own system, which is
// every second row from its back rank.
bool has_the_move(const Board& board) {
  constexpr Bitboard kEven = row_bits(0) | row_bits(2) | row_bits(4) | row_bits(6);
  const Bitboard system = board.turn == Side::Red ? kEven : kAll & ~kEven;
  return std::popcount((board.pieces[0] | board.pieces[1]) & system) % 2 == 1;
}

}  // namespace

Score HandWritten::operator()(const Board& board) const {
  const int red = std::popcount(board.of(Side::Red)), white = std::popcount(board.of(Side::White));
  Score score = evaluate_side<Side::Red>(board) - evaluate_side<Side::White>(board);
  score += score * (24 - red - white) / 48;  // a lead is worth more with fewer pieces
  if (board.turn == Side::White) score = -score;
  if (red == white && red <= 6) score += has_the_move(board) ? 6 : -6;
  return std::clamp(score, -kMaxEvaluation, kMaxEvaluation);
}

}  // namespace crownbridge::checkers
