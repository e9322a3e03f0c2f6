#include "hex/worker.hpp"

#include <algorithm>
#include <limits>

#include "core/limit.hpp"
#include "hex/grid.hpp"
#include "hex/static_analysis.hpp"

namespace crownbridge::hex {
namespace {

constexpr int kLargestPruned = 15 * 15;      // cells of the largest board on which inner nodes are pruned by H-search
constexpr int kLargestRootPruned = 19 * 19;  // cells of the largest board on which the root is pruned
constexpr double kShortTime = 0.2;           // seconds for a move below which only smaller boards are pruned
constexpr int kLargestInShortTime = 11 * 11;  // cells of the largest board that is pruned in a short time
constexpr std::uint32_t kManyVisits = 2048;  // visits after which a node updates RAVE by one playout in eight only
constexpr double kFpuReduction = 0.05;       // reduction of the parent's value for an unvisited move

// Returns true if all moves of a node are proven losses or pruned.
bool all_closed(Node& node) {
  return std::none_of(node.begin(), node.end(), [](const Edge& edge) { return edge.open() || edge.fate == Fate::Won; });
}

// Number of cells of the largest board to prune, given the time for the move.
int largest_pruned(const SharedState& shared, int largest) {
  return shared.max_seconds >= kShortTime ? largest : std::min(largest, kLargestInShortTime);
}

}  // namespace

Worker::Worker(SharedState& shared, std::uint64_t number)
    : shared_(shared),
      parameters_(shared.evaluator.parameters()),
      prune_after_(value_or_max(shared.position.board().cells() <= largest_pruned(shared, kLargestPruned) ? shared.options.prune_after
                                                                                         : std::nullopt)),
      random_(shared.options.seed ^ shared.position.key() ^ number << 32) {
  const auto batch = static_cast<std::size_t>(parameters_.batch);
  paths_.assign(batch, Path(shared.position.board().size()));
  estimates_.resize(batch);
}

void Worker::expand_root() {
  Tree& tree = shared_.tree;
  Path& path = paths_[0];
  start(path);
  if (!tree.after(tree.root())) {
    const Leaf leaf{&path.board, path.turn, -1, true};
    shared_.evaluator.evaluate({&leaf, 1}, {estimates_.data(), 1}, random_);
    tree.grow(tree.root(), make_node(path.board, estimates_[0]));
  }
  Node& node = *tree.after(tree.root());
  path.nodes.push_back(&node);
  if (prunes_root() && !node.pruned.exchange(true)) prune(path, node);
}

bool Worker::prunes_root() const {
  return shared_.options.prune_after && shared_.position.board().cells() <= largest_pruned(shared_, kLargestRootPruned);
}

bool Worker::iterate() {
  selected_ = 0;
  bool collided = false;
  for (int i = 0; i < parameters_.batch && !collided; ++i) {
    if (shared_.over.load(kRelaxed) || !shared_.tree.root().open()) return evaluate(), false;
    if (shared_.begun.fetch_add(1, kRelaxed) >= shared_.max_iterations) return evaluate(), false;
    Path& path = paths_[selected_];
    switch (descend(path)) {
      case End::Leaf: ++selected_; break;
      case End::Proven: break;
      case End::Collision:
        shared_.begun.fetch_sub(1, kRelaxed);
        collided = true;
    }
  }
  evaluate();
  return true;
}

void Worker::start(Path& path) {
  path.board = shared_.position.board();
  path.turn = shared_.position.turn();
  path.edges.assign(1, &shared_.tree.root());
  path.nodes.clear();
  path.claimed = false;
}

Worker::End Worker::descend(Path& path) {
  Tree& tree = shared_.tree;
  start(path);
  tree.root().visits.fetch_add(1, kRelaxed);  // visits without a value act as a virtual loss
  while (Node* const node = tree.after(*path.edges.back())) {
    path.nodes.push_back(node);
    Edge& edge = *path.edges.back();
    if (edge.count() >= prune_after_ && !node->pruned.load(kRelaxed) && !node->pruned.exchange(true))
      prune(path, *node);
    Edge* const best = edge.open() ? select(*node, edge) : nullptr;
    if (!best) {  // proven meanwhile
      backpropagate(path, edge.fate == Fate::Won ? 1 : 0);
      return End::Proven;
    }
    best->visits.fetch_add(1, kRelaxed);
    path.edges.push_back(best);
    path.board.place(best->cell, path.turn);
    if (path.board.connected(path.turn)) {
      prove(path, Fate::Won);
      backpropagate(path, 1);
      return End::Proven;
    }
    path.turn = other(path.turn);
  }
  Edge& leaf = *path.edges.back();
  if (!parameters_.random && Tree::growing(leaf)) {
    revert(path);
    return End::Collision;
  }
  path.claimed = leaf.count() >= static_cast<std::uint32_t>(parameters_.expand_after) && !tree.full() && tree.claim(leaf);
  return End::Leaf;
}

// Selects a move by PUCT: its value (for an unvisited move, the parent's with first-play urgency reduction), mixed with its
// RAVE value or, with a network, the network's value of the move, plus an exploration term by its prior.
Edge* Worker::select(Node& node, const Edge& edge) const {
  const std::uint32_t visits = std::max(1U, edge.count());
  const auto exploration = static_cast<float>(parameters_.exploration * std::sqrt(static_cast<double>(visits)));
  const auto first_play = static_cast<float>(1 - edge.sum() / visits - kFpuReduction);
  const bool at_root = &edge == &shared_.tree.root();
  Edge* best = nullptr;
  float best_score = -std::numeric_limits<float>::infinity();
  for (Edge& move : node.edges()) {
    if (move.fate.load(kRelaxed) != Fate::Open) continue;
    const auto n = static_cast<float>(move.count());
    const auto rave = static_cast<float>(move.rave_visits.load(kRelaxed));
    float score = n > 0 ? static_cast<float>(move.sum()) / n : first_play;
    if (rave > 0) {
      const float beta = rave / (rave + n + parameters_.rave_bias * rave * n);
      score += beta * (static_cast<float>(move.rave_wins.load(kRelaxed)) / rave - score);
    }
    score += exploration * move.prior / (1 + n);
    if (at_root && !shared_.bias.empty()) score += shared_.bias[move.cell];
    if (score > best_score) best_score = score, best = &move;
  }
  return best;
}

// Prunes the moves outside the must-play region (H-search) and inferior cells; proves the node if that decides it.
void Worker::prune(Path& path, Node& node) {
  const StaticAnalysis analysis = analyze_statically(path.board, path.turn);
  for (Edge& move : node.edges())
    if (move.open() && !std::binary_search(analysis.moves.begin(), analysis.moves.end(), move.cell)) {
      Fate open = Fate::Open;
      move.fate.compare_exchange_strong(open, Fate::Pruned);
    }
  if (analysis.winner) prove(path, *analysis.winner == path.turn ? Fate::Lost : Fate::Won);
  else if (all_closed(node)) prove(path, Fate::Won);
}

// Proves the last move of the path (MCTS-Solver), and all before it for which that follows.
void Worker::prove(Path& path, Fate fate) {
  for (std::size_t i = path.edges.size(); i-- > 0;) {
    path.edges[i]->fate = fate;
    if (i == 0) return;
    if (fate == Fate::Won) fate = Fate::Lost;
    else if (all_closed(*path.nodes[i - 1])) fate = Fate::Won;
    else return;
  }
}

// Undoes the visits of a descent.
void Worker::revert(Path& path) {
  for (Edge* const edge : path.edges) edge->visits.fetch_sub(1, kRelaxed);
  if (path.claimed) shared_.tree.grow(*path.edges.back(), nullptr);
}

// Backs a value up; it is that of the side that made the last move.
void Worker::backpropagate(Path& path, double value) {
  for (std::size_t i = path.edges.size(); i-- > 0; value = 1 - value) path.edges[i]->value.fetch_add(value, kRelaxed);
  shared_.finished.fetch_add(1, kRelaxed);
}

// Updates the RAVE (all-moves-as-first) statistics of all nodes on the path by the final owners of the cells. Lost updates
// of concurrent threads are tolerated. Nodes with many visits skip most updates: they need no more, and threads would
// contend for their cache lines.
void Worker::update_rave(Path& path, const Estimate& estimate) {
  Side turn = shared_.position.turn();
  const Side winner = estimate.value > 0.5F ? path.turn : other(path.turn);
  for (std::size_t i = 0; i < path.nodes.size(); ++i, turn = other(turn)) {
    if (const std::uint32_t visits = path.edges[i]->count(); visits > kManyVisits && visits % 8) continue;
    const std::uint32_t won = winner == turn;
    const Stone own = stone(turn);
    for (Edge& move : path.nodes[i]->edges())
      if (estimate.owners[move.cell] == own) {
        move.rave_visits.store(move.rave_visits.load(kRelaxed) + 1, kRelaxed);
        move.rave_wins.store(move.rave_wins.load(kRelaxed) + won, kRelaxed);
      }
  }
}

// Returns a node with all moves but dead cells, or null if the memory is full.
Node* Worker::make_node(const Board& board, const Estimate& estimate) {
  const std::vector<float>& priors = estimate.priors;
  const Grid grid(board);
  moves_.clear();
  float sum = 0;
  grid.visit([&](int cell, int place) {
    if (grid.at(place) != Stone::None || kPatternTables.dead[grid.pattern(place)]) return;
    moves_.push_back(static_cast<std::uint16_t>(cell));
    sum += priors[static_cast<std::size_t>(cell)];
  });
  Node* const node = shared_.tree.make(static_cast<int>(moves_.size()));
  if (!node) return nullptr;
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    Edge& move = node->begin()[i];
    move.cell = moves_[i];
    move.prior = sum > 0 ? priors[move.cell] / sum : 1.0F / static_cast<float>(moves_.size());
    if (!estimate.chances.empty()) move.set_network_value(estimate.chances[move.cell]);
  }
  return node;
}

// Evaluates the selected leaves and backs their values up. If the evaluator throws, their visits are undone.
void Worker::evaluate() {
  if (!selected_) return;
  leaves_.clear();
  for (std::size_t i = 0; i < selected_; ++i) leaves_.push_back(paths_[i].leaf());
  try {
    shared_.evaluator.evaluate(leaves_, {estimates_.data(), selected_}, random_);
  } catch (...) {
    for (std::size_t i = 0; i < selected_; ++i) revert(paths_[i]);
    throw;
  }
  for (std::size_t i = 0; i < selected_; ++i) {
    Path& path = paths_[i];
    const Estimate& estimate = estimates_[i];
    if (path.claimed) shared_.tree.grow(*path.edges.back(), make_node(path.board, estimate));
    if (!estimate.owners.empty()) update_rave(path, estimate);
    backpropagate(path, 1 - static_cast<double>(estimate.value));
  }
}

}  // namespace crownbridge::hex
