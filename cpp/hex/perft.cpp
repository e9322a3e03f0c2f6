#include "hex/perft.hpp"

namespace crownbridge::hex {

std::uint64_t perft(const Position& position, int depth, const std::function<void()>& pause) {
  if (depth <= 0) return 1;
  if (position.winner()) return 0;
  const Board& board = position.board();
  if (depth == 1) return static_cast<std::uint64_t>(board.cells() - board.stones() + (position.can_swap() ? 1 : 0));
  if (depth > 2) pause();
  std::uint64_t nodes = 0;
  const auto count = [&](Move move) {
    Position next = position;
    next.advance(move);
    nodes += perft(next, depth - 1, pause);
  };
  for (int cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) == Stone::None) count(board.move(cell));
  if (position.can_swap()) count(Move::swap());
  return nodes;
}

}  // namespace crownbridge::hex
