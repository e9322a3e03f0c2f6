#include "hex/fill_in_board.hpp"

namespace crownbridge::hex {

template <int W>
FillInBoard<W>::FillInBoard(const Board& board)
    : size_(static_cast<std::uint16_t>(board.size())),
      empty_(Cells<W>::below(board.cells())),
      key_(size_key(size_)) {
  for (int cell = 0; cell < cells(); ++cell) {
    Pattern pattern = 0;
    const Neighbours& around = neighbours(size_, cell);
    for (unsigned i = 0; i < 6; ++i)
      if (const int edge = around[i] - cells(); edge >= 0)
        pattern |= static_cast<unsigned>(stone(edge < 2 ? Side::Red : Side::Blue)) << (2 * i);
    patterns_[static_cast<std::size_t>(cell)] = static_cast<std::uint16_t>(pattern);
  }
  for (int cell = 0; cell < cells(); ++cell)
    if (board.at(cell) != Stone::None) put(cell, board.at(cell) == Stone::Red ? Side::Red : Side::Blue);
}

template <int W>
void FillInBoard<W>::put(int cell, Side side) {
  empty_.remove(cell);
  stones_[static_cast<std::size_t>(side)].add(cell);
  const Neighbours& around = neighbours(size_, cell);
  for (unsigned i = 0; i < 6; ++i)
    if (around[i] < cells())
      patterns_[around[i]] |= static_cast<std::uint16_t>(static_cast<unsigned>(stone(side)) << (2 * ((i + 3) % 6)));
  key_ ^= stone_key(side, Move::at(cell / size_, cell % size_));
}

template <int W>
void FillInBoard<W>::place(int cell, Side side) {
  put(cell, side);
  fill_around(Cells<W>::of(cell));
}

template <int W>
void FillInBoard<W>::fill() {
  fill_around(empty_);
}

template <int W>
void FillInBoard<W>::fill_around(Cells<W> changed) {
  Cells<W> queue;  // cells whose local pattern has changed
  const auto enqueue = [&](int cell) {
    queue.add(cell);
    for (const int near : neighbours(size_, cell))
      if (near < cells()) queue.add(near);
  };
  changed.each(enqueue);
  while ((queue &= empty_).any()) {
    const int cell = queue.first();
    queue.remove(cell);
    // Dead cells: filled in with either colour.
    if (kPatternTables.dead[patterns_[static_cast<std::size_t>(cell)]]) {
      dead_.add(cell);
      put(cell, Side::Red);
      enqueue(cell);
      continue;
    }
    // Captured pairs.
    const Neighbours& around = neighbours(size_, cell);
    for (int i = 0; i < 6; ++i) {
      const int neighbour = around[static_cast<std::size_t>(i)];
      if (neighbour >= cells() || !empty_.has(neighbour)) continue;
      for (const Side side : {Side::Red, Side::Blue})
        if (empty_.has(cell) && dead_with(cell, i, side) && dead_with(neighbour, (i + 3) % 6, side)) {
          put(cell, side);
          put(neighbour, side);
          enqueue(cell);
          enqueue(neighbour);
        }
      if (!empty_.has(cell)) break;
    }
  }
}

template class FillInBoard<1>;
template class FillInBoard<2>;
template class FillInBoard<4>;
template class FillInBoard<6>;
template class FillInBoard<11>;

}  // namespace crownbridge::hex
