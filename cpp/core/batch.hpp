#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace crownbridge {

// Many games of one kind, stepped at once. Actions are numbers in a range that depends on the game alone, so that one
// mask or policy vector has the same meaning in every row. A Row is one game of it:
//
//   Row(Position)             starts there
//   position()                the position at the start of the turn
//   actions(), cells()        how many there are
//   over(), winner()          winner is a side's index, or -1 while there is none
//   turn()                    the index of the side to move
//   mark_legal(bool*)         sets the flags of the legal actions; the others come false
//   allows(action)            whether it is legal
//   play(action)              plays a legal action
//   write_cells(int8_t*)      positive for side 0, negative for side 1; the cells come zero
template <class Row>
class Batch {
 public:
  using Position = typename Row::Position;

  Batch(const Position& start, std::size_t count) : start_(start), rows_(count, Row(start)) {}

  std::size_t count() const { return rows_.size(); }
  std::size_t actions() const { return static_cast<std::size_t>(start_.actions()); }
  std::size_t cells() const { return static_cast<std::size_t>(start_.cells()); }

  const Row& operator[](std::size_t i) const { return rows_[i]; }

  // Raises OptionError unless the position is of the batch's own game.
  void set(std::size_t i, const Position& position) {
    if (position.rules() != start_.position().rules())
      throw OptionError("the position belongs to a game with other options than the batch");
    rows_[i] = Row(position);
  }

  // Puts the marked rows back to the batch's start.
  void reset(std::span<const bool> marked) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (marked[i]) rows_[i] = start_;
  }

  // Plays one action in each row that is not over. Raises IllegalMove, and then has played none.
  void play(std::span<const std::int64_t> actions) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i].over() && !rows_[i].allows(actions[i]))
        throw IllegalMove("action " + std::to_string(actions[i]) + " in row " + std::to_string(i) +
                          " is illegal; take one that legal_mask() allows");
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i].over()) rows_[i].play(static_cast<int>(actions[i]));
  }

 private:
  Row start_;
  std::vector<Row> rows_;
};

}  // namespace crownbridge
