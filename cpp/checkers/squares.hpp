#pragma once

#include <array>
#include <cstdint>

// Bitboards of the 32 dark squares.
//
// Squares are numbered 1 to 32 from the top left, four per row; the core numbers them 0 to 31. A padding bit follows
// every second row, so that in every row the four neighbours of a square are 4 and 5 bits away, and a step over the
// edge ends on a padding bit:
//
//         0   1   2   3            red starts here and moves down: +4 (left), +5 (right)
//       4   5   6   7    (8)
//         9  10  11  12
//      13  14  15  16    (17)
//        18  19  20  21
//      22  23  24  25    (26)
//        27  28  29  30
//      31  32  33  34              white starts here and moves up: -5 (left), -4 (right)
namespace crownbridge::checkers {

using Bitboard = std::uint64_t;

enum class Side : std::uint8_t { Red, White };

constexpr Side other(Side side) { return side == Side::Red ? Side::White : Side::Red; }
constexpr int index(Side side) { return static_cast<int>(side); }

inline constexpr int kSquares = 32;

constexpr int bit_index(int square) { return square + square / 8; }
constexpr int square_at(int bit_index) { return bit_index - bit_index / 9; }
constexpr Bitboard bit(int square) { return Bitboard{1} << bit_index(square); }
constexpr int square_of(Bitboard one) { return square_at(__builtin_ctzll(one)); }

constexpr int row(int square) { return square / 4; }
constexpr int column(int square) { return 2 * (square % 4) + (row(square) % 2 == 0 ? 1 : 0); }

inline constexpr Bitboard kAll = 0x7fbfdfeff;
inline constexpr Bitboard kTopRow = 0xf;
inline constexpr Bitboard kBottomRow = Bitboard{0xf} << 31;

// Returns the row where men of a side are crowned.
constexpr Bitboard crown_row(Side side) { return side == Side::Red ? kBottomRow : kTopRow; }

template <int Step>
constexpr Bitboard shift(Bitboard bits) {
  if constexpr (Step > 0) return bits << Step;
  else return bits >> -Step;
}

// Calls visit.operator()<Step>() for each direction of a piece, in ascending order of the destination squares.
template <Side Mover, bool King, class Visit>
constexpr void each_direction(Visit&& visit) {
  if constexpr (King || Mover == Side::White) {
    visit.template operator()<-5>();
    visit.template operator()<-4>();
  }
  if constexpr (King || Mover == Side::Red) {
    visit.template operator()<4>();
    visit.template operator()<5>();
  }
}

}  // namespace crownbridge::checkers
