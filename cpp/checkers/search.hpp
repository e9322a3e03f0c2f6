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
#include "checkers/ordering.hpp"
#include "checkers/piece_tables.hpp"
#include "checkers/position.hpp"
#include "checkers/score.hpp"
#include "checkers/transposition.hpp"

namespace crownbridge::checkers {

using Evaluation = std::variant<HandWritten, PieceTables, Network>;

// Limits of a search. A search also ends when it is stopped, and when the result is proven.
struct SearchLimits {
  std::optional<int> depth = std::nullopt;
  std::optional<std::uint64_t> nodes = std::nullopt;  // implies one thread, so that the search is deterministic
  std::optional<double> seconds = std::nullopt;       // hard limit
  std::optional<double> soft_seconds = std::nullopt;  // no new iteration is started after it
};

struct SearchReport {
  int depth = 0;
  Score score = 0;             // for the side to move
  std::uint64_t nodes = 0;
  std::uint64_t table_hits = 0;  // number of endgame table hits
  double seconds = 0;
  int fullness = 0;            // of the transposition table, in permille
  std::vector<Move> line;      // principal variation; its first move is the best move
};

struct SearchOptions {
  std::size_t megabytes = 64;  // size of the transposition table
  int threads = 1;
  Score noise = 0;             // largest random error of evaluations, for weaker play
  std::uint64_t seed = 0;      // seed of the noise
  std::shared_ptr<const endgame::Tables> tables = nullptr;
  std::optional<Evaluation> kth = std::nullopt;  // used where moves of men do not reset the draw counter, as under KTH rules
};

// Iterative deepening with principal variation search. The transposition table and the history of moves are kept between
// calls.
class Search {
 public:
  Search(Evaluation evaluation, const SearchOptions& options)
      : evaluation_(std::move(evaluation)), options_(options), transpositions_(options.megabytes) {}

  // Searches a position that is not over. Ends when another thread sets `stop`. `progress` is called after each iteration,
  // `pause` every few milliseconds, both in the calling thread; both may throw to end the search.
  SearchReport run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop = kNeverStop,
                   const std::function<void(const SearchReport&)>& progress = {}, void (*pause)() = nullptr);

  // Clears the transposition table and the history of moves.
  void forget() {
    transpositions_.clear();
    history_ = {};
  }

 private:
  static constexpr std::atomic<bool> kNeverStop = false;

  Evaluation evaluation_;
  SearchOptions options_;
  TranspositionTable transpositions_;
  History history_{};
};

}  // namespace crownbridge::checkers
