#include "hex/ground.hpp"

namespace crownbridge::hex {

template <int W>
Ground<W>::Ground(const Board& board)
    : size_(static_cast<std::uint16_t>(board.size())),
      empty_(Cells<W>::below(board.cells())),
      key_(size_key(size_)) {
  for (int cell = 0; cell < cells(); ++cell) {
    Ring ring = 0;
    const Neighbours& around = neighbours(size_, cell);
    for (unsigned i = 0; i < 6; ++i)
      if (const int edge = around[i] - cells(); edge >= 0)
        ring |= static_cast<unsigned>(stone(edge < 2 ? Side::Red : Side::Blue)) << (2 * i);
    ring_[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(ring);
  }
  for (int cell = 0; cell < cells(); ++cell)
    if (board.at(cell) != Stone::None) put(cell, board.at(cell) == Stone::Red ? Side::Red : Side::Blue);
}

template <int W>
void Ground<W>::put(int cell, Side side) {
  empty_.remove(cell);
  stones_[static_cast<std::size_t>(side)].add(cell);
  const Neighbours& around = neighbours(size_, cell);
  for (unsigned i = 0; i < 6; ++i)
    if (around[i] < cells())
      ring_[around[i]] |= static_cast<std::uint16_t>(static_cast<unsigned>(stone(side)) << (2 * ((i + 3) % 6)));
  key_ ^= stone_key(side, Move::at(cell / size_, cell % size_));
}

template <int W>
void Ground<W>::place(int cell, Side side) {
  put(cell, side);
  fill_around(Cells<W>::of(cell));
}

template <int W>
void Ground<W>::fill() {
  fill_around(empty_);
}

template <int W>
void Ground<W>::fill_around(Cells<W> changed) {
  Cells<W> check;
  const auto wake = [&](int cell) {
    check.add(cell);
    for (const int near : neighbours(size_, cell))
      if (near < cells()) check.add(near);
  };
  changed.each(wake);
  while ((check &= empty_).any()) {
    const int cell = check.first();
    check.remove(cell);
    if (kRingFacts.dead[ring_[static_cast<std::size_t>(cell)]]) {
      dead_.add(cell);
      put(cell, Side::Red);
      wake(cell);
      continue;
    }
    const Neighbours& around = neighbours(size_, cell);
    for (int i = 0; i < 6; ++i) {
      const int mate = around[static_cast<std::size_t>(i)];
      if (mate >= cells() || !empty_.has(mate)) continue;
      for (const Side side : {Side::Red, Side::Blue})
        if (empty_.has(cell) && dead_with(cell, i, side) && dead_with(mate, (i + 3) % 6, side)) {
          put(cell, side);
          put(mate, side);
          wake(cell);
          wake(mate);
        }
      if (!empty_.has(cell)) break;
    }
  }
}

template class Ground<1>;
template class Ground<2>;
template class Ground<4>;
template class Ground<6>;
template class Ground<11>;

}  // namespace crownbridge::hex
