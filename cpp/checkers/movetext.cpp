#include "checkers/movetext.hpp"

#include <array>

#include "checkers/movegen.hpp"
#include "core/characters.hpp"

namespace crownbridge::checkers {
namespace {

constexpr std::string_view kAnnotations = "!?*";

// Largest number of moves per call: with the repetition rule, the time for a move grows with the number of moves before.
constexpr std::size_t kMaxMoves = 1024;

// A move as written in PDN: both ends or the whole path.
struct WrittenMove {
  std::array<int, Move::kMaxSquares> squares;
  int count = 0;
  bool capture = false;

  bool matches(Move move) const {
    if (move.to() != squares[static_cast<std::size_t>(count - 1)]) return false;
    if (count == 2) return true;
    if (move.length() != count) return false;
    for (int i = 1; i < count; ++i)
      if (move[i] != squares[static_cast<std::size_t>(i)]) return false;
    return true;
  }
};

// The last legal move that matches a written move, and the number of all that do.
struct Match {
  int count = 0;
  Move move;
  Effect effect;
};

// Finds the legal moves that match a written move.
template <Side Mover>
Match find_match(const Board& board, const WrittenMove& written_move) {
  Match match;
  auto visit = [&](Move move, const Effect& effect) {
    if (written_move.matches(move)) match = {match.count + 1, move, effect};
  };
  const Bitboard from = bit(written_move.squares[0]), jumping = jumpers<Mover>(board);
  if (written_move.capture) detail::visit_jumps<Mover>(board, jumping & from, visit);
  else if (jumping || !(board.of(Mover) & from)) return match;
  else if (board.kings & from) detail::visit_steps<Mover, true>(from, board.empty(), visit);
  else detail::visit_steps<Mover, false>(from, board.empty(), visit);
  return match;
}

// Reads a number of one or two digits and advances `at`; returns 0 if there is none.
int read_number(std::string_view text, std::size_t& at) {
  int value = 0;
  for (int digits = 0; digits < 2 && at < text.size() && is_digit(text[at]); ++digits) value = 10 * value + (text[at++] - '0');
  return value;
}

// Reads a move with optional annotation glyphs (!, ?, *) and advances `at`. Returns false if there is no move that is
// followed by white space.
bool read_move(std::string_view text, std::size_t& at, WrittenMove& written_move) {
  while (true) {
    const int square = read_number(text, at);
    if (square < 1 || square > kSquares || at == text.size()) return false;
    written_move.squares[static_cast<std::size_t>(written_move.count++)] = square - 1;
    while (written_move.count > 1 && at < text.size() && kAnnotations.find(text[at]) != std::string_view::npos) ++at;
    if (at == text.size()) return false;
    if (is_space(text[at])) return written_move.count == 2 || (written_move.count > 2 && written_move.capture);
    const bool jump = text[at] == 'x';
    if ((!jump && text[at] != '-') || (written_move.count > 1 && jump != written_move.capture)) return false;
    if (written_move.count == Move::kMaxSquares) return false;
    written_move.capture = jump;
    ++at;
  }
}

// Returns the index after a comment or numeric annotation glyph (NAG) at `at`, or `at` if there is none.
std::size_t skip_annotation(std::string_view text, std::size_t at) {
  if (at == text.size()) return at;
  std::size_t next = at + 1;
  if (text[at] == '$') {
    while (next < text.size() && is_digit(text[next])) ++next;
    return next == at + 1 || next == text.size() ? at : next;
  }
  if (text[at] != '{' && text[at] != ';') return at;
  if (text[at] == ';') {
    next = text.find('\n', next);
    return next == std::string_view::npos ? at : next + 1;
  }
  for (;; ++next) {
    next = text.find_first_of("}\n", next);
    if (next == std::string_view::npos) return at;
    if (text[next] == '}') return next + 1;
    // A line that looks like a tag may start the next game after an unterminated comment.
    if (text.substr(next, 2) == "\n[") return at;
  }
}

// Returns the index after a move number at `at`, or `at` if there is none.
std::size_t skip_move_number(std::string_view text, std::size_t at) {
  std::size_t next = at;
  while (next < text.size() && is_digit(text[next])) ++next;
  if (next == at || next == text.size() || text[next] != '.') return at;
  while (next < text.size() && text[next] == '.') ++next;
  return next == text.size() ? at : next;
}

// Returns true if a draw rule has ended the game. A side without legal moves is detected when no move matches.
bool is_drawn(const Position& position) {
  const Rules& rules = position.rules();
  return (rules.counter && position.counter() == 0) || (rules.repetition && position.occurrences() >= rules.repetition) ||
         (rules.move_limit && position.moves_played() >= rules.move_limit);
}

// Plays consecutive moves and calls visit(move) after each.
template <class Visit>
std::size_t play_moves(Position& position, std::string_view text, std::size_t at, Visit&& visit) {
  at = skip_space(text, at);
  std::size_t moves = 0;
  for (std::size_t next = at;;) {
    next = skip_space(text, next);
    if (const std::size_t after = skip_annotation(text, next); after != next) {
      next = after;  // consumed only if a move follows
      continue;
    }
    if (const std::size_t after = skip_move_number(text, next); after != next) {
      next = after;
      continue;
    }
    WrittenMove written_move;
    if (!read_move(text, next, written_move) || is_drawn(position)) return at;
    const Board& board = position.board();
    const Match match = board.turn == Side::Red ? find_match<Side::Red>(board, written_move)
                                                : find_match<Side::White>(board, written_move);
    if (match.count != 1) return at;
    position = position.after(match.effect);
    visit(match.move);
    at = next = skip_space(text, next);
    if (++moves == kMaxMoves) return at;
  }
}

}  // namespace

std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves) {
  return play_moves(position, text, at, [&](Move move) { moves.push_back(move); });
}

std::size_t play_movetext_keys(Position& position, std::string_view text, std::size_t at, std::vector<Key>& keys) {
  return play_moves(position, text, at, [&](Move) { keys.push_back(position.key()); });
}

}  // namespace crownbridge::checkers
