#pragma once

#include "core/batch.hpp"
#include "hex/position.hpp"

namespace crownbridge::hex {

// One game of a batch. Its actions are the cells row by row and, with the swap rule, the swap.
class BatchRow {
 public:
  using Position = hex::Position;

  explicit BatchRow(const Position& position) : position_(position) {}

  const Position& position() const { return position_; }
  int actions() const { return cells() + (position_.rules().swap ? 1 : 0); }
  int cells() const { return position_.board().cells(); }

  bool over() const { return position_.winner().has_value(); }
  int winner() const { return over() ? static_cast<int>(*position_.winner()) : -1; }
  int turn() const { return static_cast<int>(position_.turn()); }

  void mark_legal(bool* legal) const;
  bool allows(std::int64_t action) const;
  void play(int action) { position_.advance(move(action)); }
  void write_cells(std::int8_t* cells) const;

 private:
  Move move(int action) const {
    return action == cells() ? Move::swap() : position_.board().move(action);
  }

  Position position_;
};

}  // namespace crownbridge::hex
