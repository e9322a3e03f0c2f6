#include "hex/movetext.hpp"

#include "core/characters.hpp"

namespace crownbridge::hex {
namespace {

constexpr std::string_view kSwap = "swap-pieces";
constexpr std::string_view kComment = "C[";
constexpr std::string_view kEnds = ";()";  // characters that may follow a node

// Reads a cell or the swap and advances `at`; leaves `at` unchanged if there is none.
Move read_move(std::string_view text, std::size_t& at, int size) {
  if (text.substr(at, kSwap.size()) == kSwap) {
    at += kSwap.size();
    return Move::swap();
  }
  std::size_t next = at;
  const int column = next < text.size() ? text[next++] - 'a' : -1;
  int row = 0;
  for (int digits = 0; digits < 2 && next < text.size() && is_digit(text[next]); ++digits)
    row = 10 * row + (text[next++] - '0');
  if (column < 0 || column >= size || row < 1 || row > size || text[at + 1] == '0') return Move::swap();
  at = next;
  return Move::at(row - 1, column);
}

bool is_empty(const Board& board, Move cell) {
  return board.at(cell.row() * board.size() + cell.column()) == Stone::None;
}

// Returns the index after a comment at `at`, or `at` if there is none.
std::size_t skip_comment(std::string_view text, std::size_t at) {
  if (text.substr(at, kComment.size()) != kComment) return at;
  for (std::size_t next = at + kComment.size(); next < text.size(); ++next) {
    if (text[next] == ']') return skip_space(text, next + 1);
    if (text[next] == '\\') ++next;
  }
  return at;
}

// Plays consecutive moves and calls visit(move) after each.
template <class Visit>
std::size_t play_moves(Position& position, std::string_view text, std::size_t at, Visit&& visit) {
  at = skip_space(text, at);
  bool over = position.winner().has_value();
  while (!over) {
    const Side mover = position.turn();
    const std::string_view head = mover == Side::Red ? ";B[" : ";W[";
    if (text.substr(at, head.size()) != head) return at;
    std::size_t next = at + head.size();
    const std::size_t begin = next;
    const Move move = read_move(text, next, position.rules().size);
    if (next == begin || next == text.size() || text[next] != ']') return at;
    next = skip_comment(text, skip_space(text, next + 1));
    if (next == text.size() || kEnds.find(text[next]) == std::string_view::npos) return at;
    if (move.is_swap() ? !position.can_swap() : !is_empty(position.board(), move)) return at;
    position.advance(move);
    over = position.board().connected(mover);
    visit(move);
    at = next;
  }
  return at;
}

}  // namespace

std::size_t play_movetext(Position& position, std::string_view text, std::size_t at, std::vector<Move>& moves) {
  return play_moves(position, text, at, [&](Move move) { moves.push_back(move); });
}

std::size_t play_movetext_keys(Position& position, std::string_view text, std::size_t at, std::vector<Key>& keys) {
  return play_moves(position, text, at, [&](Move) { keys.push_back(position.key()); });
}

}  // namespace crownbridge::hex
