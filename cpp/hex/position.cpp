#include "hex/position.hpp"

#include "core/error.hpp"
#include "core/quote.hpp"

namespace crownbridge::hex {

Position Position::initial(const Rules& rules) { return Position(rules); }

Position::Position(const Rules& rules, std::string_view rows, Side turn) : Position(rules) {
  turn_ = turn;
  if (rows.size() != static_cast<std::size_t>(board_.cells()))
    throw PositionError("a Hex board of size " + std::to_string(rules.size) + " has " + std::to_string(board_.cells()) +
                        " cells, but " + std::to_string(rows.size()) + " are given");
  for (int cell = 0; cell < board_.cells(); ++cell) {
    const char letter = rows[static_cast<std::size_t>(cell)];
    if (letter == 'r') board_.place(cell, Side::Red);
    else if (letter == 'b') board_.place(cell, Side::Blue);
    else if (letter != '.')
      throw PositionError("cell " + board_.move(cell).text() + " holds " + quoted({&letter, 1}) +
                          "; expected r, b or an empty cell");
  }
}

std::string Position::rows() const {
  std::string text(static_cast<std::size_t>(board_.cells()), '.');
  for (int cell = 0; cell < board_.cells(); ++cell)
    text[static_cast<std::size_t>(cell)] = ".rb"[static_cast<std::size_t>(board_.at(cell))];
  return text;
}

bool Position::can_swap() const {
  if (!rules_.swap || board_.stones() != 1 || turn_ == rules_.first) return false;
  int cell = 0;
  while (board_.at(cell) == Stone::None) ++cell;
  return board_.at(cell) == stone(rules_.first) && !winner();
}

std::optional<Side> Position::winner() const {
  for (const Side side : {Side::Red, Side::Blue})
    if (board_.connected(side)) return side;
  return std::nullopt;
}

std::string Position::why_illegal(Move move) const {
  if (winner()) return "the game is over";
  if (move.is_swap()) {
    if (can_swap()) return "";
    return rules_.swap ? "only the second player's first move may be a swap" : "this game has no swap rule";
  }
  if (move.row() >= rules_.size || move.column() >= rules_.size)
    return "it lies off the " + std::to_string(rules_.size) + "x" + std::to_string(rules_.size) + " board";
  const Stone there = board_.at(move.row() * rules_.size + move.column());
  if (there == Stone::None) return "";
  return there == Stone::Red ? "the cell is taken by red" : "the cell is taken by blue";
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  if (winner()) return moves;
  moves.reserve(static_cast<std::size_t>(board_.cells() + 1));
  for (int cell = 0; cell < board_.cells(); ++cell)
    if (board_.at(cell) == Stone::None) moves.push_back(board_.move(cell));
  if (can_swap()) moves.push_back(Move::swap());
  return moves;
}

Position Position::play(Move move) const {
  if (const auto reason = why_illegal(move); !reason.empty())
    throw IllegalMove(move.text() + " is illegal: " + reason);
  Position next = *this;
  next.advance(move);
  return next;
}

void Position::advance(Move move) {
  if (move.is_swap()) {
    int cell = 0;
    while (board_.at(cell) == Stone::None) ++cell;
    const int mirrored = cell % rules_.size * rules_.size + cell / rules_.size;
    board_ = Board(rules_.size);
    board_.place(mirrored, turn_);
  } else {
    board_.place(move.row() * rules_.size + move.column(), turn_);
  }
  turn_ = other(turn_);
}

}  // namespace crownbridge::hex
