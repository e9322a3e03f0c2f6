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

template <int W>
FillIn filled_in(const Board& board) {
  Ground<W> ground(board);
  const Cells<W> empty = ground.empty();
  Cells<W> dead;  // also those that `fill` would give to a side that captures them together with another
  empty.each([&](int cell) {
    if (ground.is_dead(cell)) dead.add(cell);
  });
  ground.fill();
  dead |= ground.dead();
  FillIn result;
  dead.each([&](int cell) { result.dead.push_back(static_cast<std::uint16_t>(cell)); });
  for (const Side side : {Side::Red, Side::Blue})
    ((empty & ground.stones(side)) - dead).each([&](int cell) {
      result.captured[static_cast<std::size_t>(side)].push_back(static_cast<std::uint16_t>(cell));
    });
  return result;
}

}  // namespace

FillIn fill_in(const Board& board) {
  return with_width(board.size(), [&](auto width) { return filled_in<decltype(width)::value>(board); });
}

Judgement judge(const Board& board, Side turn) {
  return with_width(board.size(), [&](auto width) { return judged<decltype(width)::value>(board, turn); });
}

}  // namespace crownbridge::hex
