#pragma once

#include <array>

#include "hex/board.hpp"
#include "hex/cells.hpp"
#include "hex/ring.hpp"

namespace crownbridge::hex {

// A board to reason about: stones as sets, and empty cells filled in whose owner is certain or does not matter. That
// changes nothing about who wins.
//
// A cell is dead when, however the cells around it are filled, no chain of either side needs it. Two adjacent cells are
// captured by a side whose stone on one of them, in reply to the opponent's on the other, makes that other dead: both
// might as well be the side's own.
template <int W>
class Ground {
 public:
  explicit Ground(const Board& board);

  int size() const { return size_; }
  int cells() const { return size_ * size_; }
  const Cells<W>& stones(Side side) const { return stones_[static_cast<std::size_t>(side)]; }
  const Cells<W>& dead() const { return dead_; }
  const Cells<W>& empty() const { return empty_; }

  // Whether no chain of either side needs the cell, whatever else is filled in.
  bool is_dead(int cell) const { return kRingFacts.dead[ring_[static_cast<std::size_t>(cell)]]; }

  Key key() const { return key_; }

  // The cell must be empty. Fills in what follows; `fill` does so for the whole board.
  void place(int cell, Side side);
  void fill();

  // The empty cells where a stone of the side would be dead after the best reply, each with the cell of that reply.
  template <class Visit>
  void each_vulnerable(Side side, Visit visit) const;

 private:
  void put(int cell, Side side);
  void fill_around(Cells<W> changed);
  bool dead_with(int cell, int neighbour_place, Side side) const;

  std::uint16_t size_;
  Cells<W> empty_, dead_;
  std::array<Cells<W>, 2> stones_;
  Key key_;
  std::array<std::uint16_t, 64 * W> ring_;  // what stands around a cell: a Ring
};

template <int W>
bool Ground<W>::dead_with(int cell, int neighbour_place, Side side) const {
  return kRingFacts.dead[ring_[static_cast<std::size_t>(cell)] | static_cast<Ring>(stone(side)) << (2 * neighbour_place)];
}

template <int W>
template <class Visit>
void Ground<W>::each_vulnerable(Side side, Visit visit) const {
  empty_.each([&](int cell) {
    const Neighbours& around = neighbours(size_, cell);
    for (int i = 0; i < 6; ++i) {
      const int reply = around[static_cast<std::size_t>(i)];
      if (reply < cells() && empty_.has(reply) && dead_with(cell, i, other(side))) return visit(cell, reply);
    }
  });
}

}  // namespace crownbridge::hex
