#include "hex/insight.hpp"

#include <algorithm>
#include <deque>
#include <vector>

namespace crownbridge::hex {
namespace {

// Leaves out moves that cannot be better than another that stays.
template <int W>
Cells<W> without_inferior(const Ground<W>& ground, Side turn, const Cells<W>& moves) {
  // The opponent's reply would make a stone there dead: as if nothing had been played, and a stone of the opponent more.
  Cells<W> vulnerable;
  ground.each_vulnerable(turn, [&](int cell, int) { vulnerable.add(cell); });
  Cells<W> left = moves - vulnerable;
  if (left.none()) return moves;

  // A stone elsewhere would capture the cell, and have it as well.
  Cells<W> kept;
  const Cells<W> stood = ground.stones(turn) | ground.dead();
  (ground.empty() - vulnerable).each([&](int cell) {
    if (moves.has(cell) && !left.has(cell)) return;  // captured by another that stays
    Ground<W> after = ground;
    after.place(cell, turn);
    Cells<W> captured = (after.stones(turn) | after.dead()) - stood;
    captured.remove(cell);
    left -= captured - kept;
    if (left.has(cell)) kept.add(cell);
  });
  return left.none() ? moves : left;
}

}  // namespace

template <int W>
Cells<W> quickest(const Board& board, Side side, const Cells<W>& open) {
  const int cells = board.cells(), first = cells + (side == Side::Red ? 0 : 2);
  const auto own = [&](int cell) { return board.at(cell) == stone(side); };
  // How many stones it takes from an edge to each cell, that cell included.
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
Insight<W> insight(const Ground<W>& ground, Side turn, const Links<W>& links) {
  Insight<W> result;
  const Connections<W>& own = *links.of(turn);
  if (own.edges_joined()) {
    result.winner = turn;
    result.holds = true;
    return result;
  }
  if (const auto* full = own.edges_full()) {
    result.winner = turn;
    result.holds = true;
    result.moves = result.carrier = full->carrier;
    return result;
  }
  if (const auto* semi = own.edges_semi()) {
    result.winner = turn;
    result.carrier = semi->carrier;
    result.moves.add(semi->key);
    return result;
  }
  const Connections<W>& theirs = *links.of(other(turn));
  if (theirs.edges_joined()) {
    result.winner = other(turn);
    return result;
  }
  if (const auto* full = theirs.edges_full()) {
    result.winner = other(turn);
    result.moves = result.carrier = full->carrier;
    return result;
  }
  Cells<W> must = ground.empty();
  theirs.each_semi(own.first_edge(ground.size()), own.second_edge(ground.size()), [&](const auto& semi) {
    const Cells<W> less = must & semi.carrier;
    if (less == must) return;
    must = less;
    result.carrier |= semi.carrier;
  });
  if (must.none()) {  // no move meets all threats
    result.winner = other(turn);
    result.moves = result.carrier;
    return result;
  }
  result.moves = without_inferior(ground, turn, must);
  return result;
}

template Insight<1> insight(const Ground<1>&, Side, const Links<1>&);
template Cells<1> quickest(const Board&, Side, const Cells<1>&);
template Insight<2> insight(const Ground<2>&, Side, const Links<2>&);
template Cells<2> quickest(const Board&, Side, const Cells<2>&);
template Insight<4> insight(const Ground<4>&, Side, const Links<4>&);
template Cells<4> quickest(const Board&, Side, const Cells<4>&);
template Insight<6> insight(const Ground<6>&, Side, const Links<6>&);
template Cells<6> quickest(const Board&, Side, const Cells<6>&);
template Insight<11> insight(const Ground<11>&, Side, const Links<11>&);
template Cells<11> quickest(const Board&, Side, const Cells<11>&);

}  // namespace crownbridge::hex
