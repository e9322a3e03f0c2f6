#include "checkers/notation.hpp"

#include <algorithm>
#include <charconv>
#include <cstdlib>

#include "core/error.hpp"
#include "core/quote.hpp"

namespace crownbridge::checkers {
namespace {

void check_square(int square, std::string_view text) {
  if (square < 1 || square > kSquares)
    throw InvalidMove("square " + std::to_string(square) + " in " + quoted(text) + " does not exist; squares are 1 to 32");
}

// Returns the number of diagonal steps between two squares, or 0 if they are not on one diagonal.
int distance(int a, int b) {
  const int rows = std::abs(row(a) - row(b));
  return rows == std::abs(column(a) - column(b)) ? rows : 0;
}

constexpr int kMaxDigits = 2;

struct ParsedMove {
  std::vector<int> squares;
  bool capture;
};

ParsedMove parse_squares(std::string_view text) {
  ParsedMove parsed_move{{}, text.find('x') != std::string_view::npos};
  const char separator = parsed_move.capture ? 'x' : '-';
  const char* at = text.data();
  const char* const end = at + text.size();
  while (true) {
    int square = 0;
    const auto [next, error] = std::from_chars(at, end, square);
    if (error == std::errc::invalid_argument || *at == '-') break;
    if (next - at > kMaxDigits)
      throw InvalidMove("a square in " + quoted(text) + " does not exist; squares are 1 to 32");
    check_square(square, text);
    parsed_move.squares.push_back(square);
    if (parsed_move.squares.size() > Move::kMaxSquares) break;
    if (next == end) {
      if (parsed_move.squares.size() < 2 || (!parsed_move.capture && parsed_move.squares.size() > 2)) break;
      return parsed_move;
    }
    if (*next != separator) break;
    at = next + 1;
  }
  throw InvalidMove(quoted(text) + " is not a checkers move; expected squares joined by '-' or 'x', as in 11-15 or 22x15");
}

}  // namespace

Move move_of_path(const std::vector<int>& path) {
  std::string text;
  for (const int square : path) (text += text.empty() ? "" : " ") += std::to_string(square);
  if (path.size() < 2 || path.size() > Move::kMaxSquares)
    throw InvalidMove("a move visits 2 to 10 squares, but " + crownbridge::quoted(text) + " has " + std::to_string(path.size()));
  for (const int square : path) check_square(square, text);
  Move move = Move::start(path[0] - 1);
  for (std::size_t i = 1; i < path.size(); ++i) {
    const int span = distance(path[i - 1] - 1, path[i] - 1);
    if (span != 2 && !(span == 1 && path.size() == 2))
      throw InvalidMove("no piece can move from square " + std::to_string(path[i - 1]) + " to " + std::to_string(path[i]) +
                        (path.size() == 2 ? " in one step or jump" : " in one jump"));
    move = move.then(path[i] - 1);
  }
  return move;
}

Move parse_move(const Position& position, std::string_view text) {
  const auto [squares, capture] = parse_squares(text);
  std::vector<Move> matches;
  for (const Move move : position.legal_moves()) {
    if (move.is_capture() != capture || move.from() + 1 != squares.front() || move.to() + 1 != squares.back()) continue;
    bool same = squares.size() == 2 || squares.size() == static_cast<std::size_t>(move.length());
    for (std::size_t i = 1; same && i + 1 < squares.size(); ++i) same = move[static_cast<int>(i)] + 1 == squares[i];
    if (same && squares.size() == static_cast<std::size_t>(move.length())) return move;  // exact match of the whole path
    if (same) matches.push_back(move);
  }
  if (matches.size() == 1) return matches.front();
  if (matches.empty()) {
    const std::string illegal(text);  // safe to quote: at most ten squares of two digits
    if (position.verdict() != Verdict::Live) throw IllegalMove(illegal + " is illegal: the game is over");
    for (const Move move : position.legal_moves())
      if (move.from() + 1 == squares.front() && move.to() + 1 == squares.back() && move.is_capture() != capture)
        throw IllegalMove(illegal + " is illegal: that move is written " + move.text());
    const int span = distance(squares[0] - 1, squares[1] - 1);
    if (squares.size() <= Move::kMaxSquares && ((span == 1 && !capture) || (span == 2 && capture)))
      throw IllegalMove(illegal + " is illegal: " + why_illegal(position, move_of_path(squares)));
    throw IllegalMove(illegal + " is illegal: no piece can move from square " + std::to_string(squares.front()) + " to " +
                      std::to_string(squares.back()) + " here");
  }
  std::string choices;
  for (const Move move : matches) (choices += choices.empty() ? "" : " or ") += move.text();
  throw AmbiguousMove(std::string(text) + " is ambiguous: write the whole path, " + choices);
}

std::string format_move(const Position& position, Move move) {
  int same_ends = 0;
  bool legal = false;
  for (const Move other : position.legal_moves()) {
    same_ends += other.from() == move.from() && other.to() == move.to();
    legal |= other == move;
  }
  if (!legal || same_ends > 1 || !move.is_capture()) return move.text();
  return std::to_string(move.from() + 1) + "x" + std::to_string(move.to() + 1);
}

}  // namespace crownbridge::checkers
