#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "checkers/endgame/tables.hpp"
#include "checkers/handwritten.hpp"
#include "checkers/network.hpp"
#include "checkers/piece_tables.hpp"
#include "checkers/position.hpp"
#include "checkers/score.hpp"
#include "checkers/transposition.hpp"

namespace crownbridge::checkers {

using Evaluation = std::variant<HandWritten, PieceTables, Network>;

// When a search ends. It also ends when stopped, and when nothing is left to find out.
struct SearchLimits {
  std::optional<int> depth = std::nullopt;
  std::optional<std::uint64_t> nodes = std::nullopt;  // with one thread, so that the search is deterministic
  std::optional<double> seconds = std::nullopt;       // the search ends then, wherever it is
  std::optional<double> soft_seconds = std::nullopt;  // no deeper iteration starts after that
};

struct SearchReport {
  int depth = 0;
  Score score = 0;             // for the side to move
  std::uint64_t nodes = 0;
  std::uint64_t table_hits = 0;  // positions found in the endgame tables
  double seconds = 0;
  int fullness = 0;            // of the transposition table, in thousandths
  std::vector<Move> line;      // what is expected to be played; its first move is the choice
};

struct SearchOptions {
  std::size_t megabytes = 64;  // of the transposition table
  int threads = 1;
  Score noise = 0;             // how far evaluations are off, at random, for weaker play
  std::uint64_t seed = 0;      // of the noise
  std::shared_ptr<const endgame::Tables> tables = nullptr;
  std::optional<Evaluation> kth = std::nullopt;  // instead, where moves of men do not reset the draw counter, as under KTH rules
};

// Iterative deepening, principal variation search. Remembers what it found from one call to the next.
class Search {
 public:
  Search(Evaluation evaluation, const SearchOptions& options)
      : evaluation_(std::move(evaluation)), options_(options), transpositions_(options.megabytes) {}

  // The best move of a position that is not over, with what led to it. Ends when another thread sets `stop`. `progress`
  // hears of every finished depth, in the calling thread; `pause` is called now and then. Both may throw to end the search.
  SearchReport run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop = kGoOn,
                   const std::function<void(const SearchReport&)>& progress = {}, void (*pause)() = nullptr);

  // Forgets what earlier searches found.
  void forget() { transpositions_.clear(); }

 private:
  static constexpr std::atomic<bool> kGoOn = false;

  Evaluation evaluation_;
  SearchOptions options_;
  TranspositionTable transpositions_;
};

}  // namespace crownbridge::checkers
