#include "checkers/position.hpp"

#include <algorithm>

#include "checkers/movegen.hpp"
#include "core/error.hpp"
#include "core/quote.hpp"

namespace crownbridge::checkers {

namespace {

constexpr int kMaxPieces = 12;
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
    if (const int count = std::popcount(board.of(side)); count > kMaxPieces)
      throw PositionError(std::string(side == Side::Red ? "red" : "white") + " has " + std::to_string(count) +
                          " pieces; a side has at most 12");
  return board;
}

constexpr int kMaxMovesPlayed = 2'000'000'000;

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
  if (moves_played < 0 || moves_played > kMaxMovesPlayed)
    throw PositionError("the number of moves played is " + std::to_string(moves_played) + "; expected 0 to 2,000,000,000");
}

std::string Position::squares() const {
  std::string text(kSquares, '.');
  for (int square = 0; square < kSquares; ++square) {
    const Bitboard here = bit(square);
    if (!(board_.empty() & here))
      text[static_cast<std::size_t>(square)] =
          kPieceLetters[(board_.of(Side::White) & here ? 2U : 0U) + (board_.kings & here ? 1U : 0U)];
  }
  return text;
}

std::vector<Key> Position::past_keys() const { return past_keys_ ? *past_keys_ : std::vector<Key>{}; }

Position Position::with_past_keys(std::vector<Key> past_keys) const {
  Position position = *this;
  position.occurrences_ = 1 + static_cast<int>(std::ranges::count(past_keys, key_));
  position.past_keys_ = past_keys.empty() ? nullptr : std::make_shared<const std::vector<Key>>(std::move(past_keys));
  return position;
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
  visit_moves(board_, [&](Move move, const Effect&) { moves.push_back(move); });
  return moves;
}

std::optional<Effect> Position::find(Move move) const {
  std::optional<Effect> result;
  if (verdict() == Verdict::Live)
    visit_moves(board_, [&](Move legal, const Effect& effect) {
      if (legal == move) result = effect;
    });
  return result;
}

Position Position::play(Move move) const {
  if (const auto effect = find(move)) return after(*effect);
  throw IllegalMove(move.text() + " is illegal: " + why_illegal(*this, move));
}

Position Position::after(const Effect& effect) const {
  const bool man = !(board_.kings & effect.from);
  Position next;
  next.rules_ = rules_;
  next.board_ = board_.after(effect);
  next.key_ = key_after(key_, board_, effect, next.board_);
  next.counter_ = std::max(rules_.counter_after(counter_, effect.captured != 0, man), 0);
  next.moves_played_ = moves_played_ + 1;
  if (rules_.repetition && !effect.captured && !man) {
    std::vector<Key> past_keys = this->past_keys();
    past_keys.push_back(key_);
    return next.with_past_keys(std::move(past_keys));
  }
  return next;
}

std::string why_illegal(const Position& position, Move move) {
  const Board& board = position.board();
  const Bitboard from = bit(move.from());
  const auto name = [](int square) { return "square " + std::to_string(square + 1); };
  if (position.verdict() != Verdict::Live) return "the game is over";
  if (board.empty() & from) return name(move.from()) + " is empty";
  if (!(board.of(board.turn) & from))
    return "the piece on " + name(move.from()) + " is not " + (board.turn == Side::Red ? "red's" : "white's");
  const auto legal = position.legal_moves();
  if (!move.is_capture() && legal.front().is_capture())
    return "a capture is mandatory, such as " + legal.front().text();
  const bool king = (board.kings & from) != 0;
  Bitboard enemy = board.of(other(board.turn));
  const Bitboard empty = board.empty() | from;
  for (int i = 1; i < move.length(); ++i) {
    const int here = move[i - 1], there = move[i];
    if (!king && (there > here) != (board.turn == Side::Red)) return "only a king moves backwards";
    if (!(empty & bit(there))) return name(there) + " is occupied";
    if (!move.is_capture()) continue;
    const Bitboard over = bit(here) > bit(there) ? bit(here) >> ((bit_index(here) - bit_index(there)) / 2)
                                             : bit(here) << ((bit_index(there) - bit_index(here)) / 2);
    if (!(enemy & over)) return "there is no enemy piece on " + name(square_of(over)) + " to jump";
    enemy ^= over;
  }
  return "the piece on " + name(move.to()) + " must continue jumping";
}

}  // namespace crownbridge::checkers
