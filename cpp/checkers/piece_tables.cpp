#include "checkers/piece_tables.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

namespace crownbridge::checkers {

Score PieceTables::operator()(const Board& board) const {
  Score balance = 0;
  for (const Side side : {Side::Red, Side::White})
    for (Bitboard left = board.of(side); left; left &= left - 1) {
      const Bitboard piece = left & -left;
      const int square = side == Side::Red ? square_of(piece) : kSquares - 1 - square_of(piece);
      const Score value = (board.kings & piece ? king : man)[static_cast<std::size_t>(square)];
      balance += side == board.turn ? value : -value;
    }
  const int pieces = std::popcount(board.pieces[0] | board.pieces[1]);
  const double scaled = balance * (1 + trade / pieces);
  return static_cast<Score>(std::lround(std::clamp<double>(scaled, -kMaxEvaluation, kMaxEvaluation)));
}

}  // namespace crownbridge::checkers
