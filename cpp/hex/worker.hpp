#pragma once

#include <atomic>
#include <chrono>
#include <cmath>
#include <vector>

#include "hex/search.hpp"

namespace crownbridge::hex {

using Clock = std::chrono::steady_clock;

// What the threads of one search have in common.
struct Root {
  const Position& position;
  std::uint64_t most_iterations;
  double most_seconds;
  const SearchOptions& options;
  const Evaluator& evaluator;
  Tree& tree;
  const std::atomic<bool>& stop;
  Clock::time_point begin;
  std::vector<float> bias = {};             // by which each move of the root is misjudged
  std::atomic<bool> over = false;
  std::atomic<std::uint64_t> begun = 0;     // iterations
  std::atomic<std::uint64_t> finished = 0;

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin).count(); }
};

// One thread of a search.
class Worker {
 public:
  Worker(Root& root, std::uint64_t number);

  // Takes leaves of the tree, has them evaluated and tells the tree. False when the search is over.
  bool iterate();

  // Gives the root its moves, before any thread begins.
  void open_root();

 private:
  // The way from the root to a leaf.
  struct Descent {
    Board board;
    Side turn;
    std::vector<Edge*> edges;  // that of the root first
    std::vector<Node*> nodes;  // nodes[i] is behind edges[i]
    bool claimed = false;      // whether the last edge is ours to grow a node behind

    explicit Descent(int size) : board(size) {}
    Leaf leaf() const { return {&board, turn, edges.size() > 1 ? edges.back()->cell : -1, claimed}; }
  };

  // Where a descent ended.
  enum class End { Leaf, Decided, Collision };

  void start(Descent& way);
  End descend(Descent& way);
  Edge* select(Node& node, const Edge& edge) const;
  bool judges_root() const;
  void judge_node(Descent& way, Node& node);
  void decide(Descent& way, Fate fate);
  void take_back(Descent& way);
  void finish(Descent& way, double value);
  void note_owners(Descent& way, const Estimate& estimate);
  Node* make_node(const Board& board, const Estimate& estimate);
  void evaluate();

  Root& root_;
  Evaluator::Habits habits_;
  std::uint32_t judge_after_;  // visits
  Random random_;
  std::vector<Descent> ways_;
  std::size_t taken_ = 0;  // of them
  std::vector<Leaf> leaves_;
  std::vector<Estimate> estimates_;
  std::vector<std::uint16_t> moves_;
};

}  // namespace crownbridge::hex
