#pragma once

#include <array>
#include <cstdint>

#include "hex/local_pattern.hpp"

namespace crownbridge::hex {

// Mailbox board: stones with a border of edges, for playouts and local patterns.
class Grid {
 public:
  explicit Grid(const Board& board) : size_(board.size()), stride_(board.size() + 2) {
    steps_ = {-stride_, -stride_ + 1, 1, stride_, stride_ - 1, -1};
    for (int i = 0; i < stride_; ++i) set(i * stride_, Stone::Blue), set(i * stride_ + stride_ - 1, Stone::Blue);
    for (int i = 0; i < stride_; ++i) set(i, Stone::Red), set((stride_ - 1) * stride_ + i, Stone::Red);
    visit([&](int cell, int place) { set(place, board.at(cell)); });
  }

  int size() const { return size_; }

  // Returns the index of a cell in the mailbox.
  int place(int row, int column) const { return (row + 1) * stride_ + column + 1; }
  int place(int cell) const { return place(cell / size_, cell % size_); }

  // Calls act(cell, place) for every cell.
  template <class Act>
  void visit(Act&& act) const {
    for (int row = 0, cell = 0; row < size_; ++row)
      for (int column = 0; column < size_; ++column) act(cell++, place(row, column));
  }

  // Returns the neighbouring place in a direction, clockwise from 0 (up).
  int neighbour(int place, int direction) const { return place + steps_[static_cast<std::size_t>(direction)]; }

  Stone at(int place) const { return stones_[static_cast<std::size_t>(place)]; }
  void set(int place, Stone stone) { stones_[static_cast<std::size_t>(place)] = stone; }

  // Returns the local pattern around a place.
  Pattern pattern(int place) const {
    Pattern pattern = 0;
    for (std::size_t i = 0; i < 6; ++i)
      pattern |= static_cast<Pattern>(stones_[static_cast<std::size_t>(place + steps_[i])]) << 2 * i;
    return pattern;
  }

  // Returns the winner on a full board: walks along the boundary between the colours from the top left corner until it
  // reaches the bottom, which red has then connected, or the right edge.
  Side winner_when_full() const {
    int red = place(-1, 0), direction = 4;  // direction from the red cell to the blue cell of the boundary
    while (true) {
      const int ahead = neighbour(red, direction ? direction - 1 : 5);
      if (at(ahead) == Stone::Red) {
        if (ahead >= (stride_ - 1) * stride_) return Side::Red;
        red = ahead;
        direction = direction == 5 ? 0 : direction + 1;
      } else {
        if (ahead % stride_ == stride_ - 1) return Side::Blue;
        direction = direction ? direction - 1 : 5;
      }
    }
  }

 private:
  int size_, stride_;
  std::array<int, 6> steps_;
  std::array<Stone, (kMaxSize + 2) * (kMaxSize + 2)> stones_;  // only the board and its border are initialized
};

}  // namespace crownbridge::hex
