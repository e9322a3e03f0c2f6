#pragma once

#include <optional>

#include "hex/connections.hpp"

namespace crownbridge::hex {

// The connections of both sides; where those of the side to move win, the other's are not looked for.
template <int W>
class Links {
 public:
  Links(const Ground<W>& ground, Side turn, const Effort& effort) {
    find(turn, [&](Side side, auto enough) { return Connections<W>(ground, side, effort, enough); });
  }
  Links(const Links& before, const Ground<W>& ground, Side turn, const Effort& effort) {
    find(turn, [&](Side side, auto enough) {
      const auto& known = before.of(side);
      return known ? Connections<W>(*known, ground, enough) : Connections<W>(ground, side, effort, enough);
    });
  }

  const std::optional<Connections<W>>& of(Side side) const { return of_[static_cast<std::size_t>(side)]; }

 private:
  using Enough = typename Connections<W>::Enough;

  template <class Make>
  void find(Side turn, Make make) {
    auto& own = of_[static_cast<std::size_t>(turn)];
    own.emplace(make(turn, Enough::SemiConnected));
    if (!own->edges_joined() && own->edges_full() == nullptr && own->edges_semi() == nullptr)
      of_[static_cast<std::size_t>(other(turn))].emplace(make(other(turn), Enough::Connected));
  }

  std::array<std::optional<Connections<W>>, 2> of_;
};

// What a position's ground and connections tell about its moves.
template <int W>
struct Insight {
  std::optional<Side> winner;
  Cells<W> moves;    // those that need a try; if the side to move wins, those that keep the win
  bool holds = false;  // whether the side to move wins, and would even if it passed
  Cells<W> carrier;  // the empty cells that this rests on: the winner's, or those of the threats that leave no other moves
};

template <int W>
Insight<W> insight(const Ground<W>& ground, Side turn, const Links<W>& links);

// Of the open cells, all of which are certain to be the side's own in the end if it wants: those on the way to a win with
// the fewest stones.
template <int W>
Cells<W> quickest(const Board& board, Side side, const Cells<W>& open);

}  // namespace crownbridge::hex
