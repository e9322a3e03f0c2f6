#pragma once

#include <array>
#include <cstdint>

#include "checkers/move.hpp"
#include "checkers/squares.hpp"

namespace crownbridge::checkers {

using Key = std::uint64_t;

// Bitboards of the pieces and the side to move: the state that move generation needs.
struct Board {
  std::array<Bitboard, 2> pieces;  // by side, including kings
  Bitboard kings;
  Side turn;

  static constexpr Board initial() {
    Board board{{}, 0, Side::Red};
    for (int square = 0; square < 12; ++square) {
      board.pieces[0] |= bit(square);
      board.pieces[1] |= bit(kSquares - 1 - square);
    }
    return board;
  }

  constexpr Bitboard of(Side side) const { return pieces[static_cast<std::size_t>(side)]; }
  constexpr Bitboard empty() const { return kAll & ~(pieces[0] | pieces[1]); }

  template <Side Mover>
  constexpr Board after(const Effect& effect) const {
    constexpr auto own = static_cast<std::size_t>(Mover);
    Board next = *this;
    next.pieces[own] = (pieces[own] & ~effect.from) | effect.to;  // a capture may end on its start square
    next.pieces[1 - own] ^= effect.captured;
    const bool king = (kings & effect.from) != 0;
    next.kings = ((kings & ~(effect.from | effect.captured)) | (king ? effect.to : effect.to & crown_row(Mover)));
    next.turn = other(Mover);
    return next;
  }

  constexpr Board after(const Effect& effect) const {
    return turn == Side::Red ? after<Side::Red>(effect) : after<Side::White>(effect);
  }

  constexpr bool operator==(const Board&) const = default;
};

// Computes the Zobrist key of a board from its pieces and side to move.
Key key_of(const Board& board);

// Updates a Zobrist key incrementally: returns the key of `next`, which is board.after(effect), given the key of
// `board`.
Key key_after(Key key, const Board& board, const Effect& effect, const Board& next);

}  // namespace crownbridge::checkers
