#pragma once

#include "checkers/position.hpp"
#include "core/batch.hpp"

namespace crownbridge::checkers {

// One game of a batch. Its actions are single steps or jumps, 4 * square + direction; the directions are up-left,
// up-right, down-left and down-right. A multiple capture takes several actions; the turn passes when it is complete.
class BatchRow {
 public:
  using Position = checkers::Position;

  explicit BatchRow(const Position& position) : position_(position) {}

  const Position& position() const { return position_; }
  int actions() const { return 4 * kSquares; }
  int cells() const { return kSquares; }

  bool over() const { return position_.verdict() != Verdict::Live; }
  int winner() const;
  int turn() const { return index(position_.board().turn); }

  // Returns the square (1 to 32) of the piece in the middle of a multiple capture, or 0.
  int jumping() const { return at_ ? square_of(at_) + 1 : 0; }

  void mark_legal(bool* legal) const;
  bool allows(std::int64_t action) const;
  void play(int action);
  void write_cells(std::int8_t* cells) const;

 private:
  Board board() const;  // with the part of a multiple capture that has been played

  Position position_;
  Bitboard from_ = 0, at_ = 0, captured_ = 0;  // state of a multiple capture in progress
};

}  // namespace crownbridge::checkers
