#include "hex/static_analysis.hpp"

#include "hex/must_play.hpp"

namespace crownbridge::hex {
namespace {

constexpr int kMaxCellsForFullSearch = 11 * 11;      // number of cells up to which the full H-search takes about a millisecond
constexpr HSearchLimits kReducedLimits{5, 8, 3};    // for larger boards

template <int W>
StaticAnalysis static_analysis(const Board& board, Side turn) {
  FillInBoard<W> filled_board(board);
  const Cells<W> empty = filled_board.empty();
  filled_board.fill();
  const HSearchLimits limits = board.cells() <= kMaxCellsForFullSearch ? HSearchLimits{} : kReducedLimits;
  const MustPlay<W> must_play = find_must_play(filled_board, turn, ConnectionSets<W>(filled_board, turn, limits));
  Cells<W> moves = must_play.moves;
  if (must_play.wins_after_pass) moves = shortest_win_cells(board, turn, must_play.carrier | (empty & filled_board.stones(turn)));
  // The fill-in alone may connect the winner's edges; then its cells are the moves.
  if (moves.none()) moves = empty & filled_board.stones(*must_play.winner);
  StaticAnalysis analysis{must_play.winner, {}};
  moves.each([&](int cell) { analysis.moves.push_back(static_cast<std::uint16_t>(cell)); });
  return analysis;
}

template <int W>
FillIn find_fill_in(const Board& board) {
  FillInBoard<W> filled_board(board);
  const Cells<W> empty = filled_board.empty();
  Cells<W> dead;  // including those that fill() assigns to a side as part of a captured pair
  empty.each([&](int cell) {
    if (filled_board.is_dead(cell)) dead.add(cell);
  });
  filled_board.fill();
  dead |= filled_board.dead();
  FillIn result;
  dead.each([&](int cell) { result.dead.push_back(static_cast<std::uint16_t>(cell)); });
  for (const Side side : {Side::Red, Side::Blue})
    ((empty & filled_board.stones(side)) - dead).each([&](int cell) {
      result.captured[static_cast<std::size_t>(side)].push_back(static_cast<std::uint16_t>(cell));
    });
  return result;
}

}  // namespace

FillIn fill_in(const Board& board) {
  return with_width(board.size(), [&](auto width) { return find_fill_in<decltype(width)::value>(board); });
}

StaticAnalysis analyze_statically(const Board& board, Side turn) {
  return with_width(board.size(), [&](auto width) { return static_analysis<decltype(width)::value>(board, turn); });
}

}  // namespace crownbridge::hex
