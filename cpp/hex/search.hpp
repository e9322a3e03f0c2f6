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

// Limits of a search. A search also ends when it is stopped, and when the winner is proven.
struct SearchLimits {
  std::optional<std::uint64_t> iterations = std::nullopt;  // implies one thread, so that the search is deterministic
  std::optional<double> seconds = std::nullopt;            // hard limit
  std::optional<double> soft_seconds = std::nullopt;       // limit that applies if the most visited move also has the best value
};

// Statistics of one move of the root.
struct Candidate {
  Move move;
  std::uint32_t visits;
  double win_chance;  // for the side to move
};

struct SearchReport {
  std::uint64_t iterations = 0;       // of this search, without those of a reused tree
  double seconds = 0;
  double win_chance = 0;              // for the side to move
  std::optional<Side> winner;         // if proven
  double fullness = 0;                // share of the tree's memory in use, 0 to 1
  std::vector<Move> line;             // principal variation; its first move is the best move
  std::vector<std::vector<Move>> other_lines;  // variations after the most visited other moves
  std::vector<Candidate> candidates;  // the moves of the root, by cell
};

struct SearchOptions {
  std::size_t megabytes = 256;       // size of the tree
  int threads = 1;
  double noise = 0;                  // largest random error of the values of root moves, for weaker play
  std::uint64_t seed = 0;            // seed of all random numbers
  std::optional<std::uint32_t> prune_after = 1000;  // visits after which a node is pruned by H-search; the root is pruned immediately
};

// Monte Carlo tree search with tree reuse between calls. It does not consider the swap: values are those without it.
class Search {
 public:
  Search(std::shared_ptr<const Evaluator> evaluator, const SearchOptions& options)
      : evaluator_(std::move(evaluator)), options_(options), tree_(options.megabytes) {}

  // Searches a position that is not over. Ends when another thread sets `stop`. `progress` is called a few times a second
  // and at the end, `pause` every few milliseconds, both in the calling thread; both may throw to end the search, as may
  // the evaluator.
  SearchReport run(const Position& position, const SearchLimits& limits, const std::atomic<bool>& stop = kNeverStop,
                   const std::function<void(const SearchReport&)>& progress = {}, void (*pause)() = nullptr);

  // Clears the tree.
  void forget();

 private:
  static constexpr std::atomic<bool> kNeverStop = false;

  // Makes a position the root, and keeps its subtree if it is in the tree.
  void set_root(const Position& position);
  const Edge* find(const Edge& edge, const Board& from, Side turn, const Position& position);

  std::shared_ptr<const Evaluator> evaluator_;
  SearchOptions options_;
  Tree tree_;
  std::optional<Position> root_;  // position of the tree's root
  std::uint64_t noisy_searches_ = 0;  // number of searches with noise
};

}  // namespace crownbridge::hex
