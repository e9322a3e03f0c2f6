#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>
#include <vector>

#include "checkers/batch.hpp"
#include "checkers/movegen.hpp"
#include "checkers/movetext.hpp"
#include "checkers/notation.hpp"
#include "checkers/perft.hpp"
#include "checkers/playout.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "tests/check.hpp"

using namespace crownbridge;
using namespace crownbridge::checkers;

namespace {

const Rules kKth;
const Rules kTournament{80, true, 3, 0};

Position with_pieces(const Rules& rules, std::initializer_list<std::pair<int, char>> pieces, Side turn, int counter) {
  std::string squares(kSquares, '.');
  for (const auto& [square, kind] : pieces) squares[static_cast<std::size_t>(square - 1)] = kind;
  return Position(rules, squares, turn, counter, 0);
}

Position play_all(Position position, std::initializer_list<const char*> moves) {
  for (const char* move : moves) position = position.play(parse_move(position, move));
  return position;
}

// Source: the generator-validation thread of the shashki.com forum; dctl quotes the same figures.
void perft_from_the_start() {
  const std::vector<std::uint64_t> nodes{1, 7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680, 18391564};
  for (int depth = 0; depth < static_cast<int>(nodes.size()); ++depth)
    CHECK(perft(Board::initial(), depth) == nodes[static_cast<std::size_t>(depth)]);
}

void perft_can_be_cancelled() {
  struct Cancelled {};
  THROWS(Cancelled, perft(Board::initial(), 12, [] { throw Cancelled{}; }));
}

void neighbours_are_four_and_five_bits_away() {
  for (int square = 0; square < kSquares; ++square) {
    CHECK(square_of(bit(square)) == square);
    for (const int step : {-5, -4, 4, 5}) {
      const Bitboard there = (step > 0 ? bit(square) << step : bit(square) >> -step) & kAll;
      if (!there) continue;
      CHECK(std::abs(row(square_of(there)) - row(square)) == 1);
      CHECK(std::abs(column(square_of(there)) - column(square)) == 1);
    }
  }
}

void random_play_keeps_its_promises() {
  Random random{1};
  for (int game = 0; game < 300; ++game) {
    Position position = Position::initial(game % 2 ? kKth : kTournament);
    while (position.verdict() == Verdict::Live) {
      const auto moves = position.legal_moves();
      CHECK(!moves.empty());
      for (std::size_t i = 1; i < moves.size(); ++i) CHECK(moves[i - 1] < moves[i]);
      const Move move = moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))];
      CHECK(parse_move(position, format_move(position, move)) == move);
      CHECK(parse_move(position, move.text()) == move);
      position = position.play(move);
      CHECK(position.key() == key_of(position.board()));
      CHECK(Position(position.rules(), position.squares(), position.board().turn, position.counter(), 0) == position);
    }
    CHECK(position.legal_moves().empty());
    THROWS(IllegalMove, position.play(Move::start(10).then(14)));
  }
}

void a_long_past_is_taken_apart_without_recursion() {
  const std::vector<Key> past_keys(1'000'000, 1);
  CHECK(Position::initial(kTournament).with_past_keys(past_keys).past_keys().size() == past_keys.size());
}

void a_batch_plays_what_a_position_plays() {
  Random random{2};
  Batch<BatchRow> batch(Position::initial(kKth), 1);
  for (int turn = 0; turn < 2000; ++turn) {
    if (batch[0].over()) batch.set(0, Position::initial(kKth));
    std::array<bool, 128> legal{};
    batch[0].mark_legal(legal.data());
    std::vector<std::int64_t> actions;
    for (int action = 0; action < 128; ++action)
      if (legal[static_cast<std::size_t>(action)]) actions.push_back(action);
    CHECK(!actions.empty());
    const Position before = batch[0].position();
    const std::int64_t chosen = actions[static_cast<std::size_t>(random.below(static_cast<int>(actions.size())))];
    batch.play({&chosen, 1});
    if (batch[0].jumping()) continue;
    bool reached = false;
    for (const Move move : before.legal_moves()) reached |= before.play(move) == batch[0].position();
    CHECK(reached);
  }
}

