#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "checkers/squares.hpp"

namespace crownbridge::checkers {

// A move by its whole path, since two captures may have the same ends. Packed into one word: up to ten squares of five
// bits from the most significant bit down (a capture on 8x8 takes at most nine pieces), and the number of squares in
// the lowest four bits. Words compare in the lexicographic order of paths.
class Move {
 public:
  static constexpr int kMaxSquares = 10;

  constexpr Move() = default;
  static constexpr Move from_word(std::uint64_t word) { Move move; move.word_ = word; return move; }
  static constexpr Move start(int square) { return Move{}.then(square); }

  constexpr Move then(int square) const {
    return from_word((word_ | static_cast<std::uint64_t>(square) << (59 - 5 * length())) + 1);
  }

  constexpr int length() const { return static_cast<int>(word_ & 15); }
  constexpr int operator[](int i) const { return static_cast<int>(word_ >> (59 - 5 * i)) & 31; }
  constexpr int from() const { return (*this)[0]; }
  constexpr int to() const { return (*this)[length() - 1]; }
  constexpr std::uint64_t word() const { return word_; }

  // Returns true for a jump, which crosses two rows; a step crosses one.
  constexpr bool is_capture() const { return (row((*this)[0]) - row((*this)[1])) % 2 == 0; }

  constexpr auto operator<=>(const Move&) const = default;

  // Returns the whole path in PDN, such as 11-15, 22x15 or 29x22x15.
  std::string text() const;

 private:
  std::uint64_t word_ = 0;
};

// The squares that a move changes, as bitboards.
struct Effect {
  Bitboard from;
  Bitboard to;
  Bitboard captured;
};

}  // namespace crownbridge::checkers
