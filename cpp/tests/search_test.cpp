#include "checkers/search.hpp"

#include <cstring>
#include <thread>
#include <vector>

#include "checkers/notation.hpp"
#include "checkers/playout.hpp"
#include "core/error.hpp"
#include "core/random.hpp"
#include "tests/check.hpp"

using namespace crownbridge;
using namespace crownbridge::checkers;

namespace {

const Rules kKth;
const Rules kTournament{80, true, 3, 0};

Position at(const Rules& rules, std::initializer_list<std::pair<int, char>> pieces, Side turn, int counter) {
  std::string squares(kSquares, '.');
  for (const auto& [square, piece] : pieces) squares[static_cast<std::size_t>(square - 1)] = piece;
  return {rules, squares, turn, counter, 0};
}

SearchReport searched(const Position& position, const SearchLimits& limits, const SearchOptions& options = {.megabytes = 1}) {
  return Search(HandWritten{}, options).run(position, limits);
}

void what_was_stored_is_found() {
  TranspositionTable table(1);
  CHECK(table.find(42).bound == Bound::None);
  table.store(42, {-1234, 56, 17, 3, Bound::Lower});
  const auto entry = table.find(42);
  CHECK(entry.score == -1234 && entry.evaluation == 56 && entry.depth == 17 && entry.move == 3 && entry.bound == Bound::Lower);
  CHECK(table.find(43).bound == Bound::None);
  table.store(42, {7, 8, 9, TranspositionTable::kNoMove, Bound::Exact});
  CHECK(table.find(42).score == 7 && table.find(42).move == TranspositionTable::kNoMove);
  table.clear();
  CHECK(table.find(42).bound == Bound::None);
}

void older_and_shallower_entries_make_room() {
  TranspositionTable table(1);  // keys with the same upper half share a bucket of four
  const auto entry = [](int depth) { return TranspositionTable::Entry{0, 0, depth, 0, Bound::Exact}; };
  table.store(1, entry(60));
  table.age();
  for (const Key key : {2, 3, 4}) table.store(key, entry(20 + static_cast<int>(key)));
  table.store(5, entry(1));
  CHECK(table.find(1).bound == Bound::None);
  table.store(6, entry(30));
  CHECK(table.find(5).bound == Bound::None && table.find(2).depth == 22 && table.find(6).depth == 30);
}

void wins_are_counted_in_plies() {
  const Position jump = at(kKth, {{14, 'R'}, {18, 'w'}}, Side::Red, 50);
  CHECK(searched(jump, {.depth = 3}).score == kWin - 1);
  const Position caught = at(kKth, {{14, 'R'}, {22, 'w'}}, Side::White, 50);
  CHECK(searched(caught, {.depth = 3}).score == -kWin + 2);
}

void stored_wins_count_from_their_own_position() {
  for (const Score score : {kWin - 9, -kWin + 9, kTableWin - 700, -kTableWin + 700}) {
    const Score stored = from_here(score, 4);
    CHECK(stored == (score > 0 ? score + 4 : score - 4));
    CHECK(from_root(stored, 4) == score);
    CHECK(from_root(stored, 6) == (score > 0 ? score - 2 : score + 2));
  }
  for (const Score score : {0, 123, -kMaxEvaluation, kKnownWin + 5}) CHECK(from_here(score, 4) == score && from_root(score, 4) == score);
}

void a_counter_that_is_about_to_run_out_is_seen() {
  const auto two_kings_against_one = [](int counter) {
    return at(kKth, {{14, 'R'}, {15, 'R'}, {4, 'W'}}, Side::Red, counter);
  };
  CHECK(searched(two_kings_against_one(50), {.depth = 25}).score > kTableWin);
  CHECK(searched(two_kings_against_one(2), {.depth = 12}).score == 0);
}

// The only move repeats a position, which is a draw regardless of the evaluation.
void a_repeated_position_is_a_draw() {
  Position position = at(kTournament, {{1, 'R'}, {29, 'W'}}, Side::White, 80);
  std::array<Score, kSquares> values{};
  for (int square = 0; square < kSquares; ++square) values[static_cast<std::size_t>(square)] = 100 + 10 * square;
  Search search(PieceTables{values, values, 0}, {.megabytes = 1});
  CHECK(search.run(position, {.depth = 1}).score != 0);
  for (const auto& [from, to] : {std::pair{29, 25}, {1, 6}, {25, 29}, {6, 1}})
    position = position.play(Move::start(from - 1).then(to - 1));
  search.forget();
  CHECK(search.run(position, {.depth = 1}).score == 0);
}

void the_move_limit_ends_the_game() {
  const auto two_left = [](int played) {
    return Position({80, true, 3, 100}, std::string("............RR...R..w..........."), Side::Red, 80, played);
  };
  CHECK(searched(two_left(98), {.depth = 12}).score == kWin - 1);  // the last move may still win
  CHECK(searched(two_left(99), {.depth = 12}).score == kWin - 1);
  const Position kings({80, true, 3, 2}, std::string("...W.........RR................."), Side::Red, 80, 0);
  CHECK(searched(kings, {.depth = 12}).score == 0);
}

void one_thread_with_a_node_limit_repeats_itself() {
  const Position start = Position::initial(kKth);
  const SearchReport one = searched(start, {.nodes = 30000}), two = searched(start, {.nodes = 30000});
  CHECK(one.nodes == two.nodes && one.line == two.line && one.score == two.score && one.depth == two.depth);
  CHECK(one.nodes >= 30000 && one.nodes <= 30001);
}

void what_a_search_has_learnt_is_kept_until_it_is_forgotten() {
  const Position start = Position::initial(kKth);
  const Position next = start.play(start.legal_moves().back());
  Search search(HandWritten{}, {.megabytes = 1});
  const std::uint64_t fresh = search.run(next, {.depth = 11}).nodes;
  search.forget();
  search.run(start, {.depth = 12});
  CHECK(search.run(next, {.depth = 11}).nodes < fresh);
  search.forget();
  CHECK(search.run(next, {.depth = 11}).nodes == fresh);
}

void limits_are_kept() {
  const Position start = Position::initial(kKth);
  CHECK(searched(start, {.depth = 7}).depth == 7 && searched(start, {.depth = 7}).line.size() > 2);
  CHECK(searched(start, {.nodes = 1}).line.size() == 1);
  CHECK(searched(start, {.seconds = 1e-9}).line.size() >= 1);
  CHECK(searched(start, {.seconds = 0.0}).nodes <= 1 && searched(start, {.nodes = 0}).nodes <= 1);
  CHECK(searched(start, {.depth = 0}).line.size() == 1 && searched(start, {.depth = 3, .soft_seconds = 0.0}).depth == 1);
  const std::atomic<bool> stopped = true;
  Search search(HandWritten{}, {.megabytes = 1});
  CHECK(search.run(start, {}, stopped).line.size() >= 1);
  struct Cancelled {};
  const std::atomic<bool> never_stop = false;
  THROWS(Cancelled, search.run(start, {}, never_stop, [](const SearchReport&) { throw Cancelled{}; }));
  THROWS(Cancelled, search.run(start, {}, never_stop, {}, [] { throw Cancelled{}; }));
}

void progress_is_reported_after_every_depth() {
  std::vector<int> depths;
  std::uint64_t nodes = 0;
  const std::atomic<bool> never_stop = false;
  Search(HandWritten{}, {.megabytes = 1}).run(Position::initial(kKth), {.depth = 8}, never_stop, [&](const SearchReport& report) {
    depths.push_back(report.depth);
    CHECK(report.nodes > nodes && !report.line.empty());
    nodes = report.nodes;
  });
  CHECK(depths == std::vector<int>{1, 2, 3, 4, 5, 6, 7, 8});
}

void threads_search_together() {
  const SearchReport report = searched(Position::initial(kKth), {.depth = 12}, {.megabytes = 4, .threads = 3});
  CHECK(report.depth == 12 && Position::initial(kKth).find(report.line.front()).has_value());
}

// Every principal variation is legal.
void lines_are_legal() {
  Random random(5);
  Search search(HandWritten{}, {.megabytes = 1});
  for (int game = 0; game < 40; ++game) {
    Position position = Position::initial(game % 2 ? kKth : kTournament);
    while (position.verdict() == Verdict::Live) {
      Position here = position;
      for (const Move move : search.run(position, {.nodes = 300}).line) {
        CHECK(here.find(move).has_value());
        here = here.play(move);
      }
      const auto moves = position.legal_moves();
      position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
    }
  }
}

constexpr std::size_t kHeader = 24;
constexpr std::size_t kSmall = (Network::kInputs + 1) * Network::kFirst + Network::kPhases * Network::kFirst * Network::kSecond;
constexpr std::size_t kLarge = Network::kPhases * (2 * Network::kSecond + 1);

// Returns a weights file with all weights 0.
std::vector<std::byte> zero_weights() {
  const std::int32_t shape[] = {Network::kInputs, Network::kFirst, Network::kSecond, Network::kPhases};
  std::vector<std::byte> file(kHeader + 2 * kSmall + 4 * kLarge);
  std::memcpy(file.data(), "crownne2", 8);
  std::memcpy(file.data() + 8, shape, sizeof(shape));
  return file;
}

template <class T>
void put(std::vector<std::byte>& file, std::size_t place, T value) {
  std::memcpy(file.data() + place, &value, sizeof(value));
}

std::vector<std::byte> random_weights() {
  Random random(9);
  auto file = zero_weights();
  for (std::size_t i = 0; i < kSmall; ++i) put(file, kHeader + 2 * i, static_cast<std::int16_t>(random.below(121) - 60));
  for (std::size_t i = 0; i < kLarge; ++i)
    put(file, kHeader + 2 * kSmall + 4 * i, static_cast<std::int32_t>(random.below(40001) - 20000));
  return file;
}

void the_network_says_the_same_on_every_processor_and_for_both_sides() {
  const Network network(random_weights());
  Random random(3);
  std::vector<Score> seen;
  for (int game = 0; game < 50; ++game) {
    Position position = Position::initial(kTournament);
    while (position.verdict() == Verdict::Live) {
      const Board& board = position.board();
      CHECK(network(board) == network.portably(board));
      CHECK(network(board) == network(endgame::flipped(board)));
      seen.push_back(network(board));
      const auto moves = position.legal_moves();
      position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
    }
  }
  CHECK(std::ranges::max(seen) > std::ranges::min(seen) + 100);
}

// Returns weights that evaluate to 100 if an input is active, and to 0 otherwise.
std::vector<std::byte> weights_of_one_input(int input) {
  auto file = zero_weights();
  put(file, kHeader + 2 * Network::kFirst * static_cast<std::size_t>(input), std::int16_t{Network::kOne << Network::kFirstBits});
  const std::size_t second = kHeader + 2 * (Network::kInputs + 1) * Network::kFirst;
  const std::size_t third = kHeader + 2 * kSmall + 4 * Network::kPhases * Network::kSecond;
  for (std::size_t phase = 0; phase < Network::kPhases; ++phase) {
    put(file, second + 2 * phase * Network::kFirst * Network::kSecond, std::int16_t{1 << Network::kWeightBits});
    put(file, third + 4 * phase * Network::kSecond, std::int32_t{100 << Network::kWeightBits});
  }
  return file;
}

// Returns the piece on a square from the view of the side to move: 0 none, 1 own man, 2 own king, 3 opponent's man, 4
// opponent's king.
int piece_on(const Board& board, int square) {
  const Bitboard one = bit(board.turn == Side::Red ? square : kSquares - 1 - square);
  const int king = board.kings & one ? 1 : 0;
  return board.of(board.turn) & one ? 1 + king : board.of(other(board.turn)) & one ? 3 + king : 0;
}

void the_state_of_every_pattern_is_an_input() {
  Random random(8);
  for (int game = 0; game < 6; ++game) {
    Position position = Position::initial(kTournament);
    for (int ply = 10 + 13 * game; ply && position.verdict() == Verdict::Live; --ply) {
      const auto moves = position.legal_moves();
      position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
    }
    const Board& board = position.board();
    int first = 0;
    for (int pattern = 0; pattern < Network::kPatterns; ++pattern) {
      const bool men = pattern >= Network::kPiecePatterns;
      const int number = men ? pattern - Network::kPiecePatterns : pattern;
      const int states = men ? Network::kManStates : Network::kPieceStates;
      int state = 0;
      for (int place = men ? 5 : 3; place >= 0; --place) {
        const int piece = piece_on(board, 4 * (number / 2 + place / 2) + 2 * (number % 2) + place % 2);
        state = men ? 3 * state + (piece == 1 ? 1 : piece == 3 ? 2 : 0) : 5 * state + piece;
      }
      CHECK(Network(weights_of_one_input(first + state))(board) == 100);
      CHECK(Network(weights_of_one_input(first + (state + 1) % states))(board) == 0);
      first += states;
    }
    CHECK(first == Network::kInputs);
  }
}

void damaged_weights_are_refused() {
  const auto file = random_weights();
  const std::span whole(file);
  THROWS(OptionError, Network{whole.first(5)});
  THROWS(OptionError, Network{whole.first(whole.size() - 1)});
  auto longer = file, other_shape = file, too_large = file;
  longer.push_back(std::byte{0});
  THROWS(OptionError, Network{longer});
  other_shape[9] = std::byte{77};
  THROWS(OptionError, Network{other_shape});
  too_large.back() = std::byte{0x7f};
  THROWS(OptionError, Network{too_large});
}

// Evaluations are symmetric: a flipped position has the same score for the side to move.
void evaluations_are_fair() {
  Random random(4);
  std::array<Score, kSquares> man{}, king{};
  for (Score& value : man) value = 90 + random.below(30);
  for (Score& value : king) value = 130 + random.below(30);
  const PieceTables tables{man, king, 2.0};
  for (int game = 0; game < 50; ++game) {
    Position position = Position::initial(kTournament);
    while (position.verdict() == Verdict::Live) {
      const Board& board = position.board();
      CHECK(HandWritten{}(board) == HandWritten{}(endgame::flipped(board)));
      CHECK(tables(board) == tables(endgame::flipped(board)));
      const auto moves = position.legal_moves();
      position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
    }
  }
}

}  // namespace

int main() {
  what_was_stored_is_found();
  older_and_shallower_entries_make_room();
  wins_are_counted_in_plies();
  stored_wins_count_from_their_own_position();
  a_counter_that_is_about_to_run_out_is_seen();
  a_repeated_position_is_a_draw();
  the_move_limit_ends_the_game();
  one_thread_with_a_node_limit_repeats_itself();
  what_a_search_has_learnt_is_kept_until_it_is_forgotten();
  limits_are_kept();
  progress_is_reported_after_every_depth();
  threads_search_together();
  lines_are_legal();
  the_network_says_the_same_on_every_processor_and_for_both_sides();
  the_state_of_every_pattern_is_an_input();
  damaged_weights_are_refused();
  evaluations_are_fair();
  return test::finish();
}
