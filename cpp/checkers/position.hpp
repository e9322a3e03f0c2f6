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

// A board under the rules of its game: with the draw counter and what has gone before.
// Immutable; equal when the rules, pieces, side to move and counter are. The past is carried but not compared.
class Position {
 public:
  static Position initial(const Rules& rules);

  // From 32 characters of `.rRwW`, squares 1 to 32; raises PositionError.
  Position(const Rules& rules, std::string_view squares, Side turn, int counter, int moves_played);

  const Rules& rules() const { return rules_; }
  const Board& board() const { return board_; }
  Key key() const { return key_; }
  int counter() const { return counter_; }
  int moves_played() const { return moves_played_; }
  std::string squares() const;

  // How often this position has stood on the board since the last capture or man's move, now included.
  int occurrences() const { return occurrences_; }

  // Keys of the earlier positions that may come again, the latest last; kept only where repetition draws.
  std::vector<Key> past() const;

  Verdict verdict() const;

  // The legal moves in ascending order; none when the game is over.
  std::vector<Move> legal_moves() const;

  // Raises IllegalMove, which says why.
  Position play(Move move) const;

  // The position after a effect that find() or visit_moves() gave.
  Position after(const Effect& effect) const;

  // What the move does, or nothing when it is illegal here.
  std::optional<Effect> find(Move move) const;

  bool operator==(const Position& that) const {
    return board_ == that.board_ && counter_ == that.counter_ && rules_ == that.rules_;
  }

  // The same position after those earlier ones.
  Position with_past(std::vector<Key> past) const;

 private:
  Position() = default;

  Rules rules_;
  Board board_;
  Key key_ = 0;
  int counter_ = 0;
  int moves_played_ = 0;
  int occurrences_ = 1;
  std::shared_ptr<const std::vector<Key>> past_;  // shared by copies; none when there is nothing to repeat
};

// Why the move cannot be played, as a sentence for the player; the move must be illegal.
std::string why_illegal(const Position& position, Move move);

}  // namespace crownbridge::checkers
