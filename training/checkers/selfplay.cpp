// Games of the engine against itself, as positions to learn from.
//
//   selfplay --out FILE --seconds 300 --threads 16 --nodes 2000 [--network FILE] [--tables FOLDER] [--seed 1]
//
// A game begins with random moves. Every quiet position of it is written as 16 bytes, as the side to move sees it: its
// pieces, the enemy's, all kings (32 bits each, a bit a square, the own back rank first), the score that the search gave
// (16 bits, hundredths of a man), the result of the game (1, 0, -1 for the side to move; 8 bits) and 8 bits of zero.
#include <bit>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>

#include "checkers/movegen.hpp"
#include "checkers/search.hpp"
#include "core/random.hpp"

using namespace crownbridge;
using namespace crownbridge::checkers;

namespace {

struct Sample {
  std::uint32_t own, theirs, kings;
  std::int16_t score;
  std::int8_t result;
  std::uint8_t zero;
};
static_assert(sizeof(Sample) == 16);

std::uint32_t seen_by(Side side, Bits bits) {
  std::uint32_t seen = 0;
  for (; bits; bits &= bits - 1) {
    const int square = square_of(bits & -bits);
    seen |= std::uint32_t{1} << (side == Side::Red ? square : kSquares - 1 - square);
  }
  return seen;
}

Sample sample_of(const Board& board, Score score) {
  const Side side = board.turn;
  return {seen_by(side, board.of(side)), seen_by(side, board.of(other(side))), seen_by(side, board.kings),
          static_cast<std::int16_t>(score), 0, 0};
}

// A man's move and a capture are progress; games without it for 40 plies are drawn.
constexpr Rules kRules{40, true, 3, 200};

std::optional<Position> random_opening(Random& random) {
  Position position = Position::initial(kRules);
  for (int left = 5 + random.below(8); left; --left) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return {};
    position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
  }
  if (position.verdict() != Verdict::Live) return {};
  return position;
}

// The result for red, as far as the rules or the tables tell.
std::optional<int> result_of(const Position& position, const endgame::Tables* tables) {
  const Verdict verdict = position.verdict();
  if (verdict != Verdict::Live) return verdict == Verdict::RedWins ? 1 : verdict == Verdict::WhiteWins ? -1 : 0;
  const Board& board = position.board();
  if (!tables || std::popcount(board.pieces[0] | board.pieces[1]) > tables->pieces()) return {};
  return board.turn == Side::Red ? tables->probe(board).result : -tables->probe(board).result;
}

// One game; nothing when its opening was lost from the start.
std::vector<Sample> play(Search& search, std::uint64_t nodes, Random& random, const endgame::Tables* tables) {
  const auto opening = random_opening(random);
  if (!opening) return {};
  search.forget();
  std::vector<Sample> samples;
  std::vector<Side> turns;
  Position position = *opening;
  int red = 0;  // the result for red
  for (int ply = 0;; ++ply) {
    if (const auto result = result_of(position, tables)) {
      red = *result;
      break;
    }
    const SearchReport report = search.run(position, {.nodes = ply ? nodes : 4 * nodes});
    if (ply == 0 && std::abs(report.score) > 200) return {};
    const Side side = position.board().turn;
    if (std::abs(report.score) > kKnownWin) {
      red = (report.score > 0) == (side == Side::Red) ? 1 : -1;
      break;
    }
    if (!must_jump(position.board())) {
      samples.push_back(sample_of(position.board(), report.score));
      turns.push_back(side);
    }
    position = position.play(report.line.front());
  }
  for (std::size_t i = 0; i < samples.size(); ++i)
    samples[i].result = static_cast<std::int8_t>(turns[i] == Side::Red ? red : -red);
  return samples;
}

std::map<std::string, std::string> options_of(int count, char** words) {
  std::map<std::string, std::string> options{{"--seconds", "60"}, {"--threads", "2"}, {"--nodes", "2000"}, {"--seed", "1"}};
  for (int i = 1; i + 1 < count; i += 2) options[words[i]] = words[i + 1];
  if (!options.contains("--out")) throw std::runtime_error("selfplay needs --out FILE");
  return options;
}

Evaluation evaluation_of(const std::map<std::string, std::string>& options) {
  const auto found = options.find("--network");
  if (found == options.end()) return HandWritten{};
  std::ifstream file(found->second, std::ios::binary);
  const std::string bytes(std::istreambuf_iterator<char>(file), {});
  return Network(std::as_bytes(std::span(bytes)));
}

int run(int count, char** words) {
  const auto options = options_of(count, words);
  const Evaluation evaluation = evaluation_of(options);
  const auto folder = options.find("--tables");
  const auto tables = folder == options.end() ? nullptr : endgame::Tables::open(folder->second);
  const double seconds = std::stod(options.at("--seconds"));
  const std::uint64_t nodes = std::stoull(options.at("--nodes"));
  std::FILE* out = std::fopen(options.at("--out").c_str(), "wb");
  if (!out) throw std::runtime_error("cannot write " + options.at("--out"));
  const auto begin = std::chrono::steady_clock::now();
  std::mutex writing;
  long games = 0, positions = 0, drawn = 0;
  std::vector<std::thread> threads;
  for (int i = 0; i < std::stoi(options.at("--threads")); ++i)
    threads.emplace_back([&, i] {
      Random random(std::stoull(options.at("--seed")) * 1000003 + static_cast<std::uint64_t>(i));
      Search search(evaluation, {.megabytes = 2, .tables = tables});
      while (std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() < seconds) {
        const auto samples = play(search, nodes, random, tables.get());
        if (samples.empty()) continue;
        const std::scoped_lock lock(writing);
        std::fwrite(samples.data(), sizeof(Sample), samples.size(), out);
        positions += static_cast<long>(samples.size());
        drawn += samples.front().result == 0;
        if (++games % 10000 == 0) std::fprintf(stderr, "%ld games, %ld drawn, %ld positions\n", games, drawn, positions);
      }
    });
  for (std::thread& thread : threads) thread.join();
  std::fprintf(stderr, "%ld games, %ld drawn, %ld positions\n", games, drawn, positions);
  return std::fclose(out);
}

}  // namespace

int main(int count, char** words) {
  try {
    return run(count, words);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "selfplay: %s\n", error.what());
    return 2;
  }
}
