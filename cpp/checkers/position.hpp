#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "checkers/board.hpp"
#include "checkers/rules.hpp"

namespace crownbridge::checkers {

enum class Verdict : std::uint8_t { Live, RedWins, WhiteWins, Counter, Repetition, MoveLimit };

// An immutable position of a game: a board with its rules, draw counter and past positions. Positions compare equal if
// rules, pieces, side to move and counter are equal; past positions are not compared.
class Position {
 public:
  static Position initial(const Rules& rules);

  // Parses 32 characters of `.rRwW` for squares 1 to 32. Throws PositionError if they are not valid.
  Position(const Rules& rules, std::string_view squares, Side turn, int counter, int moves_played);

  const Rules& rules() const { return rules_; }
  const Board& board() const { return board_; }
  Key key() const { return key_; }
  int counter() const { return counter_; }
  int moves_played() const { return moves_played_; }
  std::string squares() const;

  // Number of occurrences of this position since the last irreversible move, including the current one.
  int occurrences() const { return occurrences_; }

  // Returns the Zobrist keys of the earlier positions that may recur, the latest last. Empty if the rules have no draw
  // by repetition.
  std::vector<Key> past_keys() const;

  Verdict verdict() const;

  // Returns the legal moves in ascending order; empty if the game is over.
  std::vector<Move> legal_moves() const;

  // Returns the position after a move. Throws IllegalMove with the reason if the move is illegal.
  Position play(Move move) const;

  // Returns the position after a legal move, whose effect find() or visit_moves() returned.
  Position after(const Effect& effect) const;

  // Returns the effect of a move, or nothing if the move is illegal.
  std::optional<Effect> find(Move move) const;

  bool operator==(const Position& that) const {
    return board_ == that.board_ && counter_ == that.counter_ && rules_ == that.rules_;
  }

  // Returns the same position with the given past positions.
  Position with_past_keys(std::vector<Key> past) const;

 private:
  Position() = default;

  Rules rules_;
  Board board_;
  Key key_ = 0;
  int counter_ = 0;
  int moves_played_ = 0;
  int occurrences_ = 1;
  std::shared_ptr<const std::vector<Key>> past_keys_;  // shared between copies; null if no earlier position can recur
};

// Returns the reason why an illegal move cannot be played, as a clause for a message to the player.
std::string why_illegal(const Position& position, Move move);

}  // namespace crownbridge::checkers