void a_king_may_capture_in_a_circle() {
  const Position position =
      with_pieces(kKth, {{19, 'R'}, {14, 'W'}, {15, 'W'}, {22, 'W'}, {23, 'W'}}, Side::Red, 50);
  CHECK(position.legal_moves().size() == 2);
  const Position after = play_all(position, {"19x10x17x26x19"});
  CHECK(after.squares() == with_pieces(kKth, {{19, 'R'}}, Side::White, 50).squares());
  CHECK(after.verdict() == Verdict::RedWins);
}

void the_side_without_a_move_loses() {
  CHECK(with_pieces(kKth, {{29, 'w'}}, Side::Red, 50).verdict() == Verdict::WhiteWins);
  CHECK(with_pieces(kKth, {{4, 'r'}}, Side::White, 50).verdict() == Verdict::RedWins);
  CHECK(with_pieces(kKth, {{4, 'r'}, {8, 'w'}, {11, 'w'}}, Side::Red, 50).verdict() == Verdict::WhiteWins);
}

void the_counter_ends_a_game_without_progress() {
  const auto kings_and_men = {std::pair{1, 'R'}, {32, 'W'}, {12, 'r'}, {21, 'w'}};
  for (const bool men_progress : {false, true}) {
    const Position position = with_pieces({50, men_progress, 0, 0}, kings_and_men, Side::Red, 3);
    CHECK(play_all(position, {"1-6"}).counter() == 2);
    CHECK(play_all(position, {"12-16"}).counter() == (men_progress ? 50 : 2));
    CHECK(play_all(position, {"1-6", "32-27"}).verdict() == Verdict::Live);
    CHECK(play_all(position, {"1-6", "32-27", "6-1"}).verdict() == Verdict::Counter);
  }
  const Position capture = with_pieces(kKth, {{1, 'R'}, {6, 'w'}, {21, 'w'}}, Side::Red, 1);
  CHECK(play_all(capture, {"1x10"}).counter() == 50);
  CHECK(with_pieces({0, false, 0, 0}, kings_and_men, Side::Red, 0).verdict() == Verdict::Live);
}

void the_third_occurrence_is_a_draw() {
  const Position start = with_pieces({0, false, 3, 0}, {{1, 'R'}, {32, 'W'}, {12, 'r'}, {21, 'w'}}, Side::Red, 0);
  const Position twice = play_all(start, {"1-6", "32-27", "6-1", "27-32"});
  CHECK(twice.occurrences() == 2 && twice.verdict() == Verdict::Live && twice.past_keys().size() == 4);
  const Position before = play_all(twice, {"1-6", "32-27", "6-1"});
  CHECK(before.verdict() == Verdict::Live);
  CHECK(play_all(before, {"27-32"}).verdict() == Verdict::Repetition);
  CHECK(play_all(start, {"1-6", "32-27", "12-16"}).past_keys().empty());
}

void the_move_limit_is_a_draw() {
  const Position start = Position::initial({50, false, 0, 2});
  CHECK(play_all(start, {"11-15"}).verdict() == Verdict::Live);
  CHECK(play_all(start, {"11-15"}).moves_played() == 1);
  CHECK(play_all(start, {"11-15", "23-19"}).verdict() == Verdict::MoveLimit);
}

void bad_input_is_refused() {
  const Position start = Position::initial(kKth);
  THROWS(PositionError, Position(kKth, std::string(31, '.'), Side::Red, 50, 0));
  THROWS(PositionError, Position(kKth, std::string(31, '.') + "x", Side::Red, 50, 0));
  THROWS(PositionError, Position(kKth, std::string(31, '.') + "r", Side::Red, 50, 0));
  THROWS(PositionError, Position(kKth, std::string(13, 'R') + std::string(19, '.'), Side::Red, 50, 0));
  THROWS(PositionError, Position(kKth, std::string(32, '.'), Side::Red, 51, 0));
  for (const char* text : {"", "-", "11", "11-", "11-15-18", "11x", "0-4", "33-29", "11 15", "-11-15", "11--15", "99999999999-1"})
    THROWS(InvalidMove, parse_move(start, text));
  for (const char* text : {"11-18", "1-5", "15-19", "21-17", "11x18", "1-32"}) THROWS(IllegalMove, parse_move(start, text));
  THROWS(InvalidMove, move_of_path({11}));
  THROWS(InvalidMove, move_of_path({11, 15, 18}));
}

