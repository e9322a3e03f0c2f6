#include "hex/perft.hpp"

namespace crownbridge::hex {

std::uint64_t perft(const Position& position, int depth, const std::function<void()>& pause) {
  if (depth <= 0) return 1;
  const auto moves = position.legal_moves();
  if (depth == 1) return moves.size();
  if (depth > 2) pause();
  std::uint64_t nodes = 0;
  for (const Move move : moves) {
    Position next = position;
    next.advance(move);
    nodes += perft(next, depth - 1, pause);
  }
  return nodes;
}

}  // namespace crownbridge::hex
