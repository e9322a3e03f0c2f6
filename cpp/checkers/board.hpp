#pragma once

#include <array>
#include <cstdint>

#include "checkers/move.hpp"
#include "checkers/squares.hpp"

namespace crownbridge::checkers {

using Key = std::uint64_t;

// The pieces and whose turn it is: all that move generation needs to know.
struct Board {
  std::array<Bits, 2> pieces;  // by side, kings included
  Bits kings;
  Side turn;

  static constexpr Board initial() {
    Board board{{}, 0, Side::Red};
    for (int square = 0; square < 12; ++square) {
      board.pieces[0] |= bit(square);
      board.pieces[1] |= bit(kSquares - 1 - square);
    }
    return board;
  }

  constexpr Bits of(Side side) const { return pieces[static_cast<std::size_t>(side)]; }
  constexpr Bits empty() const { return kAll & ~(pieces[0] | pieces[1]); }

  template <Side Mover>
  constexpr Board after(const Ply& ply) const {
    constexpr auto own = static_cast<std::size_t>(Mover);
    Board next = *this;
    next.pieces[own] = (pieces[own] & ~ply.from) | ply.to;  // a capture may end where it began
    next.pieces[1 - own] ^= ply.captured;
    const bool king = (kings & ply.from) != 0;
    next.kings = ((kings & ~(ply.from | ply.captured)) | (king ? ply.to : ply.to & crown_row(Mover)));
    next.turn = other(Mover);
    return next;
  }

  constexpr Board after(const Ply& ply) const {
    return turn == Side::Red ? after<Side::Red>(ply) : after<Side::White>(ply);
  }

  constexpr bool operator==(const Board&) const = default;
};

// The Zobrist key of a board: pieces and side to move.
Key key_of(const Board& board);

// The key of board.after(ply), found from the key of board.
Key key_after(Key key, const Board& board, const Ply& ply);

}  // namespace crownbridge::checkers
