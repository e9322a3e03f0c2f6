#include "hex/knowledge.hpp"

#include "hex/insight.hpp"

namespace crownbridge::hex {
namespace {

constexpr int kSmall = 11 * 11;      // cells: up to that, a thorough look takes about a millisecond
constexpr Effort kQuick{5, 8, 3};    // on larger boards

template <int W>
Judgement judged(const Board& board, Side turn) {
  Ground<W> ground(board);
  const Cells<W> empty = ground.empty();
  ground.fill();
  const Insight<W> seen = insight(ground, turn, Links<W>(ground, turn, board.cells() <= kSmall ? Effort{} : kQuick));
  Cells<W> moves = seen.moves;
  if (seen.holds) moves = quickest(board, turn, seen.carrier | (empty & ground.stones(turn)));
  // What is filled in may join the winner's edges by itself; those cells are then worth having.
  if (moves.none()) moves = empty & ground.stones(*seen.winner);
  Judgement judgement{seen.winner, {}};
  moves.each([&](int cell) { judgement.moves.push_back(static_cast<std::uint16_t>(cell)); });
  return judgement;
}

}  // namespace

Judgement judge(const Board& board, Side turn) {
  return with_width(board.size(), [&](auto width) { return judged<decltype(width)::value>(board, turn); });
}

}  // namespace crownbridge::hex
