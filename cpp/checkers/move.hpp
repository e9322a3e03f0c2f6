#pragma once

#include <compare>
#include <cstdint>
#include <string>

#include "checkers/squares.hpp"

namespace crownbridge::checkers {

// A move is its whole path: two captures may share both ends. Ten squares of five bits (nine captures are the most that
// 8x8 allows) stand from the top of one word, the number of squares at its foot, so that words order as paths do.
class Move {
 public:
  static constexpr int kMostSquares = 10;

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

  // A jump crosses two rows, a step one.
  constexpr bool is_capture() const { return (row((*this)[0]) - row((*this)[1])) % 2 == 0; }

  constexpr auto operator<=>(const Move&) const = default;

  // The whole path in PDN: 11-15, 22x15, 29x22x15.
  std::string text() const;

 private:
  std::uint64_t word_ = 0;
};

// What a move does to the board.
struct Effect {
  Bits from;
  Bits to;
  Bits captured;
};

}  // namespace crownbridge::checkers
