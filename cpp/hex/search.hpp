#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "hex/evaluator.hpp"
#include "hex/position.hpp"
#include "hex/tree.hpp"

namespace crownbridge::hex {

// When a search ends. It also ends when stopped, and when it is certain who wins.
struct SearchLimits {
  std::optional<std::uint64_t> iterations = std::nullopt;  // with one thread, so that the search is deterministic
  std::optional<double> seconds = std::nullopt;            // the search ends then
  std::optional<double> soft_seconds = std::nullopt;       // the search ends then if the most visited move is also the best
};

// What a search found of one move.
struct Candidate {
  Move move;
  std::uint32_t visits;
  double win_chance;  // of the side to move
};

struct SearchReport {
  std::uint64_t iterations = 0;       // of this search
  double seconds = 0;
  double win_chance = 0;              // of the side to move
  std::optional<Side> winner;         // with best play, where that is certain
  double fullness = 0;                // of the tree's memory, 0 to 1
  std::vector<Move> line;             // what is expected to be played; its first move is the choice
  std::vector<std::vector<Move>> other_lines;  // what is expected after other moves, a few that were visited most
  std::vector<Candidate> candidates;  // the moves that were considered, by cell
};

struct SearchOptions {
  std::size_t megabytes = 256;       // of the tree
  int threads = 1;
  double noise = 0;                  // how far the worth of one's own moves is misjudged, at random, for weaker play
  std::uint64_t seed = 0;            // of all that happens by chance
  std::optional<std::uint32_t> judge_after = 1000;  // visits after which a position, the root at once, is judged, if ever
};

// Monte Carlo tree search. Keeps the part of its tree that a later call can use. The swap is not for it to choose: it
// tells what the position is worth without.
class Search {
 public:
  Search(std::shared_ptr<const Evaluator> evaluator, const SearchOptions& options)
      : evaluator_(std::move(evaluator)), options_(options), tree_(options.megabytes) {}

  // The best move of a position that is not over, with what led to it. Ends when another thread sets `stop`. `progress`
  // hears of it a few times a second and at the end, in the calling thread; `pause` is called now and then. Both may throw
  // to end the search, as may the evaluator.
  SearchReport run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop = kGoOn,
                   const std::function<void(const SearchReport&)>& progress = {}, void (*pause)() = nullptr);

  // Forgets what earlier searches found.
  void forget();

 private:
  static constexpr std::atomic<bool> kGoOn = false;

  // Keeps what the tree has of a position, if anything, and makes that its root.
  void settle_on(const Position& position);
  const Edge* find(const Edge& edge, const Board& from, Side turn, const Position& position);

  std::shared_ptr<const Evaluator> evaluator_;
  SearchOptions options_;
  Tree tree_;
  std::optional<Position> root_;  // what the tree is about
  std::uint64_t misjudged_ = 0;   // searches with noise, each of which has its own
};

}  // namespace crownbridge::hex
