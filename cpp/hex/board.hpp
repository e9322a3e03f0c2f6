#pragma once

#include <array>
#include <cstdint>

#include "hex/move.hpp"

namespace crownbridge::hex {

using Key = std::uint64_t;

// Red connects top and bottom, blue left and right.
enum class Side : std::uint8_t { Red, Blue };

constexpr Side other(Side side) { return side == Side::Red ? Side::Blue : Side::Red; }

enum class Stone : std::uint8_t { None, Red, Blue };

constexpr Stone stone(Side side) { return side == Side::Red ? Stone::Red : Stone::Blue; }

// The six neighbours of a cell, clockwise; beyond the board stand the edges, numbered after the cells: top, bottom, left,
// right. Where two edges meet in an obtuse corner, the one between them counts as top or bottom.
using Neighbours = std::array<std::uint16_t, 6>;
const Neighbours& neighbours(int size, int cell);

// Stones and the chains they form. Cells are numbered row by row; four more nodes stand for the edges, which are stones
// of their owners. A union-find over all of them tells a win as soon as a side's two edges share a root.
class Board {
 public:
  explicit Board(int size);
  Board(const Board& that) { *this = that; }
  Board& operator=(const Board& that);

  int size() const { return size_; }
  int cells() const { return size_ * size_; }
  int stones() const { return stones_; }
  Key key() const { return key_; }
  Move move(int cell) const { return Move::at(cell / size_, cell % size_); }
  Stone at(int cell) const { return static_cast<Stone>(node_[static_cast<std::size_t>(cell)] >> kColourShift); }

  const Neighbours& neighbours(int cell) const { return hex::neighbours(size_, cell); }

  // The cell must be empty.
  void place(int cell, Side side);

  bool connected(Side side) const;

  bool operator==(const Board& that) const;

 private:
  static constexpr int kMostNodes = kMostSize * kMostSize + 4;
  static constexpr int kColourShift = 10;  // a node's parent stands below its colour
  static constexpr std::uint16_t kParent = (1U << kColourShift) - 1;

  int root(int node) const;
  int root_halving(int node);

  std::uint16_t size_;
  std::uint16_t stones_ = 0;
  Key key_;
  std::array<std::uint16_t, kMostNodes> node_;  // only cells() + 4 of them are ever read or written
};

// What keys are made of, to be combined: the size of the board, the stones on it, and whose turn it is.
Key size_key(int size);
Key stone_key(Side side, Move cell);
Key turn_key(Side side);

}  // namespace crownbridge::hex
