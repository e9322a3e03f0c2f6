#include "checkers/perft.hpp"

#include "checkers/movegen.hpp"

namespace crownbridge::checkers {
namespace {

constexpr int kMaxDepthWithoutPause = 8;

template <Side Mover>
std::uint64_t count(const Board& board, int depth) {
  if (depth == 1) return static_cast<std::uint64_t>(count_moves<Mover>(board));
  std::uint64_t nodes = 0;
  visit_moves<Mover>(board, [&](Move, const Effect& effect) {
    nodes += count<other(Mover)>(board.after<Mover>(effect), depth - 1);
  });
  return nodes;
}

}  // namespace

std::uint64_t perft(const Board& board, int depth, const std::function<void()>& pause) {
  if (depth <= 0) return 1;
  if (depth <= kMaxDepthWithoutPause) {
    pause();
    return board.turn == Side::Red ? count<Side::Red>(board, depth) : count<Side::White>(board, depth);
  }
  std::uint64_t nodes = 0;
  visit_moves(board, [&](Move, const Effect& effect) { nodes += perft(board.after(effect), depth - 1, pause); });
  return nodes;
}

}  // namespace crownbridge::checkers
