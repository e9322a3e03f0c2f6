#pragma once

#include <optional>

#include "hex/connections.hpp"

namespace crownbridge::hex {

// Virtual connections of both sides. Those of the opponent are omitted if the side to move wins by its own.
template <int W>
class ConnectionSets {
 public:
  ConnectionSets(const FillInBoard<W>& filled_board, Side turn, const HSearchLimits& limits) {
    find(turn, [&](Side side, auto stop_at) { return Connections<W>(filled_board, side, limits, stop_at); });
  }
  ConnectionSets(const ConnectionSets& previous, const FillInBoard<W>& filled_board, Side turn, const HSearchLimits& limits) {
    find(turn, [&](Side side, auto stop_at) {
      const auto& connections = previous.of(side);
      return connections ? Connections<W>(*connections, filled_board, stop_at) : Connections<W>(filled_board, side, limits, stop_at);
    });
  }

  const std::optional<Connections<W>>& of(Side side) const { return of_[static_cast<std::size_t>(side)]; }

 private:
  using StopAt = typename Connections<W>::StopAt;

  template <class Make>
  void find(Side turn, Make make) {
    auto& own = of_[static_cast<std::size_t>(turn)];
    own.emplace(make(turn, StopAt::SemiConnected));
    if (!own->edges_in_one_chain() && own->edges_full() == nullptr && own->edges_semi() == nullptr)
      of_[static_cast<std::size_t>(other(turn))].emplace(make(other(turn), StopAt::Connected));
  }

  std::array<std::optional<Connections<W>>, 2> of_;
};

// The must-play region, or the winner if the connections prove one.
template <int W>
struct MustPlay {
  std::optional<Side> winner;
  Cells<W> moves;    // must-play region without inferior cells; if the side to move wins, the moves that keep the win
  bool wins_after_pass = false;  // the side to move wins even if it passes
  Cells<W> carrier;  // carrier of the proof: that of the winner, or those of the threats that define the region
};

template <int W>
MustPlay<W> find_must_play(const FillInBoard<W>& filled_board, Side turn, const ConnectionSets<W>& connections);

// Returns the cells on a shortest path to a win. All cells of `open` must be certain to become the side's own if it
// needs them.
template <int W>
Cells<W> shortest_win_cells(const Board& board, Side side, const Cells<W>& open);

}  // namespace crownbridge::hex
