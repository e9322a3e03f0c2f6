#include "hex/must_play.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace crownbridge::hex {
namespace {

// Removes inferior moves: vulnerable cells, and cells that another move captures (capture domination).
template <int W>
Cells<W> remove_inferior(const FillInBoard<W>& filled_board, Side turn, const Cells<W>& moves) {
  // Vulnerable cells: the opponent's killer makes a stone there dead.
  Cells<W> vulnerable;
  filled_board.each_vulnerable(turn, [&](int cell, int) { vulnerable.add(cell); });
  Cells<W> left = moves - vulnerable;
  if (left.none()) return moves;

  // Capture-dominated cells: a move elsewhere gets the cell as well, by fill-in.
  Cells<W> kept;
  const Cells<W> filled = filled_board.stones(turn) | filled_board.dead();
  (filled_board.empty() - vulnerable).each([&](int cell) {
    if (moves.has(cell) && !left.has(cell)) return;  // already dominated by a move that is kept
    FillInBoard<W> after = filled_board;
    after.place(cell, turn);
    Cells<W> captured = (after.stones(turn) | after.dead()) - filled;
    captured.remove(cell);
    left -= captured - kept;
    if (left.has(cell)) kept.add(cell);
  });
  return left.none() ? moves : left;
}

}  // namespace

template <int W>
Cells<W> shortest_win_cells(const Board& board, Side side, const Cells<W>& open) {
  const int cells = board.cells(), first = cells + (side == Side::Red ? 0 : 2);
  const auto own = [&](int cell) { return board.at(cell) == stone(side); };
  // Computes the number of stones from an edge to each cell, including that cell, by 0-1 breadth-first search.
  const auto distances = [&](int edge) {
    std::vector<int> distance(static_cast<std::size_t>(cells), cells);
    std::deque<int> frontier;
    const auto reach = [&](int cell, int before) {
      const int now = before + !own(cell);
      if ((!own(cell) && !open.has(cell)) || now >= distance[static_cast<std::size_t>(cell)]) return;
      distance[static_cast<std::size_t>(cell)] = now;
      own(cell) ? frontier.push_front(cell) : frontier.push_back(cell);
    };
    for (int cell = 0; cell < cells; ++cell)
      if (std::ranges::count(board.neighbours(cell), edge) > 0) reach(cell, 0);
    while (!frontier.empty()) {
      const int cell = frontier.front();
      frontier.pop_front();
      for (const int near : board.neighbours(cell))
        if (near < cells) reach(near, distance[static_cast<std::size_t>(cell)]);
    }
    return distance;
  };
  const auto from_first = distances(first), from_second = distances(first + 1);
  int fewest = 2 * cells;
  Cells<W> best;
  open.each([&](int cell) {
    const int stones = from_first[static_cast<std::size_t>(cell)] + from_second[static_cast<std::size_t>(cell)];
    if (stones < fewest) best = {}, fewest = stones;
    if (stones == fewest) best.add(cell);
  });
  return best;
}

template <int W>
MustPlay<W> find_must_play(const FillInBoard<W>& filled_board, Side turn, const ConnectionSets<W>& connections) {
  MustPlay<W> result;
  const Connections<W>& own = *connections.of(turn);
  if (own.edges_in_one_chain()) {
    result.winner = turn;
    result.wins_after_pass = true;
    return result;
  }
  if (const auto* full = own.edges_full()) {
    result.winner = turn;
    result.wins_after_pass = true;
    result.moves = result.carrier = full->carrier;
    return result;
  }
  if (const auto* semi = own.edges_semi()) {
    result.winner = turn;
    result.carrier = semi->carrier;
    result.moves.add(semi->key);
    return result;
  }
  const Connections<W>& theirs = *connections.of(other(turn));
  if (theirs.edges_in_one_chain()) {
    result.winner = other(turn);
    return result;
  }
  if (const auto* full = theirs.edges_full()) {
    result.winner = other(turn);
    result.moves = result.carrier = full->carrier;
    return result;
  }
  // Must-play region: the intersection of the carriers of the opponent's winning semi connections.
  Cells<W> region = filled_board.empty();
  theirs.each_semi(own.first_edge(filled_board.size()), own.second_edge(filled_board.size()), [&](const auto& semi) {
    const Cells<W> smaller = region & semi.carrier;
    if (smaller == region) return;
    region = smaller;
    result.carrier |= semi.carrier;
  });
  if (region.none()) {  // no move stops all threats
    result.winner = other(turn);
    result.moves = result.carrier;
    return result;
  }
  result.moves = remove_inferior(filled_board, turn, region);
  return result;
}

template MustPlay<1> find_must_play(const FillInBoard<1>&, Side, const ConnectionSets<1>&);
template Cells<1> shortest_win_cells(const Board&, Side, const Cells<1>&);
template MustPlay<2> find_must_play(const FillInBoard<2>&, Side, const ConnectionSets<2>&);
template Cells<2> shortest_win_cells(const Board&, Side, const Cells<2>&);
template MustPlay<4> find_must_play(const FillInBoard<4>&, Side, const ConnectionSets<4>&);
template Cells<4> shortest_win_cells(const Board&, Side, const Cells<4>&);
template MustPlay<6> find_must_play(const FillInBoard<6>&, Side, const ConnectionSets<6>&);
template Cells<6> shortest_win_cells(const Board&, Side, const Cells<6>&);
template MustPlay<11> find_must_play(const FillInBoard<11>&, Side, const ConnectionSets<11>&);
template Cells<11> shortest_win_cells(const Board&, Side, const Cells<11>&);

}  // namespace crownbridge::hex
