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
  bool swap = false;  // the second player may take over the opening stone instead of a first move

  constexpr bool operator==(const Rules&) const = default;
};

// A position of a game: a board with its rules and the side to move. Positions compare equal if rules, stones and side
// to move are equal.
class Position {
 public:
  static Position initial(const Rules& rules);

  // Parses size * size characters of `.rb`, row by row. Throws PositionError if they are not valid.
  Position(const Rules& rules, std::string_view rows, Side turn);

  const Rules& rules() const { return rules_; }
  const Board& board() const { return board_; }
  Side turn() const { return turn_; }
  Key key() const { return board_.key() ^ turn_key(turn_); }
  std::string rows() const;

  // Returns true if the side to move may swap (swap-pieces rule: the opening stone is mirrored and changes its colour).
  bool can_swap() const;

  std::optional<Side> winner() const;

  // Returns the reason why a move is illegal, as a clause for a message to the player; empty if it is legal.
  std::string why_illegal(Move move) const;

  // Returns the legal moves in ascending order; empty if the game is over.
  std::vector<Move> legal_moves() const;

  // Returns the position after a move. Throws IllegalMove with the reason if the move is illegal.
  Position play(Move move) const;

  // Plays a legal move in place.
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
