#include "checkers/position.hpp"

#include <algorithm>

#include "checkers/movegen.hpp"
#include "core/error.hpp"
#include "core/quote.hpp"

namespace crownbridge::checkers {

// Earlier positions as a chain that later positions share.
struct Position::Past {
  Key key;
  mutable std::shared_ptr<const Past> before;

  Past(Key now, std::shared_ptr<const Past> earlier) : key(now), before(std::move(earlier)) {}
  Past(const Past&) = delete;
  Past& operator=(const Past&) = delete;

  // Unlinks in a loop: a long game must not be taken apart recursively.
  ~Past() {
    auto link = std::move(before);
    while (link && link.use_count() == 1) link = std::move(link->before);
  }
};

namespace {

constexpr int kMostPieces = 12;
constexpr std::string_view kPieceLetters = "rRwW";

Board parse_squares(std::string_view squares, Side turn) {
  if (squares.size() != kSquares)
    throw PositionError("a checkers board has 32 squares, but " + std::to_string(squares.size()) + " are given");
  Board board{{}, 0, turn};
  for (int square = 0; square < kSquares; ++square) {
    const char letter = squares[static_cast<std::size_t>(square)];
    if (letter == '.') continue;
    const auto piece = kPieceLetters.find(letter);
    if (piece == std::string_view::npos)
      throw PositionError("square " + std::to_string(square + 1) + " holds " + quoted({&letter, 1}) +
                          "; expected one of . r R w W");
    const Side side = piece < 2 ? Side::Red : Side::White;
    board.pieces[static_cast<std::size_t>(side)] |= bit(square);
    if (piece % 2) board.kings |= bit(square);
    else if (bit(square) & crown_row(side))
      throw PositionError(std::string("a ") + (piece ? "white" : "red") + " man stands on square " +
                          std::to_string(square + 1) + ", its crowning row; there it must be a king (" +
                          kPieceLetters[piece + 1] + ")");
  }
  for (const Side side : {Side::Red, Side::White})
    if (const int count = std::popcount(board.of(side)); count > kMostPieces)
      throw PositionError(std::string(side == Side::Red ? "red" : "white") + " has " + std::to_string(count) +
                          " pieces; a side has at most 12");
  return board;
}

}  // namespace

Position Position::initial(const Rules& rules) {
  Position position;
  position.rules_ = rules;
  position.board_ = Board::initial();
  position.key_ = key_of(position.board_);
  position.counter_ = rules.counter;
  return position;
}

Position::Position(const Rules& rules, std::string_view squares, Side turn, int counter, int moves_played)
    : rules_(rules), board_(parse_squares(squares, turn)), key_(key_of(board_)), counter_(counter),
      moves_played_(moves_played) {
  if (counter < 0 || counter > rules.counter)
    throw PositionError("the draw counter is " + std::to_string(counter) + "; expected 0 to " +
                        std::to_string(rules.counter));
  if (moves_played < 0) throw PositionError("the number of moves played cannot be negative");
}

std::string Position::squares() const {
  std::string text(kSquares, '.');
  for (int square = 0; square < kSquares; ++square) {
    const Bits here = bit(square);
    if (!(board_.empty() & here))
      text[static_cast<std::size_t>(square)] =
          kPieceLetters[(board_.of(Side::White) & here ? 2U : 0U) + (board_.kings & here ? 1U : 0U)];
  }
  return text;
}

std::vector<Key> Position::past() const {
  std::vector<Key> keys;
  for (const Past* past = past_.get(); past; past = past->before.get()) keys.push_back(past->key);
  return keys;
}

Position Position::with_past(const std::vector<Key>& past) const {
  Position position = *this;
  position.past_ = nullptr;
  for (auto key = past.rbegin(); key != past.rend(); ++key)
    position.past_ = std::make_shared<const Past>(*key, std::move(position.past_));
  position.count_occurrences();
  return position;
}

void Position::count_occurrences() {
  occurrences_ = 1;
  for (const Past* past = past_.get(); past; past = past->before.get()) occurrences_ += past->key == key_;
}

Verdict Position::verdict() const {
  if (rules_.counter && counter_ == 0) return Verdict::Counter;
  if (rules_.repetition && occurrences_ >= rules_.repetition) return Verdict::Repetition;
  if (!has_move(board_)) return board_.turn == Side::Red ? Verdict::WhiteWins : Verdict::RedWins;
  if (rules_.move_limit && moves_played_ >= rules_.move_limit) return Verdict::MoveLimit;
  return Verdict::Live;
}

std::vector<Move> Position::legal_moves() const {
  std::vector<Move> moves;
  if (verdict() != Verdict::Live) return moves;
  moves.reserve(16);
  visit_moves(board_, [&](Move move, const Ply&) { moves.push_back(move); });
  return moves;
}

std::optional<Ply> Position::find(Move move) const {
  std::optional<Ply> found;
  if (verdict() == Verdict::Live)
    visit_moves(board_, [&](Move legal, const Ply& ply) {
      if (legal == move) found = ply;
    });
  return found;
}

Position Position::play(Move move) const {
  if (const auto ply = find(move)) return after(*ply);
  throw IllegalMove(move.text() + " is illegal: " + why_illegal(*this, move));
}

Position Position::after(const Ply& ply) const {
  const bool man = !(board_.kings & ply.from);
  Position next;
  next.rules_ = rules_;
  next.board_ = board_.after(ply);
  next.key_ = key_after(key_, board_, ply);
  next.counter_ = ply.captured || (man && rules_.men_progress) ? rules_.counter : std::max(counter_ - 1, 0);
  next.moves_played_ = moves_played_ + 1;
  if (rules_.repetition && !ply.captured && !man) {
    next.past_ = std::make_shared<const Past>(key_, past_);
    next.count_occurrences();
  }
  return next;
}

}  // namespace crownbridge::checkers
