#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "hex/search.hpp"

namespace crownbridge::hex {

using Clock = std::chrono::steady_clock;

// State shared by the threads of one search.
struct SharedState {
  const Position& position;
  std::uint64_t max_iterations;
  double max_seconds;
  const SearchOptions& options;
  const Evaluator& evaluator;
  Tree& tree;
  const std::atomic<bool>& stop;
  Clock::time_point begin;
  std::vector<float> bias = {};             // noise added to the value of each root move, for weaker play
  std::atomic<bool> over = false;
  std::atomic<std::uint64_t> begun = 0;     // iterations started
  std::atomic<std::uint64_t> finished = 0;  // iterations finished

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin).count(); }
};

// One thread of a Monte Carlo tree search. An iteration descends to a leaf by PUCT with RAVE, expands it, evaluates it by
// playouts or a network (in batches), and backs the value up. Visits are counted on the way down, so that until the value
// is known they act as a virtual loss for other threads.
class Worker {
 public:
  Worker(SharedState& shared, std::uint64_t number);

  // Selects a batch of leaves, evaluates them and backs their values up. Returns false when the search is over.
  bool iterate();

  // Expands the root, before any thread starts.
  void expand_root();

 private:
  // The path from the root to a leaf.
  struct Path {
    Board board;
    Side turn;
    std::vector<Edge*> edges;  // edges[0] is the root's
    std::vector<Node*> nodes;  // nodes[i] is the child of edges[i]
    bool claimed = false;      // this thread expands the last edge

    explicit Path(int size) : board(size) {}
    Leaf leaf() const { return {&board, turn, edges.size() > 1 ? edges.back()->cell : -1, claimed}; }
  };

  // How a descent ended: at a leaf to evaluate, in a proven position, or at a leaf that is already being expanded.
  enum class End { Leaf, Proven, Collision };

  void start(Path& path);
  End descend(Path& path);
  Edge* select(Node& node, const Edge& edge) const;
  bool prunes_root() const;
  void prune(Path& path, Node& node);
  void prove(Path& path, Fate fate);
  void revert(Path& path);
  void backpropagate(Path& path, double value);
  void update_rave(Path& path, const Estimate& estimate);
  Node* make_node(const Board& board, const Estimate& estimate);
  void evaluate();

  SharedState& shared_;
  Evaluator::Parameters parameters_;
  std::uint32_t prune_after_;  // visits
  Random random_;
  std::vector<Path> paths_;
  std::size_t selected_ = 0;  // number of paths that end at a leaf to evaluate
  std::vector<Leaf> leaves_;
  std::vector<Estimate> estimates_;
  std::vector<std::uint16_t> moves_;
};

}  // namespace crownbridge::hex