void playouts_are_repeatable() {
  const PlayoutResults a = random_games(Position::initial(kKth), 200, 7), b = random_games(Position::initial(kKth), 200, 7);
  CHECK(a.wins == b.wins && a.draws == b.draws && a.moves == b.moves);
  CHECK(a.wins[0] + a.wins[1] + a.draws == 200);
  CHECK(a.wins[0] && a.wins[1] && a.moves % 200);  // the games differ
  const Position red_wins = with_pieces(kKth, {{14, 'R'}, {18, 'w'}}, Side::Red, 50);
  CHECK(random_games(red_wins, 3, 7).wins[0] == 3 && random_games(red_wins, 3, 7).moves == 3);
  const Position white_wins = with_pieces(kKth, {{14, 'r'}, {18, 'W'}}, Side::White, 50);
  CHECK(random_games(white_wins, 3, 7).wins[1] == 3);
}

void movetext_is_played_as_far_as_it_goes() {
  const auto stops = [](std::string_view text, std::size_t at, std::size_t count) {
    Position position = Position::initial(kKth);
    std::vector<Move> moves;
    CHECK(play_movetext(position, text, 0, moves) == at);
    CHECK(moves.size() == count);
    Position again = Position::initial(kKth);
    for (const Move move : moves) again = again.play(move);
    CHECK(again == position);
  };
  stops("1. 11-15 22-18 2. 15x22 25x18 1-0", 30, 4);
  stops("1.11-15 22-18\r\n2... 15x22 ", 26, 3);
  stops("11-15 22-18 8-11 ", 12, 2);   // a capture is mandatory
  stops("11-15 23-19", 6, 1);          // the last move may be truncated
  stops("11-15 23-19! {good} ", 13, 2);
  stops("11-15!? {x} ; 9-13\n $1 23-19* 1-0", 30, 2);
  stops("11-15 {x} $", 6, 1);
  stops("11-15 $1", 6, 1);
  stops("11-15 {x", 6, 1);
  stops("11-15 {x\n[Event \"y\"] 1. 9-13 {z} 23-19 ", 6, 1);
  stops("11-15 !", 6, 1);
  stops("11-15 1", 6, 1);
  stops("11-15 12", 6, 1);
  stops("11-15 12.", 6, 1);
  stops("11-15 12. {x} *", 6, 1);
  stops("", 0, 0);
  stops("  {x} 11-15 ", 12, 1);
  stops("11-15-19 ", 0, 0);
  stops("111-15 ", 0, 0);
  stops("33-29 ", 0, 0);
  stops("1x2x3x4x5x6x7x8x9x10x11x12 ", 0, 0);
  Position circle = with_pieces(kKth, {{19, 'R'}, {14, 'W'}, {15, 'W'}, {22, 'W'}, {23, 'W'}}, Side::Red, 50);
  std::vector<Move> moves;
  CHECK(play_movetext(circle, "19x19 ", 0, moves) == 0 && moves.empty());  // two captures have these ends
  CHECK(play_movetext(circle, "19x26x17x10x19 ", 0, moves) == 15 && moves.size() == 1);
}

}  // namespace

int main() {
  movetext_is_played_as_far_as_it_goes();
  perft_from_the_start();
  perft_can_be_cancelled();
  neighbours_are_four_and_five_bits_away();
  random_play_keeps_its_promises();
  a_long_past_is_taken_apart_without_recursion();
  a_batch_plays_what_a_position_plays();
  a_king_may_capture_in_a_circle();
  the_side_without_a_move_loses();
  the_counter_ends_a_game_without_progress();
  the_third_occurrence_is_a_draw();
  the_move_limit_is_a_draw();
  bad_input_is_refused();
  playouts_are_repeatable();
  return test::finish();
}
