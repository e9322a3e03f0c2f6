#include "checkers/board.hpp"

#include "core/random.hpp"

namespace crownbridge::checkers {
namespace {

struct Zobrist {
  std::array<std::array<std::array<Key, 36>, 2>, 2> piece{};  // [king][side][bit]
  Key white_to_move = 0;

  constexpr Zobrist() {
    Random random{0x63726f776e};
    for (auto& by_side : piece)
      for (auto& by_bit : by_side)
        for (Key& key : by_bit) key = random.next();
    white_to_move = random.next();
  }

  constexpr Key of(Bitboard bits, Bitboard kings, Side side) const {
    Key key = 0;
    for (; bits; bits &= bits - 1) {
      const auto i = static_cast<std::size_t>(__builtin_ctzll(bits));
      key ^= piece[kings >> i & 1][static_cast<std::size_t>(side)][i];
    }
    return key;
  }
};

constexpr Zobrist kZobrist;

}  // namespace

Key key_of(const Board& board) {
  return kZobrist.of(board.of(Side::Red), board.kings, Side::Red) ^
         kZobrist.of(board.of(Side::White), board.kings, Side::White) ^
         (board.turn == Side::White ? kZobrist.white_to_move : 0);
}

Key key_after(Key key, const Board& board, const Effect& effect, const Board& next) {
  return key ^ kZobrist.white_to_move ^ kZobrist.of(effect.from, board.kings, board.turn) ^
         kZobrist.of(effect.to, next.kings, board.turn) ^ kZobrist.of(effect.captured, board.kings, other(board.turn));
}

}  // namespace crownbridge::checkers
