#pragma once

#include <array>

#include "hex/board.hpp"
#include "hex/cells.hpp"
#include "hex/local_pattern.hpp"

namespace crownbridge::hex {

// A board as sets of stones, with fill-in of dead and captured cells, which does not change the winner.
//
// A cell is dead if no minimal winning chain of either side uses it, however the other cells are filled. Two adjacent
// cells are captured by a side if its stone on either of them, in reply to the opponent's stone on the other, makes
// that stone dead; they are filled in with the side's stones.
template <int W>
class FillInBoard {
 public:
  explicit FillInBoard(const Board& board);

  int size() const { return size_; }
  int cells() const { return size_ * size_; }
  const Cells<W>& stones(Side side) const { return stones_[static_cast<std::size_t>(side)]; }
  const Cells<W>& dead() const { return dead_; }
  const Cells<W>& empty() const { return empty_; }

  // Returns true if the local pattern shows that a cell is dead.
  bool is_dead(int cell) const { return kPatternTables.dead[patterns_[static_cast<std::size_t>(cell)]]; }

  Key key() const { return key_; }

  // Places a stone on an empty cell and updates the fill-in incrementally.
  void place(int cell, Side side);

  // Computes the fill-in of the whole board.
  void fill();

  // Calls visit(cell, killer) for every vulnerable cell of a side: an empty cell where a stone of the side would be
  // dead after the opponent's reply on the killer.
  template <class Visit>
  void each_vulnerable(Side side, Visit visit) const;

 private:
  void put(int cell, Side side);
  void fill_around(Cells<W> changed);
  // Returns true if a cell is dead once the neighbour in a direction has a stone of the side.
  bool dead_with(int cell, int direction, Side side) const;

  std::uint16_t size_;
  Cells<W> empty_, dead_;
  std::array<Cells<W>, 2> stones_;
  Key key_;
  std::array<std::uint16_t, 64 * W> patterns_;  // local pattern of each cell
};

template <int W>
bool FillInBoard<W>::dead_with(int cell, int direction, Side side) const {
  return kPatternTables.dead[patterns_[static_cast<std::size_t>(cell)] | static_cast<Pattern>(stone(side)) << (2 * direction)];
}

template <int W>
template <class Visit>
void FillInBoard<W>::each_vulnerable(Side side, Visit visit) const {
  empty_.each([&](int cell) {
    const Neighbours& around = neighbours(size_, cell);
    for (int i = 0; i < 6; ++i) {
      const int killer = around[static_cast<std::size_t>(i)];
      if (killer < cells() && empty_.has(killer) && dead_with(cell, i, other(side))) return visit(cell, killer);
    }
  });
}

}  // namespace crownbridge::hex
