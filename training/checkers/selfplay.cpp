// Self-play games of the engine, as positions to learn from.
//
//   selfplay --out FILE --seconds 300 --threads 16 --nodes 3000 [--network FILE] [--tables FOLDER] [--rules kth] [--seed 1]
//
// A game starts with random moves. Every quiet position of it is written as 16 bytes, as the side to move sees it: its
// pieces, the opponent's, all kings (32 bits each, a bit a square, the own back rank first), the score of the search
// (16 bits, hundredths of a man), the result of the game (1, 0, -1 for the side to move; 8 bits) and 8 bits of zero.
//
// Under tournament rules, endgame tables settle the result as soon as the search or the board reaches them. The game goes
// on for a few moves after that, as the shipped engine has smaller tables and must evaluate such positions: their labels
// are exact. Under KTH rules, whose counter ends many games that the tables call won, games are played to their end with
// the shipped tables. Positions with a win in sight have a score of 600 or -600, which fit.py replaces.
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

std::uint32_t seen_by(Side side, Bitboard bits) {
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

constexpr Rules kTournament{80, true, 3, 300}, kKth{50, false, 0, 300};
constexpr int kQuietDraw = 30;        // plies without progress after which an even score is adjudicated as a draw
constexpr Score kEvenScore = 25;      // what counts as even then
constexpr int kSampledWithoutProgress = 20;  // positions after more plies without progress are not written,
constexpr int kSampledWithoutCapture = 30;   // nor under KTH rules after more without a capture
constexpr int kSettledPlies = 12;     // written after the search has found a win in the tables
constexpr int kTablePlies = 16;       // written after the board is in the tables
constexpr int kPackagedPieces = 4;    // of the shipped tables: such boards need no evaluation
constexpr Score kSettledScore = 600;  // written for a position whose result is certain and not a draw

std::optional<Position> random_opening(const Rules& rules, Random& random) {
  Position position = Position::initial(rules);
  for (int left = 5 + random.below(8); left; --left) {
    const auto moves = position.legal_moves();
    if (moves.empty()) return {};
    position = position.play(moves[static_cast<std::size_t>(random.below(static_cast<int>(moves.size())))]);
  }
  if (position.verdict() != Verdict::Live) return {};
  return position;
}

int piece_count(const Board& board) { return std::popcount(board.pieces[0] | board.pieces[1]); }

int result_for_red(Verdict verdict) { return verdict == Verdict::RedWins ? 1 : verdict == Verdict::WhiteWins ? -1 : 0; }

// One game and the positions that it gives.
class Game {
 public:
  Game(const Rules& rules, Search& search, std::uint64_t nodes, Random& random, const endgame::Tables* tables)
      : rules_(rules), search_(search), nodes_(nodes), random_(random), tables_(tables) {}

  // Plays it. Nothing is written of an opening that is decided.
  std::vector<Sample> play() {
    const auto opening = random_opening(rules_, random_);
    if (!opening) return {};
    search_.forget();
    Position position = *opening;
    for (int ply = 0, settled = 0;; ++ply) {
      if (position.verdict() != Verdict::Live) {
        label(result_for_red(position.verdict()));
        break;
      }
      if (settles() && is_known(position.board())) {
        const int result = probe(position.board());
        if (!settled) label(position.board().turn == Side::Red ? result : -result);
        play_in_tables(position);
        break;
      }
      const SearchReport report = search_.run(position, {.nodes = settled ? nodes_ / 4 : ply ? nodes_ : 4 * nodes_});
      if (ply == 0 && std::abs(report.score) > 200) return {};
      const bool won = report.score > kKnownWin, lost = report.score < -kKnownWin;
      if (!settles() && (won || lost || settled)) {
        if (settled++ < kSettledPlies && piece_count(position.board()) > kPackagedPieces)
          add(position.board(), won ? kSettledScore : lost ? -kSettledScore : report.score, kUnknown);
      } else if (won || lost) {
        if (!settled) label(won == (position.board().turn == Side::Red) ? 1 : -1);
        if (settled++ == kSettledPlies) break;
        add(position.board(), won ? kSettledScore : -kSettledScore, won ? 1 : -1);
      } else if (settled) {
        break;
      } else {
        const int idle = rules_.counter - position.counter();
        if (idle >= kQuietDraw && std::abs(report.score) <= kEvenScore) {
          label(0);
          break;
        }
        const bool sampled = settles() ? idle <= kSampledWithoutProgress
                                       : idle <= kSampledWithoutCapture && piece_count(position.board()) > kPackagedPieces;
        if (sampled) add(position.board(), report.score, kUnknown);
      }
      position = position.play(report.line.front());
    }
    return std::move(samples_);
  }

 private:
  static constexpr std::int8_t kUnknown = 2;

  // Whether the tables' word is the result.
  bool settles() const { return rules_ == kTournament; }

  bool is_known(const Board& board) const { return tables_ && piece_count(board) <= tables_->pieces(); }

  int probe(const Board& board) const { return tables_->probe(board).result; }

  void add(const Board& board, Score score, std::int8_t result) {
    if (must_jump(board)) return;
    samples_.push_back(sample_of(board, score));
    samples_.back().result = result;
    turns_.push_back(board.turn);
  }

  // Gives all positions so far that have none the result of the game.
  void label(int red) {
    for (std::size_t i = 0; i < samples_.size(); ++i)
      if (samples_[i].result == kUnknown) samples_[i].result = static_cast<std::int8_t>(turns_[i] == Side::Red ? red : -red);
  }

  // Some moves at random, so that positions are of many kinds.
  void play_in_tables(Position position) {
    for (int ply = 0; ply < kTablePlies; ++ply) {
      const Board& board = position.board();
      if (position.verdict() != Verdict::Live || piece_count(board) <= kPackagedPieces) return;
      const int result = probe(board);
      add(board, result * kSettledScore, static_cast<std::int8_t>(result));
      const auto moves = position.legal_moves();
      const Move move = random_.below(4) == 0 ? moves[static_cast<std::size_t>(random_.below(static_cast<int>(moves.size())))]
                                              : search_.run(position, {.nodes = nodes_ / 10}).line.front();
      position = position.play(move);
    }
  }

  const Rules rules_;
  Search& search_;
  std::uint64_t nodes_;
  Random& random_;
  const endgame::Tables* tables_;
  std::vector<Sample> samples_;
  std::vector<Side> turns_;
};

std::map<std::string, std::string> options_of(int count, char** words) {
  std::map<std::string, std::string> options{{"--seconds", "60"}, {"--threads", "2"}, {"--nodes", "3000"}, {"--seed", "1"}, {"--rules", "tournament"}};
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
  const Rules rules = options.at("--rules") == "kth" ? kKth : kTournament;
  const int max_pieces = rules == kKth ? kPackagedPieces : endgame::kMaxPieces;
  const auto tables = folder == options.end() ? nullptr : endgame::Tables::open(folder->second, max_pieces);
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
        const auto samples = Game(rules, search, nodes, random, tables.get()).play();
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
