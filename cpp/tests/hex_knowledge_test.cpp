#include <algorithm>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/random.hpp"
#include "hex/must_play.hpp"
#include "hex/solver.hpp"
#include "hex/static_analysis.hpp"
#include "tests/check.hpp"

using namespace crownbridge;
using namespace crownbridge::hex;

namespace {

Board random_board(Random& random, int size, int stones) {
  Board board(size);
  while (stones > 0) {
    const int cell = static_cast<int>(random.below(board.cells()));
    if (board.at(cell) != Stone::None) continue;
    board.place(cell, stones % 2 ? Side::Red : Side::Blue);
    --stones;
  }
  return board;
}

bool over(const Board& board) { return board.connected(Side::Red) || board.connected(Side::Blue); }

// Plain exhaustive search.
class Exhaustive {
 public:
  Side winner(const Board& board, Side turn) {
    for (const Side side : {Side::Red, Side::Blue})
      if (board.connected(side)) return side;
    const auto [entry, is_new] = cache_.try_emplace(board.key() ^ turn_key(turn), other(turn));
    if (!is_new) return entry->second;
    Side best = other(turn);
    for (int cell = 0; cell < board.cells() && best != turn; ++cell) {
      if (board.at(cell) != Stone::None) continue;
      Board after = board;
      after.place(cell, turn);
      best = winner(after, other(turn));
    }
    return cache_[board.key() ^ turn_key(turn)] = best;
  }

 private:
  std::unordered_map<Key, Side> cache_;
};

Exhaustive exhaustive;

// Checks by exhaustive play that two ends can be connected within a carrier.
class ConnectionCheck {
 public:
  ConnectionCheck(const Board& board, Side side, int x, int y, std::vector<int> carrier)
      : board_(board), side_(side), x_(x), y_(y), carrier_(std::move(carrier)) {}

  bool holds(bool opponent_first) { return holds(std::string(carrier_.size(), '.'), !opponent_first); }

 private:
  // Cells of the carrier are empty (.), own (o) or the opponent's (x).
  bool holds(const std::string& cells, bool own_turn) {
    if (joined(cells)) return true;
    const std::string key = cells + (own_turn ? 'o' : 'x');
    if (const auto entry = cache_.find(key); entry != cache_.end()) return entry->second;
    bool result = !own_turn;
    bool any = false;
    for (std::size_t i = 0; i < cells.size() && result != own_turn; ++i) {
      if (cells[i] != '.') continue;
      any = true;
      std::string after = cells;
      after[i] = own_turn ? 'o' : 'x';
      result = holds(after, !own_turn);
    }
    if (!any) result = false;
    return cache_[key] = result;
  }

  bool joined(const std::string& cells) const {
    Cells<1> own;
    for (int cell = 0; cell < board_.cells(); ++cell)
      if (board_.at(cell) == stone(side_)) own.add(cell);
    for (const int end : {x_, y_})
      if (end < board_.cells()) own.add(end);
    for (std::size_t i = 0; i < cells.size(); ++i)
      if (cells[i] == 'o') own.add(carrier_[i]);
    const int edges = board_.cells() + (side_ == Side::Red ? 0 : 2);
    std::vector<int> reached{x_};
    if (x_ >= board_.cells()) reached = touching(own, x_ - board_.cells() + edges);
    Cells<1> seen;
    for (const int cell : reached) seen.add(cell);
    for (std::size_t i = 0; i < reached.size(); ++i) {
      if (reached[i] == y_) return true;
      for (const int near : board_.neighbours(reached[i])) {
        if (near >= board_.cells()) {
          if (y_ >= board_.cells() && near == y_ - board_.cells() + edges) return true;
        } else if (own.has(near) && !seen.has(near)) {
          seen.add(near);
          reached.push_back(near);
        }
      }
    }
    return false;
  }

  std::vector<int> touching(const Cells<1>& own, int edge) const {
    std::vector<int> cells;
    own.each([&](int cell) {
      const Neighbours& around = board_.neighbours(cell);
      if (std::find(around.begin(), around.end(), edge) != around.end()) cells.push_back(cell);
    });
    return cells;
  }

