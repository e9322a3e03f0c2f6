#include <set>
#include <vector>

#include "core/error.hpp"
#include "core/random.hpp"
#include "hex/batch.hpp"
#include "hex/movetext.hpp"
#include "hex/perft.hpp"
#include "hex/playout.hpp"
#include "tests/check.hpp"

using namespace crownbridge;
using namespace crownbridge::hex;

namespace {

// Detects a win by flood fill, as a reference for the union-find.
bool flood_connects(const Board& board, Side side) {
  const int size = board.size();
  const auto along = [&](int cell) { return side == Side::Red ? cell / size : cell % size; };
  std::set<int> reached;
  std::vector<int> frontier;
  const auto reach = [&](int row, int column) {
    if (row < 0 || row >= size || column < 0 || column >= size) return;
    const int cell = row * size + column;
    if (board.at(cell) == stone(side) && reached.insert(cell).second) frontier.push_back(cell);
  };
  for (int i = 0; i < size; ++i) side == Side::Red ? reach(0, i) : reach(i, 0);
  while (!frontier.empty()) {
    const int cell = frontier.back(), row = cell / size, column = cell % size;
    frontier.pop_back();
    if (along(cell) == size - 1) return true;
    for (const auto& [down, right] : {std::pair{-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}})
      reach(row + down, column + right);
  }
  return false;
}

void random_play_keeps_its_promises() {
  Random random{3};
  for (int size = 1; size <= kMaxSize; ++size)
    for (int game = 0; game < 4; ++game) {
      Position position = Position::initial({size, game % 2 ? Side::Blue : Side::Red, game >= 2});
      while (!position.winner()) {
        const auto moves = position.legal_moves();
        CHECK(!moves.empty());
        for (std::size_t i = 1; i < moves.size(); ++i) CHECK(moves[i - 1] < moves[i]);
        position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
        for (const Side side : {Side::Red, Side::Blue})
          CHECK(position.board().connected(side) == flood_connects(position.board(), side));
        CHECK(Position(position.rules(), position.rows(), position.turn()) == position);
      }
      CHECK(position.legal_moves().empty());
    }
}

// Exactly one side connects on a full board.
void full_boards_have_one_winner() {
  Random random{4};
  for (int size = 1; size <= 19; ++size)
    for (int i = 0; i < 20; ++i) {
      Board board(size);
      for (int cell = 0; cell < board.cells(); ++cell) board.place(cell, random.below(2) ? Side::Red : Side::Blue);
      CHECK(board.connected(Side::Red) != board.connected(Side::Blue));
    }
}

void the_swap_mirrors_and_recolours() {
  Position position = Position::initial({5, Side::Red, true}).play(Move::parse("b4"));
  CHECK(position.can_swap() && position.legal_moves().back().is_swap());
  position = position.play(Move::swap());
  CHECK(position.rows()[4 - 1 + 5 * 1] == 'b' && position.board().stones() == 1 && position.turn() == Side::Red);
  CHECK(!position.can_swap());
  THROWS(IllegalMove, position.play(Move::swap()));
  CHECK(!Position({3, Side::Red, true}, "r........", Side::Red).can_swap());
  CHECK(!Position({3, Side::Red, true}, "b........", Side::Blue).can_swap());
  CHECK(!Position({3, Side::Red, false}, "r........", Side::Blue).can_swap());
  CHECK(Position({3, Side::Red, true}, "r........", Side::Blue).can_swap());
}

// As long as no side can have won, every empty cell is a legal move: n, n(n-1), n(n-1)(n-2).
void perft_of_small_boards() {
  const Position two = Position::initial({2, Side::Red, false});
  CHECK(perft(two, 1) == 4 && perft(two, 2) == 12 && perft(two, 3) == 24);
  CHECK(perft(Position::initial({1, Side::Red, false}), 2) == 0);
  const Position eleven = Position::initial({11, Side::Red, false});
  CHECK(perft(eleven, 2) == 121 * 120 && perft(eleven, 3) == 121 * 120 * 119);
  CHECK(perft(Position::initial({11, Side::Red, true}), 2) == 121 * 121);
}

void bad_input_is_refused() {
  for (const char* text : {"", "a", "1", "a0", "a01", "z99", "a27", "A1", "aa1", "a1 ", "a-1", "a99999999999"})
    THROWS(InvalidMove, Move::parse(text));
  const Position start = Position::initial({3, Side::Red, false});
  THROWS(IllegalMove, start.play(Move::parse("d1")));
  THROWS(IllegalMove, start.play(Move::swap()));
  THROWS(IllegalMove, start.play(Move::parse("a1")).play(Move::parse("a1")));
  THROWS(PositionError, Position({3, Side::Red, false}, "........", Side::Red));
  THROWS(PositionError, Position({3, Side::Red, false}, "........w", Side::Red));
}

void batches_and_playouts() {
  Batch<BatchRow> batch(Position::initial({3, Side::Red, true}), 2);
  const std::int64_t first[] = {4, 0}, occupied[] = {4, 1}, swap[] = {9, 9};
  batch.play(first);
  THROWS(IllegalMove, batch.play(occupied));
  CHECK(batch[0].position().board().stones() == 1);
  batch.play(swap);
  CHECK(batch[1].position().rows() == "b........");
  const PlayoutResults a = random_games(Position::initial({11, Side::Red, false}), 500, 9);
  const PlayoutResults b = random_games(Position::initial({11, Side::Red, false}), 500, 9);
  CHECK(a.wins == b.wins && a.moves == b.moves && a.wins[0] + a.wins[1] == 500 && a.draws == 0);
}

void movetext_is_played_as_far_as_it_goes() {
  const auto stops = [](std::string_view text, std::size_t at, std::size_t count) {
    Position position = Position::initial({3, Side::Red, true});
    std::vector<Move> moves;
    CHECK(play_movetext(position, text, 0, moves) == at);
    CHECK(moves.size() == count);
    Position again = Position::initial({3, Side::Red, true});
    for (const Move move : moves) again = again.play(move);
    CHECK(again == position);
  };
  stops(";B[a2];W[swap-pieces]\n;B[c3])", 28, 3);
  stops(" ;B[b1];W[a1];B[b2];W[a2];B[b3];W[c3])", 31, 5);  // over
  stops(";B[a2];W[a2])", 6, 1);
  stops(";B[a2];B[a3])", 6, 1);
  stops(";B[a2]C[x];W[a3] C[\\] ;W[b1\\]] )", 31, 2);
  stops(";B[a2]C[x]C[y];W[a3])", 0, 0);
  stops(";B[a2]C[x\\]", 0, 0);
  stops(";B[a2]N[x];W[a3])", 0, 0);
  for (const char* text : {"", ";", ";B[", ";B[a", ";B[a2", ";B[a2]", ";B[a2] ", ";B[d1])", ";B[a4])", ";B[a0])", ";B[a01])", ";B[A1])"})
    stops(text, 0, 0);
}

}  // namespace

int main() {
  movetext_is_played_as_far_as_it_goes();
  random_play_keeps_its_promises();
  full_boards_have_one_winner();
  the_swap_mirrors_and_recolours();
  perft_of_small_boards();
  bad_input_is_refused();
  batches_and_playouts();
  return test::finish();
}
