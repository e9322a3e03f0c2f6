#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "hex/board.hpp"

namespace crownbridge::hex {

struct Rules {
  int size = 11;
  Side first = Side::Red;
  bool swap = false;  // whether the second player may, as the first turn, take over the opening stone

  constexpr bool operator==(const Rules&) const = default;
};

// A board under the rules of its game. Equal when rules, stones and side to move are.
class Position {
 public:
  static Position initial(const Rules& rules);

  // From size*size characters of `.rb`, row by row; raises PositionError.
  Position(const Rules& rules, std::string_view rows, Side turn);

  const Rules& rules() const { return rules_; }
  const Board& board() const { return board_; }
  Side turn() const { return turn_; }
  Key key() const { return board_.key() ^ turn_key(turn_); }
  std::string rows() const;

  // Swap-pieces: the one stone, the first player's, is mirrored and changes its colour.
  bool can_swap() const;

  std::optional<Side> winner() const;

  // Why the move cannot be played, as a sentence for the player; empty when it can.
  std::string why_illegal(Move move) const;

  // The legal moves in ascending order; none when the game is over.
  std::vector<Move> legal_moves() const;

  // Raises IllegalMove, which says why.
  Position play(Move move) const;

  // Plays a legal move in place: for playouts and batches, which own their positions.
  void advance(Move move);

  bool operator==(const Position& that) const {
    return turn_ == that.turn_ && rules_ == that.rules_ && board_ == that.board_;
  }

 private:
  explicit Position(const Rules& rules) : rules_(rules), board_(rules.size), turn_(rules.first) {}

  Rules rules_;
  Board board_;
  Side turn_;
};

}  // namespace crownbridge::hex
