#include "checkers/movetext.hpp"

#include <array>

#include "checkers/movegen.hpp"
#include "core/letters.hpp"

namespace crownbridge::checkers {
namespace {

constexpr std::string_view kJudgements = "!?*";
constexpr std::size_t kMostMoves = 1024;  // at a time: where repetition draws, a move costs as much as the moves before it

// A move as it is written: the two ends, or the whole path.
struct Written {
  std::array<int, Move::kMostSquares> squares;
  int count = 0;
  bool capture = false;

  bool fits(Move move) const {
    if (move.to() != squares[static_cast<std::size_t>(count - 1)]) return false;
    if (count == 2) return true;
    if (move.length() != count) return false;
    for (int i = 1; i < count; ++i)
      if (move[i] != squares[static_cast<std::size_t>(i)]) return false;
    return true;
  }
};

struct Found {
  int fits = 0;
  Move move;
  Effect effect;
};

// The legal moves that are written so.
template <Side Mover>
Found find(const Board& board, const Written& written) {
  Found found;
  auto visit = [&](Move move, const Effect& effect) {
    if (written.fits(move)) found = {found.fits + 1, move, effect};
  };
  const Bits from = bit(written.squares[0]), jumping = jumpers<Mover>(board);
  if (written.capture) detail::visit_jumps<Mover>(board, jumping & from, visit);
  else if (jumping || !(board.of(Mover) & from)) return found;
  else if (board.kings & from) detail::step<Mover, true>(from, board.empty(), visit);
  else detail::step<Mover, false>(from, board.empty(), visit);
  return found;
}

// A number of one or two digits, or 0; `at` goes on behind it.
int number(std::string_view text, std::size_t& at) {
  int value = 0;
  for (int digits = 0; digits < 2 && at < text.size() && is_digit(text[at]); ++digits) value = 10 * value + (text[at++] - '0');
  return value;
}

// The squares that stand there, if white space follows them or a judgement of theirs; `at` goes on behind them.
bool read(std::string_view text, std::size_t& at, Written& written) {
  while (true) {
    const int square = number(text, at);
    if (square < 1 || square > kSquares || at == text.size()) return false;
    written.squares[static_cast<std::size_t>(written.count++)] = square - 1;
    while (written.count > 1 && at < text.size() && kJudgements.find(text[at]) != std::string_view::npos) ++at;
    if (at == text.size()) return false;
    if (is_space(text[at])) return written.count == 2 || (written.count > 2 && written.capture);
    const bool jump = text[at] == 'x';
    if ((!jump && text[at] != '-') || (written.count > 1 && jump != written.capture)) return false;
    if (written.count == Move::kMostSquares) return false;
    written.capture = jump;
    ++at;
  }
}

// Behind a comment or a judgement by number that stands there, or `at` itself.
std::size_t behind_remark(std::string_view text, std::size_t at) {
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
    // What looks like a tag in a comment may be the next game, and the comment never closed.
    if (text.substr(next, 2) == "\n[") return at;
  }
}

// Behind a move number that stands there, or `at` itself.
std::size_t behind_number(std::string_view text, std::size_t at) {
  std::size_t next = at;
  while (next < text.size() && is_digit(text[next])) ++next;
  if (next == at || next == text.size() || text[next] != '.') return at;
  while (next < text.size() && text[next] == '.') ++next;
  return next == text.size() ? at : next;
}

// Whether a draw rule has ended the game; that there is a move is found out by finding it.
bool drawn(const Position& position) {
  const Rules& rules = position.rules();
  return (rules.counter && position.counter() == 0) || (rules.repetition && position.occurrences() >= rules.repetition) ||
         (rules.move_limit && position.moves_played() >= rules.move_limit);
}

}  // namespace

std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves) {
  at = behind_space(text, at);
  for (std::size_t next = at;;) {
    next = behind_space(text, next);
    if (const std::size_t behind = behind_remark(text, next); behind != next) {
      next = behind;  // which is passed over only if moves come after it
      continue;
    }
    if (const std::size_t behind = behind_number(text, next); behind != next) {
      next = behind;
      continue;
    }
    Written written;
    if (!read(text, next, written) || drawn(position)) return at;
    const Board& board = position.board();
    const Found found = board.turn == Side::Red ? find<Side::Red>(board, written) : find<Side::White>(board, written);
    if (found.fits != 1) return at;
    position = position.after(found.effect);
    moves.push_back(found.move);
    at = next = behind_space(text, next);
    if (moves.size() == kMostMoves) return at;
  }
}

}  // namespace crownbridge::checkers
