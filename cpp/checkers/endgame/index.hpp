#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "checkers/board.hpp"
#include "checkers/endgame/material.hpp"

// Indexing of the boards of one material with red to move, by the combinatorial number system. The men of each side are
// ranked separately over the 28 squares where they may stand, so that indices with overlapping men are invalid; kings
// are ranked over the remaining squares.
namespace crownbridge::checkers::endgame {

using BoardIndex = std::uint64_t;

inline constexpr int kManSquares = 28;

// Binomial coefficients "n choose k" for n <= 32.
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

// Returns the rank of a set of squares among all sets of its size (combinatorial number system). Occupied squares are
// skipped, and squares are counted from `first`.
constexpr std::uint32_t rank_of(Bitboard set, Bitboard occupied, int first) {
  std::uint32_t rank = 0;
  for (int k = 1; set; ++k, set &= set - 1) {
    const int square = kSquareAt[static_cast<std::size_t>(__builtin_ctzll(set))];
    rank += choose(square - __builtin_popcountll(occupied & ((set & -set) - 1)) - first, k);
  }
  return rank;
}

// Rotates a bitboard by 180 degrees.
constexpr Bitboard flipped(Bitboard bits) {
  bits = (bits & 0x5555555555555555) << 1 | (bits >> 1 & 0x5555555555555555);
  bits = (bits & 0x3333333333333333) << 2 | (bits >> 2 & 0x3333333333333333);
  bits = (bits & 0x0f0f0f0f0f0f0f0f) << 4 | (bits >> 4 & 0x0f0f0f0f0f0f0f0f);
  return __builtin_bswap64(bits) >> 29;
}

// Swaps the colours and rotates by 180 degrees, which gives the same position for the other side.
constexpr Board flipped(const Board& board) {
  return {{flipped(board.pieces[1]), flipped(board.pieces[0])}, flipped(board.kings), other(board.turn)};
}

constexpr Board with_red_to_move(const Board& board) { return board.turn == Side::Red ? board : flipped(board); }

constexpr Material material_of(const Board& red_to_move) {
  const auto count = [](Bitboard bits) { return __builtin_popcountll(bits); };
  const Bitboard own = red_to_move.pieces[0], their = red_to_move.pieces[1], kings = red_to_move.kings;
  return {count(own & ~kings), count(own & kings), count(their & ~kings), count(their & kings)};
}

class Index {
 public:
  explicit Index(const Material& material);

  const Material& material() const { return material_; }

  // Number of indices, including the invalid ones.
  BoardIndex size() const { return own_men_ * their_men_ * own_kings_ * their_kings_; }

  // Returns the index of a board of this material with red to move.
  BoardIndex of(const Board& board) const {
    const Bitboard own = board.pieces[0], their = board.pieces[1], kings = board.kings, men = (own | their) & ~kings;
    BoardIndex index = rank_of(own & ~kings, 0, 0);
    index = index * their_men_ + rank_of(their & ~kings, 0, kSquares - kManSquares);
    index = index * own_kings_ + rank_of(own & kings, men, 0);
    return index * their_kings_ + rank_of(their & kings, men | (own & kings), 0);
  }

  // Returns the board of an index, with red to move; nothing if men overlap.
  std::optional<Board> board(BoardIndex index) const;

 private:
  Material material_;
  BoardIndex own_men_, their_men_, own_kings_, their_kings_;  // numbers of placements of each kind
};

}  // namespace crownbridge::checkers::endgame
