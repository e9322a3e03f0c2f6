#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <thread>

#include "hex/grid.hpp"
#include "hex/playout_evaluator.hpp"
#include "hex/search.hpp"
#include "tests/check.hpp"

using namespace crownbridge;
using namespace crownbridge::hex;

namespace {

SearchOptions few() { return {.megabytes = 8}; }

Search search_with(const SearchOptions& options) { return Search(std::make_shared<PlayoutEvaluator>(), options); }

Position start(int size) { return Position::initial({size}); }

std::uint64_t sum_of_visits(const SearchReport& report) {
  std::uint64_t sum = 0;
  for (const Candidate& candidate : report.candidates) sum += candidate.visits;
  return sum;
}

bool same(const SearchReport& a, const SearchReport& b) {
  return a.iterations == b.iterations && a.win_chance == b.win_chance && a.line == b.line &&
         std::equal(a.candidates.begin(), a.candidates.end(), b.candidates.begin(), b.candidates.end(),
                    [](const Candidate& x, const Candidate& y) { return x.move == y.move && x.visits == y.visits; });
}

void full_grids() {
  Random random(1);
  for (int size = 1; size <= kMaxSize; ++size)
    for (int game = 0; game < 50; ++game) {
      Board board(size);
      for (int cell = 0; cell < board.cells(); ++cell) board.place(cell, random.below(2) ? Side::Red : Side::Blue);
      CHECK(board.connected(Grid(board).winner_when_full()));
    }
}

// The colour of a dead cell never decides a game, however the other cells are filled.
void dead_cells() {
  Random random(2);
  int dead = 0;
  for (int game = 0; game < 3000; ++game) {
    Position position = start(5);
    Board board = position.board();
    for (int cell = 0; cell < board.cells(); ++cell)
      if (const int stone = random.below(4); stone < 2) board.place(cell, stone ? Side::Red : Side::Blue);
    const Grid grid(board);
    grid.visit([&](int cell, int place) {
      if (board.at(cell) != Stone::None || !kPatternTables.dead[grid.pattern(place)]) return;
      ++dead;
      Board one = board, two = board;
      one.place(cell, Side::Red), two.place(cell, Side::Blue);
      for (int rest = 0; rest < board.cells(); ++rest) {
        if (one.at(rest) != Stone::None) continue;
        const Side side = random.below(2) ? Side::Red : Side::Blue;
        one.place(rest, side), two.place(rest, side);
      }
      CHECK(one.connected(Side::Red) == two.connected(Side::Red));
    });
  }
  CHECK(dead > 500);
}

void playouts() {
  Random random(3);
  const PlayoutEvaluator evaluator;
  Estimate estimate;
  for (int size = 1; size <= kMaxSize; ++size) {
    const Board board(size);
    const Leaf leaf{&board, Side::Blue, -1, true};
    evaluator.evaluate({&leaf, 1}, {&estimate, 1}, random);
    CHECK(estimate.value == 0 || estimate.value == 1);
    CHECK(static_cast<int>(estimate.owners.size()) == size * size);
    CHECK(std::none_of(estimate.owners.begin(), estimate.owners.end(), [](Stone stone) { return stone == Stone::None; }));
    CHECK(std::all_of(estimate.priors.begin(), estimate.priors.end(), [](float prior) { return prior > 0; }));
  }
  // The playout policy keeps red's bridge from b2 to the top after blue's intrusion; red, which also has b3, b4 and b5,
  // wins.
  const Position position({5, Side::Red, false}, ".b....r....r....r....r...", Side::Red);
  const Leaf leaf{&position.board(), Side::Red, 1, false};
  for (int i = 0; i < 100; ++i) {
    evaluator.evaluate({&leaf, 1}, {&estimate, 1}, random);
    CHECK(estimate.value == 1);
  }
  // Bridges connect d2 and c4 to each other and to red's edges; red keeps all of them until the end.
  const Position bridges({5, Side::Red, false}, "........r........r.......", Side::Blue);
  const Leaf later{&bridges.board(), Side::Blue, -1, false};
  for (int i = 0; i < 100; ++i) {
    evaluator.evaluate({&later, 1}, {&estimate, 1}, random);
    CHECK(estimate.value == 0);
  }
}

void it_repeats_itself() {
  Search one = search_with(few()), two = search_with(few());
  const SearchReport first = one.run(start(9), {.iterations = 3000}), second = two.run(start(9), {.iterations = 3000});
  CHECK(same(first, second));
  CHECK(first.iterations == 3000);
  CHECK(sum_of_visits(first) == 3000);
  one.forget();
  CHECK(same(first, one.run(start(9), {.iterations = 3000})));
  Search other_seed = search_with({.megabytes = 8, .seed = 1});
  CHECK(!same(first, other_seed.run(start(9), {.iterations = 3000})));
}

void all_sizes() {
  for (int size = 1; size <= kMaxSize; ++size) {
    Search search = search_with(few());
    Position position = start(size);
    for (int ply = 0; ply < 4 && !position.winner(); ++ply) {
      const SearchReport report = search.run(position, {.iterations = 300});
      CHECK(position.why_illegal(report.line.at(0)).empty());
      CHECK(report.win_chance >= 0 && report.win_chance <= 1);
      position.advance(report.line[0]);
    }
  }
}

// The first player wins on small boards; the search must prove that at every move.
void wins_are_proven() {
  for (int size = 1; size <= 4; ++size) {
    Search search = search_with({.megabytes = 64});
    Position position = start(size);
    while (!position.winner()) {
      const SearchReport report = search.run(position, {.iterations = 500'000});
      CHECK(report.winner == Side::Red);
      CHECK(report.win_chance == (position.turn() == Side::Red ? 1 : 0));
      position.advance(report.line.at(0));
    }
    CHECK(position.winner() == Side::Red);
  }
}

// Solves a position by exhaustive search.
Side winner_of(const Board& board, Side turn) {
  if (board.connected(other(turn))) return other(turn);
  for (int cell = 0; cell < board.cells(); ++cell) {
    if (board.at(cell) != Stone::None) continue;
    Board next = board;
    next.place(cell, turn);
    if (winner_of(next, other(turn)) == turn) return turn;
  }
  return other(turn);
}

void proofs_are_right() {
  Random random(4);
  for (int game = 0; game < 300; ++game) {
    Position position = start(3 + game % 2);
    for (int ply = 0; ply < 6 && !position.winner(); ++ply) {
      const auto moves = position.legal_moves();
      position.advance(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
    }
    if (position.winner()) continue;
    const Side winner = winner_of(position.board(), position.turn());
    for (const std::optional<std::uint32_t> prune_after : {std::optional<std::uint32_t>(), {0U}, {1U}, {1000U}}) {
      Search search = search_with({.megabytes = 8, .prune_after = prune_after});
      const SearchReport report = search.run(position, {.iterations = 100'000});
      CHECK(report.winner == winner);
      Position next = position;
      next.advance(report.line.at(0));
      CHECK(winner == other(position.turn()) || winner_of(next.board(), next.turn()) == winner);
    }
  }
}

void the_tree_is_reused() {
  Search search = search_with(few());
  Position position = start(7);
  const SearchReport before = search.run(position, {.iterations = 20'000});
  position.advance(before.line.at(0));
  position.advance(before.line.at(1));
  const SearchReport after = search.run(position, {.iterations = 1});
  CHECK(after.iterations == 1);
  CHECK(sum_of_visits(after) > 200);
  CHECK(after.line.at(0) == before.line.at(2));
  const SearchReport again = search.run(position, {.iterations = 1000});
  CHECK(sum_of_visits(again) == sum_of_visits(after) + 1000);
  CHECK(sum_of_visits(search.run(start(7), {.iterations = 100})) == 100);
}

void memory_runs_out() {
  Search search = search_with({.megabytes = 1});
  Position position = start(13);
  for (int turn = 0; turn < 3; ++turn) {
    const SearchReport report = search.run(position, {.iterations = 20'000});
    CHECK(report.iterations == 20'000);
    CHECK(report.fullness > 0.9 && report.fullness <= 1);
    position.advance(report.line.at(0));
  }
}

void threads() {
  Search search = search_with({.megabytes = 32, .threads = 4});
  const SearchReport report = search.run(start(11), {.seconds = 0.3});
  CHECK(report.iterations > 100);
  CHECK(sum_of_visits(report) == report.iterations);
  for (int size = 1; size <= 3; ++size) CHECK(search.run(start(size), {}).winner == Side::Red);
  std::atomic<bool> stop = false;
  std::jthread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  CHECK(search.run(start(11), {}, stop).iterations > 0);
  CHECK(search.run(start(11), {.iterations = 0}).iterations == 0);
}

// An evaluator with batches that prefers the long diagonal, and throws after a number of calls.
class Diagonal : public Evaluator {
 public:
  Parameters parameters() const override { return {16, 1, false, 1.5F, 1}; }
  void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random&) const override {
    if (calls_left-- == 0) throw std::runtime_error("no calls left");
    largest_batch = std::max(largest_batch, leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      estimates[i].value = 0.5F;
      estimates[i].priors.assign(static_cast<std::size_t>(leaves[i].board->cells()), 0.1F);
      const auto step = static_cast<std::size_t>(leaves[i].board->size()) + 1;
      for (std::size_t cell = 0; cell < estimates[i].priors.size(); cell += step) estimates[i].priors[cell] = 1;
    }
  }
  mutable int calls_left = -1;
  mutable std::size_t largest_batch = 0;
};

void batches() {
  const auto evaluator = std::make_shared<Diagonal>();
  Search search(evaluator, few());
  const SearchReport report = search.run(start(11), {.iterations = 1000});
  CHECK(report.iterations == 1000);
  CHECK(sum_of_visits(report) == 1000);
  CHECK(evaluator->largest_batch == 16);
  CHECK(report.line.at(0).row() == report.line.at(0).column());
  evaluator->calls_left = 20;
  THROWS(std::runtime_error, search.run(start(11), {.iterations = 100'000}));
  const SearchReport after = search.run(start(11), {.iterations = 500});
  CHECK(sum_of_visits(after) >= 1500 && sum_of_visits(after) <= 1500 + 20 * 16);
  CHECK(std::all_of(after.candidates.begin(), after.candidates.end(), [](const Candidate& candidate) {
    return candidate.visits < 10 || (candidate.win_chance > 0.4 && candidate.win_chance < 0.6);
  }));
  search.forget();
  evaluator->calls_left = 0;
  THROWS(std::runtime_error, search.run(start(11), {.iterations = 10}));
  CHECK(search.run(start(11), {.iterations = 10}).iterations == 10);
}

// The report has the principal variation and others by their visits; all of them are legal.
void lines() {
  Search search(std::make_shared<PlayoutEvaluator>(), few());
  const SearchReport report = search.run(start(7), {.iterations = 5000});
  const auto visits = [&](const Move& move) {
    return std::find_if(report.candidates.begin(), report.candidates.end(), [&](const Candidate& candidate) { return candidate.move == move; })
        ->visits;
  };
  CHECK(report.other_lines.size() == 9);
  const std::vector<Move>* before = &report.line;
  for (const std::vector<Move>& line : report.other_lines) {
    CHECK(line.at(0) != before->at(0) && visits(line[0]) <= visits(before->at(0)));
    before = &line;
    Position position = start(7);
    for (const Move& move : line) position = position.play(move);
    CHECK(position.board().stones() == static_cast<int>(line.size()));
  }
  CHECK(report.other_lines[0].size() > 1);
}

// An evaluator that returns 0.5 for every position, and higher win chances for two moves.
class MoveChances : public Evaluator {
 public:
  Parameters parameters() const override { return {1, 1, false, 0, 1}; }
  void evaluate(std::span<const Leaf> leaves, std::span<Estimate> estimates, Random&) const override {
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      const auto cells = static_cast<std::size_t>(leaves[i].board->cells());
      estimates[i].value = 0.5F;
      estimates[i].priors.assign(cells, 1);
      estimates[i].chances.assign(cells, 0.25F);
      estimates[i].chances[7] = 0.875F;
      estimates[i].chances[17] = 0.75F;
    }
  }
};

// The win chance of an unvisited move is that of the evaluator, which then counts as one visit.
void first_values() {
  Search search(std::make_shared<MoveChances>(), {.megabytes = 8, .prune_after = std::nullopt});
  const auto check = [&](const SearchReport& report, std::size_t cell, std::uint32_t visits, double win_chance) {
    CHECK(report.candidates.at(cell).visits == visits);
    CHECK(std::abs(report.candidates.at(cell).win_chance - win_chance) < 1e-6);
  };
  const SearchReport one = search.run(start(5), {.iterations = 1});
  CHECK(one.line.at(0) == start(5).board().move(7));
  check(one, 7, 1, (0.875 + 0.5) / 2);
  check(one, 17, 0, 0.75);
  check(one, 3, 0, 0.25);
  const SearchReport two = search.run(start(5), {.iterations = 1});
  check(two, 7, 1, (0.875 + 0.5) / 2);
  check(two, 17, 1, (0.75 + 0.5) / 2);
}

}  // namespace

int main() {
  full_grids();
  dead_cells();
  playouts();
  it_repeats_itself();
  all_sizes();
  wins_are_proven();
  proofs_are_right();
  the_tree_is_reused();
  memory_runs_out();
  threads();
  batches();
  lines();
  first_values();
  return test::finish();
}
