#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/error.hpp"

namespace crownbridge {

// A batch of games of one kind that are stepped together. Actions are numbers in a range that depends only on the game,
// so that a mask or policy vector has the same meaning in every row. Row is a class that holds one game:
//
//   Row(Position)             starts at a position
//   position()                returns the position at the start of the turn
//   actions(), cells()        return the number of actions and of cells
//   over(), winner()          winner() is the index of a side, or -1 if there is none
//   turn()                    returns the index of the side to move
//   mark_legal(bool*)         sets the flags of the legal actions; the caller clears all flags first
//   allows(action)            returns true if an action is legal
//   play(action)              plays a legal action
//   write_cells(int8_t*)      writes positive numbers for side 0, negative for side 1; the caller clears all cells first
template <class Row>
class Batch {
 public:
  using Position = typename Row::Position;

  Batch(const Position& start, std::size_t count) : start_(start), rows_(count, Row(start)) {}

  std::size_t count() const { return rows_.size(); }
  std::size_t actions() const { return static_cast<std::size_t>(start_.actions()); }
  std::size_t cells() const { return static_cast<std::size_t>(start_.cells()); }

  const Row& operator[](std::size_t i) const { return rows_[i]; }

  // Sets the position of a row. Throws OptionError if the position has other rules than the batch.
  void set(std::size_t i, const Position& position) {
    if (position.rules() != start_.position().rules())
      throw OptionError("the position belongs to a game with other options than the batch");
    rows_[i] = Row(position);
  }

  // Resets the marked rows to the start position of the batch.
  void reset(std::span<const bool> marked) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (marked[i]) rows_[i] = start_;
  }

  // Plays one action in each row that is not over. Throws IllegalMove without playing any action if one is illegal.
  void play(std::span<const std::int64_t> actions) {
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i].over() && !rows_[i].allows(actions[i]))
        throw IllegalMove("action " + std::to_string(actions[i]) + " in row " + std::to_string(i) +
                          " is illegal; choose one that legal_mask() allows");
    for (std::size_t i = 0; i < rows_.size(); ++i)
      if (!rows_[i].over()) rows_[i].play(static_cast<int>(actions[i]));
  }

 private:
  Row start_;
  std::vector<Row> rows_;
};

}  // namespace crownbridge
