#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "checkers/board.hpp"
#include "checkers/endgame/material.hpp"

// Numbers for the boards of one material with red to move. Men are numbered over the 28 squares where they may stand,
// each side by itself, so that numbers where they overlap name no board; kings over the squares that are left.
namespace crownbridge::checkers::endgame {

using Number = std::uint64_t;

inline constexpr int kManSquares = 28;

// The binomial coefficients "n over k" for n <= 32.
inline constexpr auto kChoose = [] {
  std::array<std::array<std::uint32_t, 9>, 33> choose{};
  for (std::size_t n = 0; n < choose.size(); ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k < 9 && n > 0; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  return choose;
}();

constexpr std::uint32_t choose(int n, int k) { return kChoose[static_cast<std::size_t>(n)][static_cast<std::size_t>(k)]; }

inline constexpr auto kSquareAt = [] {
  std::array<std::uint8_t, 36> squares{};
  for (int i = 0; i < 36; ++i) squares[static_cast<std::size_t>(i)] = static_cast<std::uint8_t>(square_at(i));
  return squares;
}();

// The number of a set of squares among the sets of its size, where `taken` squares do not count and square `first` is 0.
constexpr std::uint32_t rank_of(Bits set, Bits taken, int first) {
  std::uint32_t rank = 0;
  for (int k = 1; set; ++k, set &= set - 1) {
    const int square = kSquareAt[static_cast<std::size_t>(__builtin_ctzll(set))];
    rank += choose(square - __builtin_popcountll(taken & ((set & -set) - 1)) - first, k);
  }
  return rank;
}

// The board with colours swapped, turned by half a turn: the same position for the other side.
constexpr Bits turned(Bits bits) {
  bits = (bits & 0x5555555555555555) << 1 | (bits >> 1 & 0x5555555555555555);
  bits = (bits & 0x3333333333333333) << 2 | (bits >> 2 & 0x3333333333333333);
  bits = (bits & 0x0f0f0f0f0f0f0f0f) << 4 | (bits >> 4 & 0x0f0f0f0f0f0f0f0f);
  return __builtin_bswap64(bits) >> 29;
}

constexpr Board turned(const Board& board) {
  return {{turned(board.pieces[1]), turned(board.pieces[0])}, turned(board.kings), other(board.turn)};
}

constexpr Board with_red_to_move(const Board& board) { return board.turn == Side::Red ? board : turned(board); }

constexpr Material material_of(const Board& red_to_move) {
  const auto count = [](Bits bits) { return __builtin_popcountll(bits); };
  const Bits own = red_to_move.pieces[0], their = red_to_move.pieces[1], kings = red_to_move.kings;
  return {count(own & ~kings), count(own & kings), count(their & ~kings), count(their & kings)};
}

class Index {
 public:
  explicit Index(const Material& material);

  const Material& material() const { return material_; }

  // Numbers are below it.
  Number size() const { return own_men_ * their_men_ * own_kings_ * their_kings_; }

  // The number of a board of this material with red to move.
  Number of(const Board& board) const {
    const Bits own = board.pieces[0], their = board.pieces[1], kings = board.kings, men = (own | their) & ~kings;
    Number number = rank_of(own & ~kings, 0, 0);
    number = number * their_men_ + rank_of(their & ~kings, 0, kSquares - kManSquares);
    number = number * own_kings_ + rank_of(own & kings, men, 0);
    return number * their_kings_ + rank_of(their & kings, men | (own & kings), 0);
  }

  // The board of a number, with red to move; none when men overlap.
  std::optional<Board> board(Number number) const;

 private:
  Material material_;
  Number own_men_, their_men_, own_kings_, their_kings_;  // how many ways there are to place each
};

}  // namespace crownbridge::checkers::endgame