  const Board& board_;
  Side side_;
  int x_, y_;
  std::vector<int> carrier_;
  std::map<std::string, bool> cache_;
};

std::vector<int> listed(const Cells<1>& cells) {
  std::vector<int> list;
  cells.each([&](int cell) { list.push_back(cell); });
  return list;
}

void every_connection_holds(const Board& board, const Connections<1>& connections) {
  for (int x = 1; x < connections.ends(); ++x)
    for (int y = 0; y < x; ++y) {
      connections.each_full(x, y, [&](const auto& connection) {
        CHECK(ConnectionCheck(board, connections.side(), connection.x, connection.y, listed(connection.carrier)).holds(true));
      });
      connections.each_semi(x, y, [&](const auto& connection) {
        CHECK(connection.carrier.has(connection.key));
        Board after = board;
        after.place(connection.key, connections.side());
        Cells<1> rest = connection.carrier;
        rest.remove(connection.key);
        CHECK(ConnectionCheck(after, connections.side(), connection.x, connection.y, listed(rest)).holds(true));
      });
    }
}

// Checks 500 random positions, by full computation and by incremental update.
void connections_survive_exhaustive_play() {
  using StopAt = Connections<1>::StopAt;
  Random random{11};
  for (int round = 0; round < 250; ++round) {
    const int size = 3 + round % 3;
    const int empty = 8 + static_cast<int>(random.below(4));
    Board board = random_board(random, size, std::max(0, size * size - empty - 2));
    if (over(board)) continue;
    const Side side = round % 2 ? Side::Red : Side::Blue;
    const Connections<1> connections(FillInBoard<1>(board), side, {}, StopAt::Fixpoint);
    every_connection_holds(board, connections);
    for (const Side mover : {Side::Red, Side::Blue}) {
      int cell = static_cast<int>(random.below(board.cells()));
      while (board.at(cell) != Stone::None) cell = (cell + 1) % board.cells();
      Board after = board;
      after.place(cell, mover);
      if (!over(after)) every_connection_holds(after, Connections<1>(connections, FillInBoard<1>(after), StopAt::Fixpoint));
    }
  }
}

Board as_board(const FillInBoard<1>& filled_board) {
  Board board(filled_board.size());
  for (const Side side : {Side::Red, Side::Blue}) filled_board.stones(side).each([&](int cell) { board.place(cell, side); });
  return board;
}

void fill_in_changes_no_winner() {
  Random random{12};
  int filled = 0;
  for (int round = 0; round < 500; ++round) {
    const Board board = random_board(random, 3 + round % 2, static_cast<int>(random.below(6)) + 3 * (round % 2));
    if (over(board)) continue;
    FillInBoard<1> filled_board(board);
    filled_board.fill();
    const Board after = as_board(filled_board);
    filled += after.stones() - board.stones();
    const FillIn cells = fill_in(board);
    CHECK(cells.dead.size() + cells.captured[0].size() + cells.captured[1].size() ==
          static_cast<std::size_t>(after.stones() - board.stones()));
    for (const auto cell : cells.dead)
      CHECK(board.at(cell) == Stone::None && (filled_board.dead().has(cell) || FillInBoard<1>(board).is_dead(cell)));
    for (const Side side : {Side::Red, Side::Blue})
      for (const auto cell : cells.captured[static_cast<std::size_t>(side)])
        CHECK(after.at(cell) == stone(side) && !filled_board.dead().has(cell) && board.at(cell) == Stone::None);
    for (const Side turn : {Side::Red, Side::Blue}) CHECK(exhaustive.winner(board, turn) == exhaustive.winner(after, turn));
  }
  CHECK(filled > 300);
}

void static_analysis_is_right() {
  Random random{13};
  int certain = 0;
  for (int round = 0; round < 500; ++round) {
    const Board board = random_board(random, 3 + round % 2, static_cast<int>(random.below(6)) + 3 * (round % 2));
    if (over(board)) continue;
    const Side turn = round % 3 ? Side::Red : Side::Blue;
    const Side winner = exhaustive.winner(board, turn);
    const StaticAnalysis analysis = analyze_statically(board, turn);
    CHECK(!analysis.moves.empty());
    if (analysis.winner) CHECK(*analysis.winner == winner);
    certain += analysis.winner.has_value();
    int wins = 0;
    for (const int cell : analysis.moves) {
      CHECK(board.at(cell) == Stone::None);
      Board after = board;
      after.place(cell, turn);
      wins += exhaustive.winner(after, other(turn)) == turn;
    }
    if (analysis.winner == turn) CHECK(wins == static_cast<int>(analysis.moves.size()));
    CHECK((wins > 0) == (winner == turn));
  }
  CHECK(certain > 300);
}

// Returns the board with all cells outside the carrier filled by the loser.
Board without(const Board& board, const Solution& solution) {
  Board bare = board;
  for (int cell = 0; cell < board.cells(); ++cell)
    if (board.at(cell) == Stone::None && std::ranges::count(solution.carrier, cell) == 0) bare.place(cell, other(solution.winner));
  return bare;
}

// Checks the winner, the winning move, and that cells outside the carrier do not matter.
void the_solver_agrees_with_exhaustive_search() {
  Random random{14};
  Solver solver(16);
  for (int round = 0; round < 500; ++round) {
    const int size = 2 + round % 3;
    const Board board = random_board(random, size, size - 2 + static_cast<int>(random.below(size * 2)));
    if (over(board)) continue;
    const Side turn = round % 2 ? Side::Red : Side::Blue;
    const auto solution = solver.solve(board, turn);
    CHECK(solution.has_value());
    CHECK(solution->winner == exhaustive.winner(board, turn));
    CHECK(solution->move.has_value() == (solution->winner == turn));
    if (solution->move) {
      CHECK(board.at(*solution->move) == Stone::None);
      Board after = board;
      after.place(*solution->move, turn);
      CHECK(exhaustive.winner(after, other(turn)) == turn);
    }
    CHECK(exhaustive.winner(without(board, *solution), turn) == solution->winner);
  }
}

// Checks carriers of proofs that need search: the winner still wins if the loser gets all cells outside the carrier.
void carriers_of_larger_boards_suffice() {
  Random random{15};
  int searched = 0;
  for (int round = 0; round < 50; ++round) {
    const Board board = random_board(random, 6 + round % 2, 1 + round % 3);
    const Side turn = round % 3 ? Side::Red : Side::Blue;
    Solver solver(16);
    const auto solution = solver.solve(board, turn, {.nodes = 500});
    if (!solution) continue;
    searched += solver.last().nodes > 1;
    const Board bare = without(board, *solution);
    CHECK(bare.connected(solution->winner) || solver.solve(bare, turn)->winner == solution->winner);
  }
  CHECK(searched > 20);
}

int winning_openings(int size) {
  Solver solver(16);
  int wins = 0;
  for (int cell = 0; cell < size * size; ++cell) {
    Board board(size);
    board.place(cell, Side::Red);
    wins += over(board) || solver.solve(board, Side::Blue)->winner == Side::Red;
  }
  return wins;
}

void openings_are_as_known() {
  CHECK(winning_openings(1) == 1);
  CHECK(winning_openings(2) == 2);
  CHECK(winning_openings(3) == 5);
  CHECK(winning_openings(4) == 4);
  CHECK(winning_openings(5) == 13);
  CHECK(winning_openings(6) == 24);
}

void a_limit_ends_the_search() {
  Solver solver(16);
  Board board(9);
  board.place(0, Side::Red);
  CHECK(!solver.solve(board, Side::Blue, {.nodes = 5}));
  CHECK(solver.last().nodes <= 6);
  for (const double seconds : {0.0, 1e-9}) {
    CHECK(!solver.solve(board, Side::Blue, {.seconds = seconds}));
    CHECK(solver.last().nodes == 1);
  }
  const std::atomic<bool> stop = true;
  CHECK(!solver.solve(board, Side::Blue, {}, stop));
}

}  // namespace

int main() {
  connections_survive_exhaustive_play();
  fill_in_changes_no_winner();
  static_analysis_is_right();
  the_solver_agrees_with_exhaustive_search();
  carriers_of_larger_boards_suffice();
  openings_are_as_known();
  a_limit_ends_the_search();
  return test::finish();
}
