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

// The six neighbours of a cell, clockwise. Neighbours outside the board are edges, numbered after the cells: top,
// bottom, left, right. In an obtuse corner, the neighbour between two edges counts as top or bottom.
using Neighbours = std::array<std::uint16_t, 6>;
const Neighbours& neighbours(int size, int cell);

// Stones and their chains in a union-find structure. Cells are numbered row by row; four more nodes are the edges,
// which count as stones of their owners. A side has won when its two edges have the same root.
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

  // Places a stone on an empty cell.
  void place(int cell, Side side);

  // Returns true if a side has connected its edges.
  bool connected(Side side) const;

  bool operator==(const Board& that) const;

 private:
  static constexpr int kMaxNodes = kMaxSize * kMaxSize + 4;
  static constexpr int kColourShift = 10;  // a node is its parent in the low bits and its colour above
  static constexpr std::uint16_t kParent = (1U << kColourShift) - 1;

  int root(int node) const;
  int root_halving(int node);

  std::uint16_t size_;
  std::uint16_t stones_ = 0;
  Key key_;
  std::array<std::uint16_t, kMaxNodes> node_;  // only cells() + 4 are used; the rest is not initialized
};

// Zobrist keys of the board size, of a stone, and of the side to move; the key of a position is the XOR of all.
Key size_key(int size);
Key stone_key(Side side, Move cell);
Key turn_key(Side side);

}  // namespace crownbridge::hex
